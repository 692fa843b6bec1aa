import assert from "node:assert/strict";
import { anthropic } from "./anthropic.ts";
import { CONVERSATION, played, whole } from "./wire_fixture.ts";

const ASKED = [{ role: "user", content: "x" }];
const ANSWER = { id: "m1", content: [{ type: "text", text: "{}" }], stop_reason: "end_turn", usage: {} };

Deno.test("a conversation becomes Anthropic's messages: system separate, tool results in user messages, strictly alternating", async () => {
  await using provider = played("anthropic", () => Response.json(ANSWER));
  await anthropic.chat(CONVERSATION, provider.context);
  assert.deepEqual(provider.sent(), {
    model: "m",
    max_tokens: 100,
    system: [{ type: "text", text: "Be brief" }],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "ما هذا؟" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0=" } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "c1", name: "look", input: { at: "image" } },
          { type: "tool_use", id: "c2", name: "look", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "a cat" }] },
          { type: "tool_result", tool_use_id: "c2", content: [{ type: "text", text: "nothing" }] },
          { type: "text", text: "And now?" },
        ],
      },
    ],
    temperature: 1,
    stop_sequences: ["END"],
    tools: [{
      name: "look",
      description: "Looks",
      input_schema: { type: "object", properties: { at: { type: "string" } } },
    }],
    tool_choice: { type: "any" },
  });
  const { headers, path } = provider.requests[0] ?? assert.fail();
  assert.equal(path, "/v1/messages");
  assert.equal(headers.get("x-api-key"), "secret");
  assert.equal(headers.get("anthropic-version"), "2023-06-01");
  assert.equal(headers.get("x-team"), "platform");
  assert.equal(headers.get("authorization"), null);
});

Deno.test("reasoning effort becomes a thinking budget that leaves room for the answer; cache marks and tool choices are kept", async () => {
  await using provider = played("anthropic", () => Response.json(ANSWER));
  await anthropic.chat({ ...CONVERSATION, reasoning_effort: "high" }, provider.context);
  const { thinking, max_tokens, temperature } = provider.sent();
  assert.deepEqual([thinking, max_tokens, temperature], [
    { type: "enabled", budget_tokens: 16_384 },
    16_484,
    undefined,
  ]);
  const marked = { type: "text", text: "long", cache_control: { type: "ephemeral" } };
  const choices = {
    ...CONVERSATION,
    messages: [{ role: "user", content: [marked] }],
    tool_choice: { type: "function", function: { name: "look" } },
    parallel_tool_calls: false,
  };
  await anthropic.chat(choices, provider.context);
  assert.partialDeepStrictEqual(provider.sent(1), {
    messages: [{ role: "user", content: [marked] }],
    tool_choice: { type: "tool", name: "look", disable_parallel_tool_use: true },
  });
});

Deno.test("options that Anthropic lacks are refused by field before anything is sent", async () => {
  await using provider = played("anthropic", () => Response.json(ANSWER));
  for (const [param, value] of Object.entries({ n: 2, logprobs: true, messages: [], temperature: 9 })) {
    await assert.rejects(anthropic.chat({ ...CONVERSATION, [param]: value }, provider.context), {
      status: 400,
      param,
    });
  }
  assert.equal(provider.requests.length, 0);
});

Deno.test("thinking, effort, temperature and schemas are sent as each model generation supports them", async () => {
  const schema = { type: "object", properties: {}, additionalProperties: false };
  const request = {
    messages: ASKED,
    reasoning_effort: "xhigh",
    temperature: 0.5,
    response_format: { type: "json_schema", json_schema: { name: "a", schema } },
  };
  const format = { type: "json_schema", schema };
  const adaptive = { type: "adaptive", display: "summarized" };
  const cases: [string, unknown][] = [
    ["claude-sonnet-4-5-20250929", {
      thinking: { type: "enabled", budget_tokens: 24_576 },
      output_config: { format },
    }],
    ["claude-opus-4-6", { thinking: adaptive, output_config: { effort: "high", format } }],
    ["claude-opus-5-5", { thinking: adaptive, output_config: { effort: "xhigh", format } }],
  ];
  for (const [model, fields] of cases) {
    await using provider = played("anthropic", () => Response.json(ANSWER), { model });
    await anthropic.chat(request, provider.context);
    assert.partialDeepStrictEqual(provider.sent(), Object(fields), model);
    assert.equal("temperature" in provider.sent() || "tools" in provider.sent(), false, model);
    assert.ok(Number(provider.sent().max_tokens) >= 32_000, model);
  }
  await using newest = played("anthropic", () => Response.json(ANSWER), { model: "claude-opus-5-5" });
  await anthropic.chat({ messages: ASKED, reasoning_effort: "none", top_p: 0.5 }, newest.context);
  assert.deepEqual(newest.sent(), {
    model: "claude-opus-5-5",
    max_tokens: 32_000,
    messages: [{ role: "user", content: [{ type: "text", text: "x" }] }],
    output_config: { effort: "low" },
  });
});

Deno.test("JSON can be requested together with tools: by schema, or by an instruction", async () => {
  const tools = CONVERSATION.tools;
  await using provider = played("anthropic", () => Response.json(ANSWER), { model: "claude-haiku-4-5" });
  const ask = (response_format: unknown) =>
    whole(anthropic, { messages: ASKED, tools, response_format }, provider.context);
  await ask({ type: "json_schema", json_schema: { name: "a", schema: { type: "object" } } });
  assert.partialDeepStrictEqual(provider.sent(), {
    output_config: { format: { type: "json_schema", schema: { type: "object" } } },
    tools: [{ name: "look" }],
  });
  assert.equal((await ask({ type: "json_object" })).message.content, "{}");
  assert.match(JSON.stringify(provider.sent(1).system), /one JSON object/);
});

Deno.test("empty texts, which Anthropic refuses, are dropped", async () => {
  await using provider = played("anthropic", () => Response.json(ANSWER));
  const content = [{ type: "text", text: "" }, { type: "text", text: "x" }];
  await anthropic.chat({ messages: [{ role: "user", content }] }, provider.context);
  assert.partialDeepStrictEqual(provider.sent(), { messages: [{ content: [{ text: "x" }] }] });
  assert.equal(JSON.stringify(provider.sent()).includes('"text":""'), false);
});
