import assert from "node:assert/strict";
import { bedrock } from "./bedrock.ts";
import { assembled, CONVERSATION, frames, inPieces, played, whole } from "./wire_fixture.ts";

const ANSWER = {
  output: {
    message: {
      role: "assistant",
      content: [
        { reasoningContent: { reasoningText: { text: "hmm", signature: "sig" } } },
        { text: "A cat" },
        { toolUse: { toolUseId: "t1", name: "look", input: { at: "tail" } } },
      ],
    },
  },
  stopReason: "tool_use",
  usage: {
    inputTokens: 10,
    outputTokens: 7,
    totalTokens: 52,
    cacheReadInputTokens: 30,
    cacheWriteInputTokens: 5,
  },
};

Deno.test("with an access key the request is signed for region and service, and the secret is not sent", async () => {
  await using provider = played(
    "bedrock",
    () => Response.json(ANSWER),
    {},
    "AKIDEXAMPLE:top-secret:session-1",
  );
  await bedrock.chat(CONVERSATION, provider.context);
  const { headers } = provider.requests[0] ?? assert.fail();
  const signature =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/me-central-1\/bedrock\/aws4_request, SignedHeaders=[\w;-]+, Signature=[0-9a-f]{64}$/;
  assert.match(headers.get("authorization") ?? "", signature);
  assert.equal(headers.get("x-amz-security-token"), "session-1");
  assert.ok(![...headers.values()].some((value) => value.includes("top-secret")));
});

Deno.test("an answer keeps text, reasoning, calls, stop reason and cached tokens", async () => {
  await using provider = played("bedrock", () => Response.json(ANSWER));
  const { message, finish, usage } = await whole(bedrock, CONVERSATION, provider.context);
  assert.deepEqual([message.content, message.reasoning_content, finish], ["A cat", "hmm", "tool_calls"]);
  assert.deepEqual(message.tool_calls, [
    { id: "t1", type: "function", function: { name: "look", arguments: '{"at":"tail"}' } },
  ]);
  assert.deepEqual([usage.prompt_tokens, usage.completion_tokens], [45, 7]);
  assert.deepEqual(usage.prompt_tokens_details, {
    cached_tokens: 30,
    cache_creation_tokens: 5,
    audio_tokens: 0,
  });
});

const TEXT: [string, unknown][] = [
  ["messageStart", { role: "assistant" }],
  ["contentBlockDelta", { contentBlockIndex: 0, delta: { reasoningContent: { text: "hmm" } } }],
  ["contentBlockDelta", { contentBlockIndex: 1, delta: { text: "قطة " } }],
  ["contentBlockDelta", { contentBlockIndex: 1, delta: { text: "هنا" } }],
];

Deno.test("a binary event stream gives deltas of text, reasoning and calls, then finish reason and usage", async () => {
  await using provider = played("bedrock", () =>
    frames([
      ...TEXT,
      ["contentBlockStart", { contentBlockIndex: 2, start: { toolUse: { toolUseId: "t1", name: "look" } } }],
      ["contentBlockDelta", { contentBlockIndex: 2, delta: { toolUse: { input: '{"at":' } } }],
      ["contentBlockDelta", { contentBlockIndex: 2, delta: { toolUse: { input: "1}" } } }],
      ["contentBlockStop", { contentBlockIndex: 2 }],
      ["contentBlockStart", { contentBlockIndex: 3, start: { toolUse: { toolUseId: "t2", name: "look" } } }],
      ["contentBlockDelta", { contentBlockIndex: 3, delta: { toolUse: { input: "{}" } } }],
      ["messageStop", { stopReason: "tool_use" }],
      ["metadata", { usage: { inputTokens: 9, outputTokens: 25 } }],
    ]));
  const answer = await assembled(bedrock, CONVERSATION, provider.context);
  assert.equal(provider.requests[0]?.path, "/model/m/converse-stream");
  assert.deepEqual([answer.text, answer.reasoning, answer.finish], ["قطة هنا", "hmm", "tool_calls"]);
  assert.deepEqual(answer.calls, [
    { id: "t1", name: "look", arguments: '{"at":1}' },
    { id: "t2", name: "look", arguments: "{}" },
  ]);
  assert.partialDeepStrictEqual(answer.usage, { prompt_tokens: 9, completion_tokens: 25 });
});

Deno.test("an exception in the stream, a truncated stream and an invalid frame fail", async () => {
  await using throttled = played(
    "bedrock",
    () => frames([...TEXT, ["throttlingException", { message: "Too fast" }, "exception"]]),
  );
  await assert.rejects(assembled(bedrock, CONVERSATION, throttled.context), {
    status: 429,
    message: "bedrock failed: Too fast",
    beforeFirstByte: false,
  });
  await using cutting = played("bedrock", () => frames(TEXT));
  await assert.rejects(assembled(bedrock, CONVERSATION, cutting.context), {
    message: /broke off its answer/,
  });
  await using lying = played("bedrock", () => inPieces(new Uint8Array(64).fill(255), 9, "x"));
  await assert.rejects(assembled(bedrock, CONVERSATION, lying.context), { message: /broke off its answer/ });
});

