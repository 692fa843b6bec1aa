/** Events of a provider in any order, mix and split become a stream that the strictest client accepts. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { isObject, type JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import type { WireName } from "../providers/target.ts";
import { WIRES } from "../wires/all.ts";
import { frames, inPieces } from "../wires/wire_fixture.ts";
import { NEVER_OPEN, passingGuardrails, startGateway, testTarget } from "./call_fixture.ts";

const SECRET = "provider-secret-1";
const chunk = (delta: unknown, finish_reason: string | null = null) => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason }],
});
const sse = (data: unknown, type?: string) =>
  `${type ? `event: ${type}\r\n` : ""}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const typed = (event: JsonObject) => sse(event, String(event.type));

/** Events of each wire in their usual order, which the test omits, doubles and mixes. */
const EVENTS: Record<"openai" | "anthropic" | "gemini" | "cohere", string[]> = {
  openai: [
    sse(chunk({ role: "assistant", content: "" })),
    ": a comment\n\n",
    sse(chunk({ content: 'مرحبا [DONE] "error"' })),
    sse(
      chunk({
        tool_calls: [{ index: 0, id: "t1", type: "function", function: { name: "f", arguments: "{}" } }],
      }),
    ),
    sse({ ...chunk({}), choices: [], prompt_filter_results: [{ error: null }] }),
    sse(chunk({}, "stop")).replaceAll("\n\n", "\r\n\r\n"),
    sse({ ...chunk({}), choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }),
    sse({ error: { message: `bad key ${SECRET}`, code: "boom" } }),
    sse("[DONE]"),
  ],
  anthropic: [
    typed({
      type: "message_start",
      message: { id: "m1", model: "x", usage: { input_tokens: 3, output_tokens: 1 } },
    }),
    typed({ type: "ping" }),
    typed({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    typed({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "مرحبا" } }),
    typed({ type: "content_block_stop", index: 0 }),
    typed({
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id: "t1", name: "f", input: {} },
    }),
    typed({ type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "{}" } }),
    typed({ type: "content_block_stop", index: 1 }),
    typed({ type: "from_the_future", x: [1] }),
    typed({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } }),
    typed({ type: "error", error: { type: "overloaded_error", message: `busy ${SECRET}` } }),
    typed({ type: "message_stop" }),
  ],
  gemini: [
    sse({ candidates: [{ content: { parts: [{ text: "think", thought: true }] } }], responseId: "r" }),
    sse({ candidates: [{ content: { parts: [{ text: "مرحبا" }] } }] }),
    sse({ candidates: [{ content: { parts: [{ functionCall: { name: "f", args: { a: 1 } } }] } }] }),
    sse({ usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 } }),
    sse({ error: { code: 503, message: `no ${SECRET}`, status: "UNAVAILABLE" } }),
    sse({ candidates: [{ finishReason: "STOP" }] }),
  ],
  cohere: [
    typed({ type: "message-start", id: "m1", delta: { message: { role: "assistant" } } }),
    typed({ type: "tool-plan-delta", delta: { message: { tool_plan: "look" } } }),
    typed({ type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } }),
    typed({ type: "content-delta", index: 0, delta: { message: { content: { text: "مرحبا" } } } }),
    typed({
      type: "tool-call-start",
      index: 0,
      delta: {
        message: { tool_calls: { id: "t1", type: "function", function: { name: "f", arguments: "" } } },
      },
    }),
    typed({
      type: "tool-call-delta",
      index: 0,
      delta: { message: { tool_calls: { function: { arguments: "{}" } } } },
    }),
    typed({ type: "tool-call-end", index: 0 }),
    typed({ type: "citation-start", index: 0, delta: { message: { citations: { start: 0 } } } }),
    typed({ type: "message-end", delta: { finish_reason: "COMPLETE" } }),
  ],
};

