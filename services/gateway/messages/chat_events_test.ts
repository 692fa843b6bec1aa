import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { messageEvents } from "./chat_events.ts";
import { callChunk, chatChunk, USAGE_CHUNK } from "./chat_script.ts";

const ANSWERING = { model: "m", origin: { provider: "p", key: "1" }, promptTokens: 5 };

/** The events of a stream, up to a failure. */
function eventsOf(chunks: JsonObject[]): { events: JsonObject[]; failed: boolean } {
  const machine = messageEvents(ANSWERING);
  const events: JsonObject[] = [];
  try {
    for (const chunk of chunks) events.push(...machine.add(chunk));
    events.push(...machine.end());
    return { events, failed: false };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { events, failed: true };
  }
}

/** The message that Anthropic's client assembles from events; it throws when they are out of order. */
async function assembled(events: JsonObject[]) {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  const anthropic = new Anthropic({
    apiKey: "k",
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } })),
  });
  const ask = { model: "m", max_tokens: 1, messages: [{ role: "user" as const, content: "x" }] };
  return await anthropic.messages.stream(ask).finalMessage();
}

const DELTAS: Record<string, string> = {
  text_delta: "text",
  input_json_delta: "tool_use",
  thinking_delta: "thinking",
  signature_delta: "thinking",
};

/** The first violation of the protocol, stricter than any client: one start, blocks in order and not nested. */
function breach(events: JsonObject[], failed: boolean): string | undefined {
  const flat: Record<string, unknown>[] = events.map((event) => JSON.parse(JSON.stringify(event)));
  let open: string | undefined;
  let blocks = 0;
  for (const [at, event] of flat.entries()) {
    const { type, index } = event;
    const { type: kind = "" } = JSON.parse(JSON.stringify(event.content_block ?? event.delta ?? {}));
    if ((at === 0) !== (type === "message_start")) return `${at}: ${type}`;
    if (type === "content_block_start") {
      if (open !== undefined || index !== blocks) return `${at}: start ${index} within ${open}`;
      open = kind;
    } else if (type === "content_block_delta") {
      if (DELTAS[kind] !== open || index !== blocks) return `${at}: ${kind} in ${open}`;
    } else if (type === "content_block_stop") {
      if (open === undefined || index !== blocks) return `${at}: stop ${index}`;
      open = undefined;
      blocks += 1;
    } else if (type === "message_delta" || type === "message_stop") {
      if (open !== undefined || failed) return `${at}: ${type} too early`;
    } else if (type !== "message_start") return `${at}: ${type}`;
  }
  return failed || flat.at(-1)?.type === "message_stop" ? undefined : "no end";
}

const piece = fc.string({ maxLength: 6 });
const chunk: fc.Arbitrary<JsonObject> = fc.oneof(
  piece.map((content) => chatChunk({ content })),
  piece.map((reasoning_content) => chatChunk({ reasoning_content })),
  fc.record({
    index: fc.integer({ min: 0, max: 3 }),
    id: fc.option(fc.constantFrom("a", "b", "", "f:0"), { nil: undefined }),
    name: fc.option(fc.constantFrom("look", ""), { nil: undefined }),
    json: fc.option(fc.constantFrom("", "{", "}", '{"a":1}', '{"a":', "1}", " "), { nil: undefined }),
  }).map(({ index, ...call }) => callChunk(index, call)),
  fc.constantFrom(
    chatChunk({ role: "assistant", content: "" }),
    chatChunk({ refusal: "No" }),
    chatChunk({}, "stop"),
    chatChunk({}, "tool_calls"),
    chatChunk({}, "length"),
    chatChunk({ content: null, tool_calls: null }),
    { choices: [] },
    {},
    USAGE_CHUNK,
  ),
);

Deno.test("for any order and mix of chunks, the events follow Anthropic's protocol", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 14 }), async (chunks) => {
      const { events, failed } = eventsOf(chunks);
      assert.equal(breach(events, failed), undefined, JSON.stringify(events));
      if (!failed) await assembled(events);
    }),
    { numRuns: 300 },
  );
});

Deno.test("all text of valid chunks arrives, each part in its own block", async () => {
  const pieces = fc.array(
    fc.tuple(fc.constantFrom("content", "reasoning_content"), fc.string({ minLength: 1 })),
  );
  const calls = fc.array(fc.record({ a: fc.string(), b: fc.integer() }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      pieces,
      calls,
      fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
      async (said, made, cuts) => {
        // Deltas of the calls alternate, split anywhere.
        const rests = made.map((input) => JSON.stringify(input));
        const chunks = said.map(([name, text]) => chatChunk({ [name]: text }));
        chunks.push(...made.map((_input, index) => callChunk(index, { id: `c${index}`, name: "look" })));
        while (rests.some((rest) => rest !== "")) {
          for (const [index, rest] of rests.entries()) {
            const length = cuts.next().value ?? 1;
            if (rest !== "") chunks.push(callChunk(index, { json: rest.slice(0, length) }));
            rests[index] = rest.slice(length);
          }
        }
        const { events, failed } = eventsOf([
          ...chunks,
          chatChunk({}, made.length > 0 ? "tool_calls" : "stop"),
        ]);
        assert.equal(failed, false);
        const { content } = await assembled(events);
        const all = (name: string) => said.flatMap(([of, text]) => of === name ? [text] : []).join("");
        assert.equal(
          content.map((block) => block.type === "text" ? block.text : "").join(""),
          all("content"),
        );
        assert.equal(
          content.map((block) => block.type === "thinking" ? block.thinking : "").join(""),
          all("reasoning_content"),
        );
        const inputs = content.flatMap((block) => block.type === "tool_use" ? [block.input] : []);
        assert.equal(JSON.stringify(inputs), JSON.stringify(made));
      },
    ),
    { numRuns: 100 },
  );
});

Deno.test("invalid JSON in arguments fails the stream, unless the token limit cut them off", () => {
  const chunks = [callChunk(0, { id: "a", name: "look", json: `{"a":` })];
  assert.equal(eventsOf([...chunks, chatChunk({}, "tool_calls")]).failed, true);
  const cut = eventsOf([...chunks, chatChunk({}, "length")]);
  assert.deepEqual([cut.failed, breach(cut.events, false)], [false, undefined]);
});