Deno.test("Titan embeds one text per call, and the tokens are summed", async () => {
  await using provider = played(
    "bedrock",
    () => Response.json({ embedding: [1, 2], inputTextTokenCount: 3 }),
  );
  const answer = await bedrock.embed?.({ model: "m", input: ["a", "b"] }, provider.context);
  assert.partialDeepStrictEqual(answer, {
    data: [{ embedding: [1, 2] }, { embedding: [1, 2] }],
    usage: { prompt_tokens: 6 },
  });
});

const ASKED = [{ role: "user", content: "x" }];

Deno.test("thinking keeps its signature through a stream and goes back to the model", async () => {
  const delta = (contentBlockIndex: number, reasoningContent: unknown): [string, unknown] => [
    "contentBlockDelta",
    { contentBlockIndex, delta: { reasoningContent } },
  ];
  await using provider = played("bedrock", () =>
    frames([
      ["messageStart", { role: "assistant" }],
      delta(0, { text: "let me " }),
      delta(0, { text: "see" }),
      delta(0, { signature: "sig" }),
      ["contentBlockStop", { contentBlockIndex: 0 }],
      delta(1, { redactedContent: "c2VjcmV0" }),
      ["contentBlockStop", { contentBlockIndex: 1 }],
      ["messageStop", { stopReason: "end_turn" }],
    ]));
  const chunks = JSON.parse(
    JSON.stringify(await Array.fromAsync(bedrock.stream({ messages: ASKED }, provider.context))),
  );
  const thinking_blocks = chunks.flatMap((chunk: { choices: { delta: { thinking_blocks?: unknown[] } }[] }) =>
    chunk.choices.flatMap(({ delta }) => delta.thinking_blocks ?? [])
  );
  assert.deepEqual(thinking_blocks, [
    { type: "thinking", thinking: "let me see", signature: "sig" },
    { type: "redacted_thinking", data: "c2VjcmV0" },
  ]);
  await using again = played("bedrock", () => Response.json(ANSWER));
  await bedrock.chat(
    { messages: [...ASKED, { role: "assistant", content: "a", thinking_blocks }] },
    again.context,
  );
  assert.partialDeepStrictEqual(again.sent(), {
    messages: [{}, {
      content: [
        { reasoningContent: { reasoningText: { text: "let me see", signature: "sig" } } },
        { reasoningContent: { redactedContent: "c2VjcmV0" } },
        { text: "a" },
      ],
    }],
  });
});

Deno.test("a call without arguments gets an empty object; a malformed answer is an error", async () => {
  await using provider = played("bedrock", () =>
    frames([
      ["messageStart", { role: "assistant" }],
      ["contentBlockStart", { contentBlockIndex: 0, start: { toolUse: { toolUseId: "t1", name: "now" } } }],
      ["contentBlockStop", { contentBlockIndex: 0 }],
      ["messageStop", { stopReason: "tool_use" }],
    ]));
  const { calls } = await assembled(bedrock, { messages: ASKED }, provider.context);
  assert.deepEqual(calls, [{ id: "t1", name: "now", arguments: "{}" }]);
  await using malformed = played(
    "bedrock",
    () => Response.json({ output: {}, stopReason: "malformed_tool_use" }),
  );
  await assert.rejects(bedrock.chat({ messages: ASKED }, malformed.context), {
    status: 502,
    code: "malformed_tool_use",
  });
  await using throttled = played(
    "bedrock",
    () =>
      frames([["messageStart", { role: "assistant" }], [
        "throttlingException",
        { message: "slow" },
        "exception",
      ]]),
  );
  await assert.rejects(assembled(bedrock, { messages: ASKED }, throttled.context), {
    status: 429,
    beforeFirstByte: true,
  });
});

Deno.test("Nova's and Cohere's embeddings are called in their own formats", async () => {
  await using nova = played(
    "bedrock",
    () => Response.json({ embeddings: [{ embeddingType: "TEXT", embedding: [1] }], inputTokenCount: 2 }),
    { model: "amazon.nova-2-multimodal-embeddings-v1:0" },
  );
  assert.partialDeepStrictEqual(await bedrock.embed?.({ input: "a" }, nova.context), {
    data: [{ embedding: [1] }],
    usage: { total_tokens: 2 },
  });
  await using cohere = played("bedrock", () => Response.json({ embeddings: { float: [[1], [2]] } }), {
    model: "global.cohere.embed-v4:0",
  });
  assert.partialDeepStrictEqual(await bedrock.embed?.({ input: ["a", "b"] }, cohere.context), {
    data: [{ embedding: [1] }, { embedding: [2] }],
  });
  assert.partialDeepStrictEqual(cohere.sent(), { texts: ["a", "b"], input_type: "search_document" });
});
