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

Deno.test("a stream gives deltas of text, reasoning and two calls, numbered by call, then finish reason and usage", async () => {
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

Deno.test("a stream that is truncated, idle or reports an error fails after the first byte", async () => {
  const text = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "half" } };
  await using cutting = played("anthropic", () => sse([START, text]));
  await assert.rejects(assembled(anthropic, CONVERSATION, cutting.context), {
    name: "UpstreamError",
    beforeFirstByte: false,
    message: /broke off its answer/,
  });
  const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  await using failing = played("anthropic", () => sse([START, text, error]));
  await assert.rejects(assembled(anthropic, CONVERSATION, failing.context), {
    status: 529,
    message: "anthropic failed: Overloaded",
    beforeFirstByte: false,
  });
  await using silent = played(
    "anthropic",
    () =>
      new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(": hello\n\n")) })),
    { idleTimeoutMs: 50 },
  );
  await assert.rejects(assembled(anthropic, CONVERSATION, silent.context), {
    message: /sent nothing for \d+ ms/,
  });
});

Deno.test("an error keeps status, type, message and Retry-After", async () => {
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
    message: "anthropic answered 429: Slow down",
    retryAfterMs: 7000,
    beforeFirstByte: true,
  });
});

Deno.test("JSON mode uses a forced tool and returns its input as text, whole and streamed", async () => {
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

Deno.test("an abort by the caller ends the call to the provider", async () => {
  const caller = new AbortController();
  await using provider = played("anthropic", () => {
    caller.abort(new Error("gone"));
    return new Response(new ReadableStream());
  });
  await assert.rejects(anthropic.chat(CONVERSATION, { ...provider.context, signal: caller.signal }), /gone/);
});

const ASKED = [{ role: "user", content: "x" }];

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

Deno.test("an overload before the first content can be retried, even after the role", async () => {
  const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  await using provider = played("anthropic", () => sse([START, { type: "ping" }, error]));
  await assert.rejects(assembled(anthropic, { messages: ASKED }, provider.context), {
    status: 529,
    beforeFirstByte: true,
  });
});
