import assert from "node:assert/strict";
import { bedrock, bedrockWire } from "./bedrock.ts";
import { CONVERSATION, played } from "./wire_fixture.ts";

const ASKED = [{ role: "user", content: "x" }];
const ANSWER = {
  output: { message: { role: "assistant", content: [{ text: "x" }] } },
  stopReason: "end_turn",
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

Deno.test("options that Converse lacks are refused by field, and AWS's error message is kept", async () => {
  await using provider = played(
    "bedrock",
    () => Response.json({ message: "Malformed input" }, { status: 400 }),
  );
  await assert.rejects(bedrock.chat(CONVERSATION, provider.context), {
    status: 400,
    message: "bedrock answered 400: Malformed input",
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

Deno.test("image URLs are downloaded, S3 URIs are forwarded; document names are reduced to characters that AWS accepts", async () => {
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

Deno.test("JSON is requested by schema or by an instruction; cache marks and service tier are kept", async () => {
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

Deno.test("tools used in the conversation stay listed when the tool choice is none", async () => {
  await using provider = played("bedrock", () => Response.json(ANSWER));
  await bedrock.chat({ ...CONVERSATION, tools: undefined, tool_choice: undefined }, provider.context);
  assert.deepEqual(provider.sent().toolConfig, {
    tools: [{ toolSpec: { name: "look", inputSchema: { json: { type: "object", properties: {} } } } }],
  });
  await bedrock.chat({ ...CONVERSATION, tool_choice: "none" }, provider.context);
  assert.deepEqual(Object.keys(Object(provider.sent(1).toolConfig)), ["tools"]);
});

Deno.test("reasoning effort is sent in the fields of each model family", async () => {
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
