/** The npm package `openai` through a gateway to each translated provider, answered as its documentation shows. */
import type { JsonObject } from "lib/json_object.ts";
import assert from "node:assert/strict";
import OpenAI from "openai";
import { type Recorded, serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import type { WireName } from "../providers/target.ts";
import { WIRES } from "./all.ts";
import { frames, sse } from "./wire_fixture.ts";

interface Played {
  wire: Exclude<WireName, "openai" | "azure_openai" | "echo">;
  isStream(asked: Recorded): boolean;
  whole: JsonObject;
  /** The same answer streamed; without its last event when `cut`. */
  streamed(cut: boolean): Response;
  /** A stream that ends with an overload before any content. */
  overloaded(): Response;
  refusal: JsonObject;
}

const FUNCTION = { name: "look", arguments: '{"at":"tail"}' };

const anthropicEvents = [
  { type: "message_start", message: { id: "m1", model: "m", usage: { input_tokens: 10, output_tokens: 1 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "قطة " } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "هنا" } },
  { type: "content_block_stop", index: 0 },
  {
    type: "content_block_start",
    index: 1,
    content_block: { type: "tool_use", id: "t1", name: "look", input: {} },
  },
  { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"at":' } },
  { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '"tail"}' } },
  { type: "content_block_stop", index: 1 },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 5 } },
  { type: "message_stop" },
];
const geminiPart = (parts: unknown[], more: JsonObject = {}) => ({
  candidates: [{ content: { parts }, ...more }],
});
const geminiCall = { functionCall: { id: "t1", name: "look", args: { at: "tail" } } };
const geminiUsage = { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 } };
const cohereText = (text: string) => ({
  type: "content-delta",
  index: 0,
  delta: { message: { content: { text } } },
});
const cohereCall = (type: string, tool_calls?: JsonObject) => ({
  type,
  index: 0,
  delta: { message: { tool_calls } },
});
const cohereUsage = { billed_units: { input_tokens: 10, output_tokens: 5 } };
const cohereEvents = [
  { type: "message-start", id: "m1", delta: { message: { role: "assistant" } } },
  cohereText("قطة "),
  cohereText("هنا"),
  cohereCall("tool-call-start", { id: "t1", type: "function", function: { name: "look", arguments: "" } }),
  cohereCall("tool-call-delta", { function: { arguments: '{"at":"tail"}' } }),
  cohereCall("tool-call-end"),
  { type: "message-end", delta: { finish_reason: "TOOL_CALL", usage: cohereUsage } },
];
const bedrockText = (text: string): [string, unknown] => [
  "contentBlockDelta",
  { contentBlockIndex: 0, delta: { text } },
];
const bedrockUsage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };
const bedrockEvents: [string, unknown, string?][] = [
  ["messageStart", { role: "assistant" }],
  bedrockText("قطة "),
  bedrockText("هنا"),
  ["contentBlockStart", { contentBlockIndex: 1, start: { toolUse: { toolUseId: "t1", name: "look" } } }],
  ["contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '{"at":' } } }],
  ["contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '"tail"}' } } }],
  ["contentBlockStop", { contentBlockIndex: 1 }],
  ["metadata", { usage: bedrockUsage }],
  ["messageStop", { stopReason: "tool_use" }],
];

const PLAYED: Played[] = [
  {
    wire: "anthropic",
    isStream: ({ body }) => JSON.parse(body).stream === true,
    whole: {
      id: "m1",
      model: "m",
      content: [{ type: "text", text: "قطة هنا" }, {
        type: "tool_use",
        id: "t1",
        name: "look",
        input: { at: "tail" },
      }],
      stop_reason: "tool_use",
      usage: { input_tokens: 10, output_tokens: 5 },
    },
    streamed: (cut) => sse(cut ? anthropicEvents.slice(0, -2) : anthropicEvents),
    overloaded: () =>
      sse([...anthropicEvents.slice(0, 1), {
        type: "error",
        error: { type: "overloaded_error", message: "Busy" },
      }]),
    refusal: { type: "error", error: { type: "invalid_request_error", message: "Too long" } },
  },
  {
    wire: "gemini",
    isStream: ({ path }) => path.includes("stream"),
    whole: { ...geminiPart([{ text: "قطة هنا" }, geminiCall], { finishReason: "STOP" }), ...geminiUsage },
    streamed(cut) {
      const end = { ...geminiPart([geminiCall], { finishReason: "STOP" }), ...geminiUsage };
      const text = [geminiPart([{ text: "قطة " }]), geminiPart([{ text: "هنا" }])];
      return sse(cut ? text : [...text, end]);
    },
    overloaded: () => sse([geminiPart([]), { error: { code: 503, message: "Busy", status: "UNAVAILABLE" } }]),
    refusal: { error: { code: 400, message: "Too long", status: "INVALID_ARGUMENT" } },
  },
  {
    wire: "bedrock",
    isStream: ({ path }) => path.endsWith("converse-stream"),
    whole: {
      output: {
        message: {
          content: [{ text: "قطة هنا" }, {
            toolUse: { toolUseId: "t1", name: "look", input: { at: "tail" } },
          }],
        },
      },
      stopReason: "tool_use",
      usage: bedrockUsage,
    },
    streamed: (cut) => frames(cut ? bedrockEvents.slice(0, -1) : bedrockEvents),
    overloaded: () =>
      frames([["messageStart", {}], ["throttlingException", { message: "Busy" }, "exception"]]),
    refusal: { message: "Too long" },
  },
  {
    wire: "cohere",
    isStream: ({ body }) => JSON.parse(body).stream === true,
    whole: {
      id: "m1",
      message: {
        content: [{ type: "text", text: "قطة هنا" }],
        tool_calls: [{ id: "t1", type: "function", function: FUNCTION }],
      },
      finish_reason: "TOOL_CALL",
      usage: cohereUsage,
    },
    streamed: (cut) => sse(cut ? cohereEvents.slice(0, -1) : cohereEvents),
    overloaded: () =>
      sse([...cohereEvents.slice(0, 1), { type: "message-end", delta: { finish_reason: "ERROR" } }]),
    refusal: { message: "Too long" },
  },
];

const MESSAGES = [{ role: "user" as const, content: "What is here?" }];

/** Runs `test` with a gateway whose model `m` is at a scripted provider. */
async function through(
  { wire }: Played,
  script: (asked: Recorded, index: number) => Response | Promise<Response>,
  test: (
    openai: OpenAI,
    gateway: Awaited<ReturnType<typeof startGateway>>,
    asked: Recorded[],
  ) => Promise<void>,
) {
  await using provider = serveScript((_request, recorded, index) => script(recorded, index));
  const target = testTarget(provider.url, { wire, provider: wire });
  await using gateway = await startGateway({ models: { m: [target] }, wires: WIRES });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  await test(openai, gateway, provider.requests);
}

for (const play of PLAYED) {
  const { wire } = play;
  const answer = (asked: Recorded) => play.isStream(asked) ? play.streamed(false) : Response.json(play.whole);

  Deno.test(`openai through ${wire}: a chat with a tool call, and its cost`, () =>
    through(play, answer, async (openai, gateway) => {
      const { choices: [choice], usage } = await openai.chat.completions.create({
        model: "m",
        messages: MESSAGES,
      });
      assert.equal(choice?.message.content, "قطة هنا");
      const [call] = choice?.message.tool_calls ?? [];
      assert.deepEqual(call, { id: "t1", type: "function", function: FUNCTION, ...Object(undefined) });
      assert.equal(choice?.finish_reason, "tool_calls");
      assert.deepEqual([usage?.prompt_tokens, usage?.completion_tokens], [10, 5]);
      const [record] = await gateway.recorded(1);
      assert.partialDeepStrictEqual(record, {
        provider: wire,
        outcome: "ok",
        prompt_tokens: 10,
        completion_tokens: 5,
        cost_usd: "0.000020000",
        estimated: false,
      });
    }));

  Deno.test(`openai through ${wire}: a stream with deltas of a tool call, and usage only on request`, () =>
    through(play, answer, async (openai, gateway) => {
      for (const include_usage of [true, false]) {
        const stream = openai.chat.completions.stream({
          model: "m",
          messages: MESSAGES,
          ...include_usage ? { stream_options: { include_usage } } : {},
        });
        const { choices: [choice], usage } = await stream.finalChatCompletion();
        assert.equal(choice?.message.content, "قطة هنا");
        const [call] = choice?.message.tool_calls ?? [];
        assert.equal(call?.type === "function" && call.function.arguments, FUNCTION.arguments);
        assert.equal(choice?.finish_reason, "tool_calls");
        assert.equal(usage?.total_tokens, include_usage ? 15 : undefined);
      }
      const records = await gateway.recorded(2);
      assert.deepEqual(records.map(({ total_tokens, estimated }) => [total_tokens, estimated]), [
        [15, false],
        [15, false],
      ]);
    }));

  Deno.test(`openai through ${wire}: a truncated stream fails and is recorded as cut`, () =>
    through(play, () => play.streamed(true), async (openai, gateway) => {
      const stream = await openai.chat.completions.create({ model: "m", messages: MESSAGES, stream: true });
      await assert.rejects(Array.fromAsync(stream), OpenAI.APIError);
      assert.equal((await gateway.recorded(1))[0]?.outcome, "cut");
    }));

  Deno.test(`openai through ${wire}: an overload before the first content is retried`, () =>
    through(
      play,
      (_asked, index) => index === 0 ? play.overloaded() : play.streamed(false),
      async (openai, _, asked) => {
        const stream = await openai.chat.completions.create({ model: "m", messages: MESSAGES, stream: true });
        const text = (await Array.fromAsync(stream)).map(({ choices }) => choices[0]?.delta.content ?? "")
          .join("");
        assert.equal(text, "قطة هنا");
        assert.equal(asked.length, 2);
      },
    ));

  Deno.test(`openai through ${wire}: a refused request keeps its message and is not retried`, () =>
    through(play, () => Response.json(play.refusal, { status: 400 }), async (openai, _, asked) => {
      await assert.rejects(
        openai.chat.completions.create({ model: "m", messages: MESSAGES }),
        (error) => error instanceof OpenAI.APIError && /Too long/.test(error.message) && error.status === 502,
      );
      assert.equal(asked.length, 1);
    }));

  Deno.test(`${wire}: an abort by the client reaches the provider before its first content`, async () => {
    const left = Promise.withResolvers<void>();
    const stopping = new AbortController();
    const silent = () => {
      // After this response has been returned.
      setTimeout(() => stopping.abort(), 0);
      return new Response(new ReadableStream({ cancel: () => left.resolve() }));
    };
    await through(play, silent, async (_, gateway, asked) => {
      const stream = gateway.post({ model: "m", messages: MESSAGES, stream: true }, {
        signal: stopping.signal,
      });
      await assert.rejects(stream);
      await left.promise;
      const [record] = await gateway.recorded(1);
      assert.deepEqual([record?.outcome, asked.length], ["aborted", 1]);
    });
  });
}
