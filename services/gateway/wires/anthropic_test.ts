import assert from "node:assert/strict";
import { anthropic } from "./anthropic.ts";
import { assembled, CONVERSATION, played, sse, whole } from "./wire_fixture.ts";

const ANSWER = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-x",
  content: [
    { type: "thinking", thinking: "hmm", signature: "sig" },
    { type: "text", text: "A cat" },
    { type: "tool_use", id: "toolu_1", name: "look", input: { at: "tail" } },
  ],
  stop_reason: "tool_use",
  usage: { input_tokens: 10, cache_read_input_tokens: 30, cache_creation_input_tokens: 5, output_tokens: 7 },
};

Deno.test("a conversation becomes Anthropic's messages: system apart, results in the user's turn, no turn twice", async () => {
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

Deno.test("an answer keeps text, reasoning, thinking blocks, calls, stop reason and cached tokens", async () => {
  await using provider = played("anthropic", () => Response.json(ANSWER));
  const { message, finish, usage, id, model } = await whole(anthropic, CONVERSATION, provider.context);
  assert.deepEqual([id, model, finish], ["msg_1", "claude-x", "tool_calls"]);
  assert.equal(message.content, "A cat");
  assert.equal(message.reasoning_content, "hmm");
  assert.deepEqual(message.thinking_blocks, [ANSWER.content[0]]);
  assert.deepEqual(message.tool_calls, [
    { id: "toolu_1", type: "function", function: { name: "look", arguments: '{"at":"tail"}' } },
  ]);
  assert.equal(usage.prompt_tokens, 45);
  assert.equal(usage.completion_tokens, 7);
  assert.equal(usage.total_tokens, 52);
  assert.deepEqual(usage.prompt_tokens_details, {
    cached_tokens: 30,
    cache_creation_tokens: 5,
    audio_tokens: 0,
  });
});

Deno.test("stop reasons become finish reasons", async () => {
  const reasons = {
    end_turn: "stop",
    stop_sequence: "stop",
    max_tokens: "length",
    tool_use: "tool_calls",
    refusal: "content_filter",
    pause_turn: "stop",
  };
  for (const [stop_reason, expected] of Object.entries(reasons)) {
    await using provider = played("anthropic", () => Response.json({ ...ANSWER, stop_reason }));
    assert.equal((await whole(anthropic, CONVERSATION, provider.context)).finish, expected);
  }
});

const START = {
  type: "message_start",
  message: {
    id: "msg_1",
    model: "claude-x",
    usage: { input_tokens: 9, cache_read_input_tokens: 1, output_tokens: 1 },
  },
};

Deno.test("a stream gives text, reasoning and two calls in pieces, in their own numbering, then reason and usage", async () => {
  await using provider = played("anthropic", () =>
    sse([
      START,
      { type: "ping" },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "let me " } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "see" } },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "sig" } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "قطة " } },
      { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "هنا" } },
      { type: "content_block_stop", index: 1 },
      {
        type: "content_block_start",
        index: 2,
        content_block: { type: "tool_use", id: "t1", name: "look", input: {} },
      },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"at":' } },
      { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '"a"}' } },
      { type: "content_block_stop", index: 2 },
      {
        type: "content_block_start",
        index: 3,
        content_block: { type: "tool_use", id: "t2", name: "look", input: {} },
      },
      { type: "content_block_delta", index: 3, delta: { type: "input_json_delta", partial_json: "{}" } },
      { type: "content_block_stop", index: 3 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 25 } },
      { type: "message_stop" },
    ]));
  const answer = await assembled(anthropic, CONVERSATION, provider.context);
  assert.equal(provider.sent().stream, true);
  assert.equal(answer.text, "قطة هنا");
  assert.equal(answer.reasoning, "let me see");
  assert.deepEqual(answer.calls, [
    { id: "t1", name: "look", arguments: '{"at":"a"}' },
    { id: "t2", name: "look", arguments: "{}" },
  ]);
  assert.equal(answer.finish, "tool_calls");
  assert.partialDeepStrictEqual(answer.usage, {
    prompt_tokens: 10,
    completion_tokens: 25,
    prompt_tokens_details: { cached_tokens: 1 },
  });
  assert.ok(answer.models.every((model) => model === "claude-x"));
});

Deno.test("a stream that is cut, falls silent or reports an error fails, after the first byte", async () => {
  const text = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "half" } };
  await using cutting = played("anthropic", () => sse([START, text]));
  await assert.rejects(assembled(anthropic, CONVERSATION, cutting.context), {
    name: "UpstreamError",
    beforeFirstByte: false,
    message: /cut/,
  });
  const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  await using failing = played("anthropic", () => sse([START, text, error]));
  await assert.rejects(assembled(anthropic, CONVERSATION, failing.context), {
    status: 529,
    message: "Overloaded",
    beforeFirstByte: false,
  });
  await using silent = played(
    "anthropic",
    () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(": hello\n\n")) })),
    { idleTimeoutMs: 50 },
  );
  await assert.rejects(assembled(anthropic, CONVERSATION, silent.context), { message: /fell silent/ });
});

