import assert from "node:assert/strict";
import { call, fresh, results, run, toolOf } from "./loop_fixture.ts";
import type { Message } from "../model/messages.ts";
import { windows } from "../model/windows.ts";
import type { LoopState } from "./state.ts";
import { type Asked, cutInPieces, type Scripted } from "../model/scripted_model.ts";

Deno.test("provider failures are retried as Retry-After says, and recorded in the trace", async () => {
  const ran = await run([{ status: 429, headers: { "retry-after-ms": "5" } }, {
    status: 503,
    headers: { "retry-after-ms": "5" },
  }, { content: "Yes." }]);
  assert.equal(ran.outcome.status, "completed");
  assert.deepEqual(ran.steps[0]?.retries, [{ attempt: 1, status: 429, wait_ms: 5 }, {
    attempt: 2,
    status: 503,
    wait_ms: 5,
  }]);
});

Deno.test("a refused request is not repeated; the run fails with the provider's status", async () => {
  const ran = await run([{ status: 400, error: { message: "no such model" } }]);
  assert.equal(ran.asked.length, 1);
  assert.deepEqual([ran.outcome.status, ran.outcome.failure], ["failed", "provider_error"]);
  assert.match(ran.outcome.error ?? "", /answered 400: no such model/);
  assert.equal(ran.steps[0]?.type, "error");
});

Deno.test("an answer that is no chat completion fails the run", async () => {
  const ran = await run([{ respond: () => Response.json({ hello: "world" }) }]);
  assert.equal(ran.outcome.failure, "provider_error");
});

Deno.test("an empty answer and a withheld one are failures", async () => {
  assert.equal((await run([{ content: "" }])).outcome.failure, "empty_response");
  assert.equal(
    (await run([{ content: "a", finish_reason: "content_filter" }])).outcome.failure,
    "content_filter",
  );
});

Deno.test("a conversation that is too long loses its oldest turns, but never a call's result", async () => {
  const long = toolOf("long", () => "x".repeat(8_000));
  const script = (_: Asked, index: number) =>
    index < 6 ? call("long", "{}", `c${index}`) : { content: "Done." };
  const ran = await run(script, { tools: [long], maxSteps: 10, contextTokens: 5_000 });
  assert.equal(ran.outcome.status, "completed");
  const last = ran.asked.at(-1)?.messages ?? [];
  assert.deepEqual(last.slice(0, 2).map(({ content }) => content), ["You help.", "What is it?"]);
  assert.ok(last.length < 14 && last.length >= 4);
  assert.ok((ran.steps.at(-1)?.dropped_messages ?? 0) > 0);
});

Deno.test("when the provider finds it too long, less is sent; when nothing can be left out the run fails", async () => {
  const overflow: Scripted = {
    status: 400,
    error: { message: "This model's maximum context length is 10", code: "context_length_exceeded" },
  };
  const state = fresh();
  state.messages.splice(
    1,
    0,
    ...Array.from({ length: 6 }, (_, i) => [
      { role: "user" as const, content: `Earlier question ${i} ${"x".repeat(400)}` },
      { role: "assistant" as const, content: `Earlier answer ${i}` },
    ]).flat(),
  );
  state.question = 13;
  const ran = await run([overflow, { content: "Fits." }], { state });
  assert.equal(ran.outcome.output, "Fits.");
  assert.ok((ran.asked[1]?.messages.length ?? 99) < 14);
  assert.equal(ran.asked[1]?.messages.at(-1)?.content, "What is it?");
  assert.equal((await run([overflow])).outcome.failure, "context_overflow");
});

/** A provider that refuses what is longer than `window` tokens, at three characters a token. */
function withWindow(window: number, refusal: (asked: number) => Scripted) {
  return (asked: Asked): Scripted => {
    const size = Math.ceil(JSON.stringify(asked.messages).length / 3);
    return size > window ? refusal(size) : { content: "Fits." };
  };
}

/** A conversation of about `tokens` whose last message is the question. */
function conversation(tokens: number): LoopState {
  const turns = Array.from({ length: 40 }, (_, i): Message[] => [
    { role: "user", content: `Question ${i}: ${"what is it? ".repeat(tokens / 800)}` },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `c${i}`, type: "function", function: { name: "look", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: `c${i}`, content: "It is this. ".repeat(tokens / 800) },
    { role: "assistant", content: `Answer ${i}` },
  ]).flat();
  const messages: Message[] = [{ role: "system", content: "You help." }, ...turns, {
    role: "user",
    content: "The last question",
  }];
  return { messages, question: messages.length - 1, step: 0 };
}

