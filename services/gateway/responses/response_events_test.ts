import assert from "node:assert/strict";
import fc from "fast-check";
import OpenAI from "openai";
import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { callChunk, chatChunk, USAGE_CHUNK } from "../messages/chat_script.ts";
import { providerError } from "../errors.ts";
import { responseEvents } from "./response_events.ts";
import { responseForm } from "./response_form.ts";
import { consistent, responseStream } from "./response_stream.ts";

const CUSTOM = { type: "custom", name: "patch" };
const ANSWERING = {
  ...{ data: { model: "m", input: "x", tools: [CUSTOM] }, id: "resp_1", promptTokens: 5 },
  origin: { provider: "p", key: "1" },
  forms: new Map([["patch", { custom: true, namespace: undefined, name: "patch" }]]),
};

/** The stream as text, and whether it failed. */
async function written(chunks: JsonObject[]): Promise<{ text: string; failed: boolean }> {
  const form = responseForm();
  const machine = responseEvents(ANSWERING);
  const events = (async function* () {
    for (const chunk of chunks) yield* machine.add(chunk);
    yield* machine.end();
  })();
  let text = "";
  try {
    for await (const event of consistent(responseStream(events))) {
      text += form.write(event) + form.heartbeat();
    }
    return { text: text + form.end(), failed: false };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { text: text + form.failed(providerError(error.message, { code: "stream_cut" })), failed: true };
  }
}

/** The response that OpenAI's client assembles from a stream; it throws when events are out of order. */
async function assembled(text: string) {
  const openai = new OpenAI({
    apiKey: "k",
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } })),
  });
  return await openai.responses.stream({ model: "m", input: "x" }).finalResponse();
}

function eventsIn(text: string): JsonObject[] {
  return text.split("\n\n").filter((frame) => frame !== "").map((frame) =>
    JSON.parse(frame.split("data: ")[1] ?? "")
  );
}

/** The first violation of the protocol: consecutive numbers; sequential items, each added, done and in the output. */
function breach(events: JsonObject[], failed: boolean): string | undefined {
  let open: string | undefined;
  const done: string[] = [];
  for (const [at, event] of events.entries()) {
    const { type, sequence_number, output_index, item_id, item } = JSON.parse(JSON.stringify(event));
    if (sequence_number !== at) return `${at}: number ${sequence_number}`;
    if (at === 0 && type === "error") continue;
    if ((at === 0) !== (type === "response.created")) return `${at}: ${type}`;
    if (output_index !== undefined && output_index !== done.length) return `${at}: output ${output_index}`;
    if (item_id !== undefined && item_id !== open) return `${at}: ${type} of ${item_id} within ${open}`;
    if (type === "response.output_item.added") {
      if (open !== undefined) return `${at}: an item within ${open}`;
      open = item.id;
    } else if (type === "response.output_item.done") {
      if (item.id !== open) return `${at}: another item is done`;
      done.push(item.id);
      open = undefined;
    } else if (type === "response.completed" || type === "response.incomplete") {
      const { output } = JSON.parse(JSON.stringify(event)).response;
      const ids = output.map(({ id }: { id: string }) => id);
      if (open !== undefined || failed || ids.join() !== done.join()) return `${at}: ${type} with ${ids}`;
    }
  }
  const last = events.findLast(({ type }) => type !== "keepalive")?.type;
  const ends = failed ? ["response.failed", "error"] : ["response.completed", "response.incomplete"];
  return ends.some((end) => end === last) ? undefined : `ends with ${last}`;
}

const piece = fc.string({ maxLength: 6 });
const chunk: fc.Arbitrary<JsonObject> = fc.oneof(
  piece.map((content) => chatChunk({ content })),
  piece.map((reasoning_content) => chatChunk({ reasoning_content })),
  fc.record({
    index: fc.integer({ min: 0, max: 3 }),
    id: fc.option(fc.constantFrom("a", "b", "", "f:0"), { nil: undefined }),
    name: fc.option(fc.constantFrom("look", "patch", ""), { nil: undefined }),
    json: fc.option(fc.constantFrom("", "{", "}", '{"a":1}', '{"input":"x"}', '{"a":', "1}", " "), {
      nil: undefined,
    }),
  }).map(({ index, ...call }) => callChunk(index, call)),
  fc.constantFrom(
    chatChunk({ role: "assistant", content: "" }),
    chatChunk({ refusal: "No" }),
    chatChunk({ thinking_blocks: [{ type: "redacted_thinking", data: "x" }] }),
    chatChunk({}, "stop"),
    chatChunk({}, "tool_calls"),
    chatChunk({}, "length"),
    chatChunk({ content: null, tool_calls: null }),
    { choices: [] },
    {},
    { error: { message: "overloaded" } },
    USAGE_CHUNK,
  ),
);

Deno.test("for any order and mix of chunks, the events follow the protocol of the Responses API", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 14 }), async (chunks) => {
      const { text, failed } = await written(chunks);
      assert.equal(breach(eventsIn(text), failed), undefined, text);
      if (failed) return;
      const ended = eventsIn(text).findLast(({ type }) => type !== "keepalive")?.response;
      const { output } = await assembled(text);
      assert.deepEqual(noParsed(output), noParsed(JSON.parse(JSON.stringify(ended)).output));
    }),
    { numRuns: 250 },
  );
});

/** Removes the `parsed` fields that the client adds. */
function noParsed(value: unknown): unknown {
  const dropParsed = (name: string, field: unknown) =>
    name === "parsed" || name === "parsed_arguments" ? undefined : field;
  return JSON.parse(JSON.stringify(value), dropParsed);
}