const BEDROCK: [string, unknown, string?][] = [
  ["messageStart", { role: "assistant" }],
  ["contentBlockDelta", { contentBlockIndex: 0, delta: { text: "مرحبا" } }],
  ["contentBlockStop", { contentBlockIndex: 0 }],
  ["contentBlockStart", { contentBlockIndex: 1, start: { toolUse: { toolUseId: "t1", name: "f" } } }],
  ["contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: "{}" } } }],
  ["contentBlockStop", { contentBlockIndex: 1 }],
  ["messageStop", { stopReason: "end_turn" }],
  ["metadata", { usage: { inputTokens: 3, outputTokens: 2 } }],
  ["throttlingException", { message: `slow ${SECRET}` }, "exception"],
];

/** Events in order with some omitted and some doubled, or in any order. */
function mixed<T>(events: T[]): fc.Arbitrary<T[]> {
  const kept = fc.array(fc.constantFrom(0, 1, 1, 1, 1, 2), {
    minLength: events.length,
    maxLength: events.length,
  })
    .map((counts) => events.flatMap((event, index) => Array(counts[index] ?? 1).fill(event)));
  return fc.oneof(kept, fc.shuffledSubarray(events), fc.array(fc.constantFrom(...events), { maxLength: 12 }));
}

/** A check as strict as the strictest client. */
function accept(text: string, { translated, asksUsage }: { translated: boolean; asksUsage: boolean }): void {
  assert.ok(text.endsWith("\n\n") || text.endsWith("\r\n\r\n"), "ends with a whole event");
  assert.ok(!text.includes(SECRET), "quotes no key");
  const events = text.split(/\r?\n\r?\n/).filter((event) => event !== "" && !event.startsWith(":"));
  const last = events.at(-1) ?? "";
  const ends = events.filter((event) => event === "data: [DONE]" || event.startsWith("event: error"));
  assert.equal(ends.length, 1, "ends once");
  assert.equal(ends[0], last, "nothing follows the end");
  const chunks = events.slice(0, -1).map((event) => {
    const data: unknown = JSON.parse(event.slice(event.indexOf("data: ") + 6));
    assert.ok(isObject(data) && Array.isArray(data.choices), event);
    return data;
  });
  const choices = chunks.flatMap(({ choices }) => Array.isArray(choices) ? choices.filter(isObject) : []);
  if (last === "data: [DONE]") {
    assert.ok(choices.some(({ finish_reason }) => typeof finish_reason === "string"), "says why it stopped");
  } else {
    assert.equal(typeof JSON.parse(last.slice(last.indexOf("data: ") + 6)).error.message, "string");
  }
  const shown = chunks.filter(({ usage }) => isObject(usage)).length;
  assert.ok(asksUsage || shown === 0, "usage only for those who ask");
  if (translated) acceptOrder(choices);
}

function acceptOrder(choices: JsonObject[]): void {
  const begun = new Set<unknown>();
  for (const [index, { delta, finish_reason }] of choices.entries()) {
    assert.ok(isObject(delta));
    if (index === 0) assert.equal(delta.role, "assistant");
    if (finish_reason) assert.equal(index, choices.length - 1, "the finish reason stands last");
    for (const call of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) {
      if (!begun.has(call.index)) assert.ok(call.id && call.function.name, "a call begins with id and name");
      begun.add(call.index);
    }
  }
}

const asSse = (events: string[], size: number) =>
  inPieces(new TextEncoder().encode(events.join("")), size, "text/event-stream");

interface Case {
  name: string;
  wire: WireName;
  scanned?: boolean;
  bodies: fc.Arbitrary<(size: number) => Response>;
}

const CASES: Case[] = [
  ...(["openai", "anthropic", "gemini", "cohere"] as const).map((wire): Case => ({
    name: wire,
    wire,
    bodies: mixed(EVENTS[wire]).map((events) => (size: number) => asSse(events, size)),
  })),
  {
    name: "openai, scanned by a guard",
    wire: "openai",
    scanned: true,
    bodies: mixed(EVENTS.openai).map((events) => (size: number) => asSse(events, size)),
  },
  {
    name: "bedrock",
    wire: "bedrock",
    bodies: mixed(BEDROCK).map((events) => (size: number) => frames(events, size)),
  },
];

for (const { name, wire, scanned = false, bodies } of CASES) {
  Deno.test(`a stream from ${name} is one that the strictest client accepts`, async () => {
    let body: (size: number) => Response = () => new Response();
    let size = 1;
    let streams = 0;
    await using provider = serveScript(() => body(size));
    await using gateway = await startGateway({
      models: { m: [testTarget(provider.url, { wire, region: "me-central-1" })] },
      wires: WIRES,
      deps: {
        resilience: { circuits: NEVER_OPEN, sleep: () => Promise.resolve() },
        guardrails: scanned ? passingGuardrails : undefined,
      },
    });
    const inputs = fc.record({
      bodies,
      size: fc.constantFrom(1, 3, 17, 100, 100_000),
      asksUsage: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        body = input.bodies;
        size = input.size;
        const response = await gateway.post({
          model: "m",
          stream: true,
          messages: [{ role: "user", content: "Hi" }],
          ...input.asksUsage ? { stream_options: { include_usage: true } } : {},
        });
        const text = await response.text();
        streams += response.status === 200 ? 1 : 0;
        if (response.status === 200) {
          accept(text, { translated: wire !== "openai", asksUsage: input.asksUsage });
        } else assert.ok(response.status >= 400 && !text.includes(SECRET), text);
      }),
      { numRuns: 60 },
    );
    assert.ok(streams > 20, `${streams} of 60 were streams`);
  });
}