const SAID: [what: string, refusal: (asked: number) => Scripted][] = [
  ["a provider that says its window", (asked) => ({
    status: 400,
    error: {
      message:
        `This model's maximum context length is 3000 tokens. However, your messages resulted in ${asked} tokens.`,
    },
  })],
  [
    "a provider that says nothing of sizes",
    () => ({ status: 400, error: { message: "Input is too long for requested model." } }),
  ],
  ["a gateway, which answers 502", (asked) => ({
    status: 502,
    headers: { "x-should-retry": "false" },
    error: {
      message: `openai answered 400: prompt is too long: ${asked} tokens > 3000 maximum`,
      code: "provider_400",
    },
  })],
  ["a gateway that passes the code on", () => ({
    status: 502,
    headers: { "x-should-retry": "false" },
    error: { message: "azure answered 400: no", code: "context_length_exceeded" },
  })],
];
for (const [what, refusal] of SAID) {
  Deno.test(`a conversation of four windows and more goes on with ${what}, which is asked too much only once`, async () => {
    const known = windows(100_000);
    for (const size of [12_000, 40_000]) {
      const ran = await run(withWindow(3_000, refusal), { state: conversation(size), windows: known });
      assert.equal(ran.outcome.output, "Fits.");
      const last = ran.asked.at(-1)?.messages ?? [];
      assert.deepEqual([last[0]?.content, last.at(-1)?.content], ["You help.", "The last question"]);
      assert.ok(last.length > 5, "more than the question is kept");
    }
    const again = await run(withWindow(3_000, refusal), { state: conversation(40_000), windows: known });
    assert.deepEqual([again.outcome.output, again.asked.length], ["Fits.", 1]);
  });
}

Deno.test("a question that is too long by itself fails, and says so", async () => {
  const state = conversation(12_000);
  state.messages.push({ role: "user", content: "why? ".repeat(10_000) });
  state.question = state.messages.length - 1;
  const ran = await run(withWindow(3_000, SAID[0]?.[1] ?? (() => ({}))), { state });
  assert.deepEqual([ran.outcome.status, ran.outcome.failure], ["failed", "context_overflow"]);
});

Deno.test("a result longer than the window is sent in part", async () => {
  const long = toolOf("long", () => "x".repeat(16_000));
  const refusal = SAID[0]?.[1] ?? (() => ({}));
  const script = (asked: Asked, index: number) =>
    index === 0 ? call("long", "{}") : withWindow(2_000, refusal)(asked);
  const ran = await run(script, { tools: [long] });
  assert.equal(ran.outcome.output, "Fits.");
  assert.equal(ran.steps.at(-1)?.shortened_results, 1);
});

Deno.test("a streamed answer is put together from pieces cut anywhere, calls included", async () => {
  const script: Scripted[] = [
    {
      content: "أحسب 😀",
      reasoning_content: "thought",
      tool_calls: [{ id: "a", name: "calculator", arguments: '{"expression":"٢+٣"}' }, {
        id: "b",
        name: "calculator",
        arguments: '{"expression":"1+1"}',
      }],
    },
    { content: "خمسة 👍🏽" },
  ];
  const ran = await run(script, { stream: true });
  assert.equal(ran.outcome.output, "خمسة 👍🏽");
  assert.deepEqual(results(ran), ['{"expression":"٢+٣","result":"5"}', '{"expression":"1+1","result":"2"}']);
  const text = ran.events.flatMap((event) => event.type === "text.delta" ? [event.delta] : []).join("");
  assert.equal(text, "أحسب 😀خمسة 👍🏽");
  assert.equal(ran.steps[0]?.reasoning, "thought");
  assert.equal(ran.steps[0]?.usage?.total_tokens, 15);
});

Deno.test("a stream that ends in mid-answer is retried and its text discarded", async () => {
  const cut = () =>
    cutInPieces(new TextEncoder().encode('data: {"choices":[{"index":0,"delta":{"content":"Hal"}}]}\n\n'), 5);
  const ran = await run([{ respond: cut }, { content: "Whole." }], { stream: true });
  assert.equal(ran.outcome.output, "Whole.");
  assert.equal(ran.steps[0]?.retries.length, 1);
  const kinds = ran.events.map(({ type }) => type);
  assert.ok(kinds.indexOf("step.retried") > kinds.indexOf("text.delta"));
});

Deno.test("an error inside a stream fails the run", async () => {
  const body = 'data: {"error":{"message":"overloaded"}}\n\n';
  const ran = await run([{ respond: () => cutInPieces(new TextEncoder().encode(body), 9) }], {
    stream: true,
  });
  assert.equal(ran.outcome.failure, "provider_error");
});

Deno.test("an answer that ends at the model's limit of tokens is marked, one without words fails for it", async () => {
  const cut = await run([{ content: "The first half of", finish_reason: "length" }]);
  assert.deepEqual([cut.outcome.status, cut.outcome.truncated], ["completed", true]);
  assert.equal((await run([{ content: "All of it." }])).outcome.truncated, false);
  const none = await run([{ content: "", finish_reason: "length" }]);
  assert.equal(none.outcome.failure, "empty_response");
  assert.match(none.outcome.error ?? "", /limit of tokens before it answered/);
});

Deno.test("a call cut off at the token limit is reported to the model", async () => {
  const ran = await run([{ ...call("calculator", '{"expression":"1+'), finish_reason: "length" }, {
    content: "Sorry.",
  }]);
  assert.match(results(ran)?.[0] ?? "", /cut off at your limit of tokens/);
});
