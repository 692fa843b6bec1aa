/** Arbitrary streams of the Responses API, checked by the strictest client: openai's accumulator. */
import assert from "node:assert/strict";
import fc from "fast-check";
import OpenAI from "openai";
import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { nativeEvents } from "./native_events.ts";
import { responseForm } from "./response_form.ts";
import { consistent, responseStream } from "./response_stream.ts";

const PART = { type: "output_text", text: "Good day", annotations: [], logprobs: [] };
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", status: "completed", content: [PART] };
const SUMMARY = { type: "summary_text", text: "Hm" };
const REASONING = { id: "rs_1", type: "reasoning", summary: [SUMMARY] };
const CALL = { id: "fc_1", type: "function_call", call_id: "call_1", name: "look", arguments: '{"a":1}' };
const BEGUN = { id: "r", object: "response", created_at: 1, status: "in_progress", model: "m", output: [] };
const THOUGHT = { item_id: "rs_1", output_index: 0, summary_index: 0 };
const TEXT = { item_id: "msg_1", output_index: 1, content_index: 0 };
const CALLED = { item_id: "fc_1", output_index: 2 };

const EVENTS: JsonObject[] = [
  { type: "response.created", response: BEGUN },
  { type: "response.in_progress", response: BEGUN },
  { type: "response.output_item.added", output_index: 0, item: { ...REASONING, summary: [] } },
  { type: "response.reasoning_summary_part.added", ...THOUGHT, part: { ...SUMMARY, text: "" } },
  { type: "response.reasoning_summary_text.delta", ...THOUGHT, delta: "Hm" },
  { type: "response.reasoning_summary_text.done", ...THOUGHT, text: "Hm" },
  { type: "response.reasoning_summary_part.done", ...THOUGHT, part: SUMMARY },
  { type: "response.output_item.done", output_index: 0, item: REASONING },
  {
    type: "response.output_item.added",
    output_index: 1,
    item: { ...MESSAGE, status: "in_progress", content: [] },
  },
  { type: "response.content_part.added", ...TEXT, part: { ...PART, text: "" } },
  { type: "response.output_text.delta", ...TEXT, delta: "Good day", logprobs: [] },
  { type: "response.output_text.done", ...TEXT, text: "Good day", logprobs: [] },
  { type: "response.content_part.done", ...TEXT, part: PART },
  { type: "response.output_item.done", output_index: 1, item: MESSAGE },
  {
    type: "response.output_item.added",
    output_index: 2,
    item: { ...CALL, arguments: "", status: "in_progress" },
  },
  { type: "response.function_call_arguments.delta", ...CALLED, delta: '{"a":1}' },
  { type: "response.function_call_arguments.done", ...CALLED, name: "look", arguments: '{"a":1}' },
  { type: "response.output_item.done", output_index: 2, item: { ...CALL, status: "completed" } },
  { type: "response.completed", response: { ...BEGUN, status: "completed", output: [], usage: null } },
];

async function written(events: JsonObject[]): Promise<{ text: string; failed: boolean }> {
  const form = responseForm();
  const source = (async function* () {
    yield* events;
  })();
  const same = (value: JsonObject) => value;
  let text = "";
  try {
    const native = nativeEvents(source, { provider: "p", clientResponse: same, clientItem: same });
    for await (const event of consistent(responseStream(native))) text += form.write(event);
    return { text: text + form.end(), failed: false };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { text, failed: true };
  }
}

/** Reads a stream with OpenAI's client, which throws when events are out of order. */
async function read(text: string): Promise<void> {
  const openai = new OpenAI({
    apiKey: "k",
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } })),
  });
  for await (const _ of openai.responses.stream({ model: "m", input: "x" }));
}

/** Events in order with some omitted and some doubled, or in any order. */
const wild = fc.oneof(
  fc.array(fc.constantFrom(0, 1, 1, 1, 1, 1, 1, 1, 2), { minLength: EVENTS.length, maxLength: EVENTS.length })
    .map((counts) => EVENTS.flatMap((event, index) => Array(counts[index] ?? 1).fill(event))),
  fc.shuffledSubarray(EVENTS),
);

Deno.test("for any events from a provider, OpenAI's client can read the forwarded stream", async () => {
  await fc.assert(
    fc.asyncProperty(wild, async (events) => {
      const { text, failed } = await written(events);
      const ends = failed
        ? `event: response.failed\ndata: ${
          JSON.stringify({ type: "response.failed", response: { ...BEGUN, status: "failed" } })
        }\n\n`
        : "";
      if (text !== "") await read(text + ends);
    }),
    { numRuns: 400 },
  );
});

Deno.test("the gateway adds a part's start event that a provider omits", async () => {
  const partless = EVENTS.filter(({ type }) => !/_part\.(added|done)$/.test(String(type)));
  const { text, failed } = await written(partless);
  assert.equal(failed, false);
  await read(text);
  const types = text.split("\n").filter((line) => line.startsWith("event: "));
  assert.equal(types.filter((type) => type.endsWith("content_part.added")).length, 1);
  assert.equal(types.filter((type) => type.endsWith("reasoning_summary_part.added")).length, 1);
});
