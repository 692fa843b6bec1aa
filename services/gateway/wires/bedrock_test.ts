import assert from "node:assert/strict";
import { bedrock } from "./bedrock.ts";
import { assembled, CONVERSATION, inPieces, played, whole } from "./wire_fixture.ts";

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

/** A frame of AWS's event stream; its CRCs are zero, TLS stands in for them. */
function frame(type: string, payload: unknown, kind = "event"): Uint8Array {
  const encoder = new TextEncoder();
  const header = (name: string, value: string) => {
    const [n, v] = [encoder.encode(name), encoder.encode(value)];
    return Uint8Array.from([n.length, ...n, 7, v.length >> 8, v.length & 255, ...v]);
  };
  const typeHeader = kind === "event" ? ":event-type" : ":exception-type";
  const headers = Uint8Array.from([...header(typeHeader, type), ...header(":message-type", kind)]);
  const body = encoder.encode(JSON.stringify(payload));
  const total = 12 + headers.length + body.length + 4;
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, total);
  view.setUint32(4, headers.length);
  bytes.set(headers, 12);
  bytes.set(body, 12 + headers.length);
  return bytes;
}

function frames(events: [string, unknown, string?][], size = 13): Response {
  const parts = events.map(([type, payload, kind]) => frame(type, payload, kind));
  return inPieces(
    Uint8Array.from(parts.flatMap((part) => [...part])),
    size,
    "application/vnd.amazon.eventstream",
  );
}

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
  const remote = {
    role: "user",
    content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }],
  };
  await assert.rejects(bedrock.chat({ messages: [remote] }, provider.context), {
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