Deno.test("a refusal keeps status, type, message and Retry-After", async () => {
  await using provider = played(
    "anthropic",
    () =>
      Response.json({ type: "error", error: { type: "rate_limit_error", message: "Slow down" } }, {
        status: 429,
        headers: { "retry-after": "7" },
      }),
  );
  await assert.rejects(anthropic.chat(CONVERSATION, provider.context), {
    status: 429,
    type: "rate_limit_error",
    message: "Slow down",
    retryAfterMs: 7000,
    beforeFirstByte: true,
  });
});

Deno.test("JSON mode goes through a tool and comes back as text, whole and streamed", async () => {
  const schema = { type: "object", properties: { a: { type: "number" } } };
  const request = {
    model: "m",
    messages: [{ role: "user", content: "json please" }],
    response_format: { type: "json_schema", json_schema: { name: "x", schema } },
  };
  const use = { type: "tool_use", id: "t", name: "json_answer", input: { a: 1 } };
  await using provider = played("anthropic", () => Response.json({ ...ANSWER, content: [use] }));
  const { message, finish } = await whole(anthropic, request, provider.context);
  assert.deepEqual([message.content, message.tool_calls, finish], ['{"a":1}', undefined, "stop"]);
  assert.partialDeepStrictEqual(provider.sent(), {
    tools: [{ input_schema: schema }],
    tool_choice: { type: "tool", name: "json_answer" },
  });
  await using streaming = played("anthropic", () =>
    sse([
      START,
      { type: "content_block_start", index: 0, content_block: { ...use, input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"a":1}' } },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 3 } },
      { type: "message_stop" },
    ]));
  const streamed = await assembled(anthropic, request, streaming.context);
  assert.deepEqual([streamed.text, streamed.calls, streamed.finish], ['{"a":1}', [], "stop"]);
});

Deno.test("reasoning effort becomes a thinking budget that leaves room for the answer; cache marks and tool choices pass", async () => {
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

Deno.test("what Anthropic cannot do is refused by name before anything is sent", async () => {
  await using provider = played("anthropic", () => Response.json(ANSWER));
  for (const [param, value] of Object.entries({ n: 2, logprobs: true, messages: [], temperature: 9 })) {
    await assert.rejects(anthropic.chat({ ...CONVERSATION, [param]: value }, provider.context), {
      status: 400,
      param,
    });
  }
  assert.equal(provider.requests.length, 0);
});

Deno.test("the caller's abort ends the call to the provider", async () => {
  const caller = new AbortController();
  await using provider = played("anthropic", () => {
    caller.abort(new Error("gone"));
    return new Response(new ReadableStream());
  });
  await assert.rejects(anthropic.chat(CONVERSATION, { ...provider.context, signal: caller.signal }), /gone/);
});

const ASKED = [{ role: "user", content: "x" }];
const PLAIN = { id: "m1", content: [{ type: "text", text: "{}" }], stop_reason: "end_turn", usage: {} };

Deno.test("models are asked as they can be asked: thinking, effort, temperature and schemas by generation", async () => {
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
    await using provider = played("anthropic", () => Response.json(PLAIN), { model });
    await anthropic.chat(request, provider.context);
    assert.partialDeepStrictEqual(provider.sent(), Object(fields), model);
    assert.equal("temperature" in provider.sent() || "tools" in provider.sent(), false, model);
    assert.ok(Number(provider.sent().max_tokens) >= 32_000, model);
  }
  await using newest = played("anthropic", () => Response.json(PLAIN), { model: "claude-opus-5-5" });
  await anthropic.chat({ messages: ASKED, reasoning_effort: "none", top_p: 0.5 }, newest.context);
  assert.deepEqual(newest.sent(), {
    model: "claude-opus-5-5",
    max_tokens: 32_000,
    messages: [{ role: "user", content: [{ type: "text", text: "x" }] }],
    output_config: { effort: "low" },
  });
});

Deno.test("JSON is asked for beside tools too: by schema, or in words where there is none", async () => {
  const tools = CONVERSATION.tools;
  await using provider = played("anthropic", () => Response.json(PLAIN), { model: "claude-haiku-4-5" });
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

Deno.test("a call without arguments gets an empty object", async () => {
  const block = { type: "tool_use", id: "t1", name: "now", input: {} };
  await using provider = played("anthropic", () =>
    sse([
      START,
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 4 } },
      { type: "message_stop" },
    ]));
  const { calls } = await assembled(anthropic, { messages: ASKED }, provider.context);
  assert.deepEqual(calls, [{ id: "t1", name: "now", arguments: "{}" }]);
});

Deno.test("an overload before the first word can be tried again; the role alone is no word", async () => {
  const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  await using provider = played("anthropic", () => sse([START, { type: "ping" }, error]));
  await assert.rejects(assembled(anthropic, { messages: ASKED }, provider.context), {
    status: 529,
    beforeFirstByte: true,
  });
});

Deno.test("empty texts, which Anthropic refuses, are left out", async () => {
  await using provider = played("anthropic", () => Response.json(PLAIN));
  const content = [{ type: "text", text: "" }, { type: "text", text: "x" }];
  await anthropic.chat({ messages: [{ role: "user", content }] }, provider.context);
  assert.partialDeepStrictEqual(provider.sent(), { messages: [{ content: [{ text: "x" }] }] });
  assert.equal(JSON.stringify(provider.sent()).includes('"text":""'), false);
});
