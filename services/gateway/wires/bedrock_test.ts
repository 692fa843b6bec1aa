import assert from "node:assert/strict";
import { bedrock, bedrockWire } from "./bedrock.ts";
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

Deno.test("a conversation becomes Converse's messages", async () => {
  await using provider = played("bedrock", () => Response.json(ANSWER), { model: "eu.anthropic.claude-x:0" });
  await bedrock.chat(CONVERSATION, provider.context);
  assert.deepEqual(provider.sent(), {
    messages: [
      {
        role: "user",
        content: [{ text: "ما هذا؟" }, { image: { format: "png", source: { bytes: "iVBORw0=" } } }],
      },
      {
        role: "assistant",
        content: [
          { toolUse: { toolUseId: "c1", name: "look", input: { at: "image" } } },
          { toolUse: { toolUseId: "c2", name: "look", input: {} } },
        ],
      },
      {
        role: "user",
        content: [
          { toolResult: { toolUseId: "c1", content: [{ text: "a cat" }] } },
          { toolResult: { toolUseId: "c2", content: [{ text: "nothing" }] } },
          { text: "And now?" },
        ],
      },
    ],
    system: [{ text: "Be brief" }],
    inferenceConfig: { maxTokens: 100, temperature: 1, topP: 0.9, stopSequences: ["END"] },
    toolConfig: {
      tools: [{
        toolSpec: {
          name: "look",
          description: "Looks",
          inputSchema: { json: { type: "object", properties: { at: { type: "string" } } } },
        },
      }],
      toolChoice: { any: {} },
    },
  });
  assert.equal(provider.requests[0]?.path, "/model/eu.anthropic.claude-x%3A0/converse");
  assert.equal(provider.requests[0]?.headers.get("authorization"), "Bearer secret");
});

