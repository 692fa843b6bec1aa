import assert from "node:assert/strict";
import fc from "fast-check";
import { assembly, Chunk, withThinkingApart } from "./deltas.ts";
import type { ModelAnswer } from "./model.ts";

function assembled(deltas: unknown[]): ModelAnswer {
  const whole = assembly();
  for (const delta of deltas) whole.add(Chunk.parse({ choices: [{ index: 0, delta }] }));
  return whole.answer();
}

const piece = (given: Record<string, unknown>) => ({ tool_calls: [given] });

Deno.test("calls are told apart whatever a provider does with index, id and name", () => {
  const expected = [{ id: "a", name: "one", arguments: "{}" }, {
    id: "b",
    name: "two",
    arguments: '{"x":1}',
  }];
  const streams: Record<string, unknown[]> = {
    "by index": [
      piece({ index: 0, id: "a", function: { name: "one", arguments: "{" } }),
      piece({ index: 1, id: "b", function: { name: "two", arguments: "" } }),
      piece({ index: 1, function: { arguments: '{"x":1}' } }),
      piece({ index: 0, function: { arguments: "}" } }),
    ],
    "all index 0": [
      piece({ index: 0, id: "a", function: { name: "one", arguments: "{}" } }),
      piece({ index: 0, id: "b", function: { name: "two", arguments: '{"x"' } }),
      piece({ index: 0, function: { arguments: ":1}" } }),
    ],
    "no index": [
      piece({ id: "a", function: { name: "one", arguments: "{}" } }),
      piece({ id: "b", function: { name: "two", arguments: '{"x"' } }),
      piece({ function: { arguments: ":1}" } }),
    ],
    "name repeated or in pieces": [
      piece({ index: 0, id: "a", function: { name: "one", arguments: "{" } }),
      piece({ index: 0, id: "a", function: { name: "one", arguments: "}" } }),
      piece({ index: 1, id: "b", function: { name: "t" } }),
      piece({ index: 1, id: "", function: { name: "wo", arguments: null } }),
      piece({ index: 1, id: null, function: { arguments: '{"x":1}' } }),
    ],
    "several in one piece": [{
      tool_calls: [
        { index: 0, id: "a", function: { name: "one", arguments: "{}" } },
        { index: 1, id: "b", function: { name: "two", arguments: '{"x":1}' } },
      ],
    }],
  };
  for (const [way, deltas] of Object.entries(streams)) {
    assert.deepEqual(assembled(deltas).tool_calls, expected, way);
  }
});

Deno.test("however a text and its arguments are cut, they come out whole", () => {
  const cuts = fc.array(fc.string({ unit: "grapheme", maxLength: 6 }), { maxLength: 20 });
  fc.assert(fc.property(cuts, cuts, (texts, args) => {
    const answer = assembled([
      ...texts.map((content) => ({ content })),
      piece({ index: 0, id: "a", function: { name: "one" } }),
      ...args.map((text) => piece({ index: 0, function: { arguments: text } })),
    ]);
    assert.equal(answer.tool_calls[0]?.arguments, args.join(""));
    if (!texts.join("").trimStart().startsWith("<think>")) assert.equal(answer.content, texts.join(""));
  }));
});

Deno.test("nulls, parts, refusals and missing totals are understood", () => {
  const whole = assembly();
  whole.add(
    Chunk.parse({ model: "m", choices: [{ index: 0, delta: { role: "assistant", content: null } }] }),
  );
  whole.add(Chunk.parse({ choices: [{ delta: { content: [{ type: "text", text: "Hi" }] } }] }));
  whole.add(Chunk.parse({ choices: [{ delta: { refusal: " no" }, finish_reason: "stop" }] }));
  whole.add(Chunk.parse({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }));
  whole.add(Chunk.parse({ usage: null }));
  const { content, finish_reason, usage, model } = whole.answer();
  assert.deepEqual([content, finish_reason, usage?.total_tokens, model], ["Hi no", "stop", 5, "m"]);
});

Deno.test("thinking written into the answer is reasoning", () => {
  const base = {
    reasoning: "",
    tool_calls: [],
    finish_reason: "stop",
    usage: null,
    model: "",
    cost_usd: null,
  };
  const answer = withThinkingApart({ ...base, content: "<think>\nfirst this\n</think>\n\nThe answer." });
  assert.deepEqual([answer.content, answer.reasoning], ["The answer.", "first this"]);
  assert.equal(withThinkingApart({ ...base, content: "see <think> tags" }).content, "see <think> tags");
});