Deno.test("with an access key the request is signed for region and service, and the secret stays here", async () => {
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

Deno.test("a binary event stream gives text, reasoning and calls in pieces, then reason and usage", async () => {
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

Deno.test("an exception in the stream, a cut one and a frame that cannot be one fail", async () => {
  await using throttled = played(
    "bedrock",
    () => frames([...TEXT, ["throttlingException", { message: "Too fast" }, "exception"]]),
  );
  await assert.rejects(assembled(bedrock, CONVERSATION, throttled.context), {
    status: 429,
    message: "Too fast",
    beforeFirstByte: false,
  });
  await using cutting = played("bedrock", () => frames(TEXT));
  await assert.rejects(assembled(bedrock, CONVERSATION, cutting.context), { message: /cut/ });
  await using lying = played("bedrock", () => inPieces(new Uint8Array(64).fill(255), 9, "x"));
  await assert.rejects(assembled(bedrock, CONVERSATION, lying.context), { message: /cut/ });
});

Deno.test("what Converse cannot take is refused by name, and AWS's message is kept", async () => {
  await using provider = played(
    "bedrock",
    () => Response.json({ message: "Malformed input" }, { status: 400 }),
  );
  await assert.rejects(bedrock.chat(CONVERSATION, provider.context), {
    status: 400,
    message: "Malformed input",
  });
  const audio = {
    role: "user",
    content: [{ type: "input_audio", input_audio: { data: "UklG", format: "wav" } }],
  };
  await assert.rejects(bedrock.chat({ messages: [audio] }, provider.context), {
    status: 400,
    param: "messages",
  });
});

Deno.test("Titan embeddings are asked for text by text and their tokens added", async () => {
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

Deno.test("pictures at addresses are fetched, those in S3 named; documents keep a name that AWS takes", async () => {
  const wire = bedrockWire(() => Promise.resolve({ mediaType: "image/jpeg", data: "/9j/" }));
  await using provider = played("bedrock", () => Response.json(ANSWER));
  const image = (url: string) => ({ type: "image_url", image_url: { url } });
  const docx = "data:application/vnd.openxmlformats-officedocument.wordprocessingml.document;base64,UEs=";
  const content = [
    image("https://example.com/a"),
    image("s3://bucket/b.jpg"),
    { type: "file", file: { file_data: docx, filename: "عرض  2026_v1.docx" } },
  ];
  await wire.chat({ messages: [{ role: "user", content }] }, provider.context);
  assert.deepEqual(provider.sent().messages, [{
    role: "user",
    content: [
      { image: { format: "jpeg", source: { bytes: "/9j/" } } },
      { image: { format: "jpeg", source: { s3Location: { uri: "s3://bucket/b.jpg" } } } },
      { document: { name: "2026 v1", format: "docx", source: { bytes: "UEs=" } } },
    ],
  }]);
});

Deno.test("thoughts keep their signature through a stream and go back to the model", async () => {
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

Deno.test("a call without arguments gets an empty object; an answer that went wrong is an error", async () => {
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

Deno.test("a JSON answer is asked for by schema or in words; cache marks and service tier pass", async () => {
  await using provider = played("bedrock", () => Response.json(ANSWER));
  const schema = { type: "object", properties: {} };
  const format = (response_format: unknown) =>
    bedrock.chat({ messages: ASKED, response_format }, provider.context);
  await format({ type: "json_schema", json_schema: { name: "tender", schema } });
  assert.deepEqual(provider.sent().outputConfig, {
    textFormat: {
      type: "json_schema",
      structure: { jsonSchema: { name: "tender", schema: JSON.stringify(schema) } },
    },
  });
  await format({ type: "json_object" });
  assert.match(JSON.stringify(provider.sent(1).system), /one JSON object/);
  const cached = [{ type: "text", text: "long", cache_control: { type: "ephemeral", ttl: "1h" } }];
  await bedrock.chat(
    { messages: [{ role: "system", content: cached }, ...ASKED], service_tier: "flex" },
    provider.context,
  );
  assert.partialDeepStrictEqual(provider.sent(2), {
    system: [{ text: "long" }, { cachePoint: { type: "default", ttl: "1h" } }],
    serviceTier: { type: "flex" },
  });
});

Deno.test("tools that the conversation used stay named when none may be called", async () => {
  await using provider = played("bedrock", () => Response.json(ANSWER));
  await bedrock.chat({ ...CONVERSATION, tools: undefined, tool_choice: undefined }, provider.context);
  assert.deepEqual(provider.sent().toolConfig, {
    tools: [{ toolSpec: { name: "look", inputSchema: { json: { type: "object", properties: {} } } } }],
  });
  await bedrock.chat({ ...CONVERSATION, tool_choice: "none" }, provider.context);
  assert.deepEqual(Object.keys(Object(provider.sent(1).toolConfig)), ["tools"]);
});

Deno.test("every family is told to think in its own words", async () => {
  const cases: [string, unknown][] = [
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", { thinking: { type: "enabled", budget_tokens: 4096 } }],
    ["anthropic.claude-opus-4-8", {
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "medium" },
    }],
    ["openai.gpt-oss-120b-1:0", { reasoning_effort: "medium" }],
    ["amazon.nova-2-lite-v1:0", { reasoningConfig: { type: "enabled", maxReasoningEffort: "medium" } }],
    ["meta.llama4-maverick", undefined],
  ];
  for (const [model, fields] of cases) {
    await using provider = played("bedrock", () => Response.json(ANSWER), { model });
    const request = { messages: ASKED, reasoning_effort: "medium", temperature: 0.5, max_tokens: 100 };
    await bedrock.chat(request, provider.context);
    assert.deepEqual(provider.sent().additionalModelRequestFields, fields, model);
    const { temperature } = Object(provider.sent().inferenceConfig);
    assert.equal(temperature, model.includes("anthropic") ? undefined : 0.5, model);
  }
});

Deno.test("Nova's and Cohere's embeddings have formats of their own", async () => {
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
