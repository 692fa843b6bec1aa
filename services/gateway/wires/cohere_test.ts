import assert from "node:assert/strict";
import { cohere } from "./cohere.ts";
import { assembled, CONVERSATION, played, sse, whole } from "./wire_fixture.ts";

const USAGE = {
  billed_units: { input_tokens: 40, output_tokens: 7 },
  tokens: { input_tokens: 90, output_tokens: 9 },
};
const ANSWER = {
  id: "c-1",
  finish_reason: "TOOL_CALL",
  message: {
    role: "assistant",
    tool_plan: "I will look",
    tool_calls: [{ id: "t1", type: "function", function: { name: "look", arguments: '{"at":"tail"}' } }],
    content: [{ type: "text", text: "A cat" }],
  },
  usage: USAGE,
};

Deno.test("a conversation becomes Cohere's messages", async () => {
  await using provider = played("cohere", () => Response.json(ANSWER));
  await cohere.chat({ ...CONVERSATION, seed: 3 }, provider.context);
  assert.deepEqual(provider.sent(), {
    model: "m",
    stream: false,
    messages: [
      { role: "system", content: [{ type: "text", text: "Be brief" }] },
      {
        role: "user",
        content: [
          { type: "text", text: "ما هذا؟" },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0=" } },
        ],
      },
      {
        role: "assistant",
        tool_calls: [
          { id: "c1", type: "function", function: { name: "look", arguments: '{"at":"image"}' } },
          { id: "c2", type: "function", function: { name: "look", arguments: "not json" } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "a cat" }] },
      { role: "tool", tool_call_id: "c2", content: [{ type: "text", text: "nothing" }] },
      { role: "user", content: [{ type: "text", text: "And now?" }] },
    ],
    tools: [{
      type: "function",
      function: {
        name: "look",
        description: "Looks",
        parameters: { type: "object", properties: { at: { type: "string" } } },
      },
    }],
    tool_choice: "REQUIRED",
    max_tokens: 100,
    temperature: 1.5,
    p: 0.9,
    seed: 3,
    stop_sequences: ["END"],
  });
  assert.equal(provider.requests[0]?.path, "/v2/chat");
  assert.equal(provider.requests[0]?.headers.get("authorization"), "Bearer secret");
});

Deno.test("an answer keeps text, plan, calls and finish reason, with the billed tokens", async () => {
  await using provider = played("cohere", () => Response.json(ANSWER));
  const { message, finish, usage, id } = await whole(cohere, CONVERSATION, provider.context);
  assert.deepEqual([id, message.content, message.reasoning_content, finish], [
    "c-1",
    "A cat",
    "I will look",
    "tool_calls",
  ]);
  assert.deepEqual(message.tool_calls, ANSWER.message.tool_calls);
  assert.deepEqual([usage.prompt_tokens, usage.completion_tokens], [40, 7]);
  for (
    const [finish_reason, expected] of Object.entries({
      COMPLETE: "stop",
      MAX_TOKENS: "length",
      STOP_SEQUENCE: "stop",
    })
  ) {
    await using other = played("cohere", () => Response.json({ ...ANSWER, finish_reason }));
    assert.equal((await whole(cohere, CONVERSATION, other.context)).finish, expected);
  }
});

Deno.test("a stream gives deltas of plan, text and calls, then finish reason and usage; a truncated one fails", async () => {
  const call = (index: number, id: string) => ({
    type: "tool-call-start",
    index,
    delta: { message: { tool_calls: { id, type: "function", function: { name: "look", arguments: "" } } } },
  });
  const args = (index: number, text: string) => ({
    type: "tool-call-delta",
    index,
    delta: { message: { tool_calls: { function: { arguments: text } } } },
  });
  const events = [
    { type: "message-start", id: "c-1", delta: { message: { role: "assistant" } } },
    { type: "tool-plan-delta", delta: { message: { tool_plan: "I will look" } } },
    { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } },
    { type: "content-delta", index: 0, delta: { message: { content: { text: "قطة " } } } },
    { type: "content-delta", index: 0, delta: { message: { content: { text: "هنا" } } } },
    { type: "content-end", index: 0 },
    call(0, "t1"),
    args(0, '{"at":'),
    args(0, "1}"),
    { type: "tool-call-end", index: 0 },
    call(1, "t2"),
    args(1, "{}"),
  ];
  const end = { type: "message-end", delta: { finish_reason: "TOOL_CALL", usage: USAGE } };
  await using provider = played("cohere", () => sse([...events, end]));
  const answer = await assembled(cohere, CONVERSATION, provider.context);
  assert.deepEqual([answer.text, answer.reasoning, answer.finish], ["قطة هنا", "I will look", "tool_calls"]);
  assert.deepEqual(answer.calls, [
    { id: "t1", name: "look", arguments: '{"at":1}' },
    { id: "t2", name: "look", arguments: "{}" },
  ]);
  assert.partialDeepStrictEqual(answer.usage, { prompt_tokens: 40, completion_tokens: 7 });
  await using cutting = played("cohere", () => sse(events));
  await assert.rejects(assembled(cohere, CONVERSATION, cutting.context), {
    message: /broke off its answer/,
    beforeFirstByte: false,
  });
});

Deno.test("a forced tool is offered alone; JSON mode and errors are translated", async () => {
  await using provider = played("cohere", () => Response.json(ANSWER));
  const two = ["look", "hear"].map((name) => ({ type: "function", function: { name } }));
  const forced = {
    ...CONVERSATION,
    tools: two,
    tool_choice: { type: "function", function: { name: "hear" } },
  };
  await cohere.chat({ ...forced, response_format: { type: "json_object" } }, provider.context);
  assert.partialDeepStrictEqual(provider.sent(), {
    tool_choice: "REQUIRED",
    response_format: { type: "json_object" },
  });
  assert.equal(JSON.stringify(provider.sent().tools).includes("look"), false);
  await using refusing = played(
    "cohere",
    () => Response.json({ message: "invalid request: no such model" }, { status: 404 }),
  );
  await assert.rejects(cohere.chat(CONVERSATION, refusing.context), {
    status: 404,
    message: "cohere answered 404: invalid request: no such model",
  });
});

Deno.test("embeddings have an input type and billed tokens", async () => {
  await using provider = played(
    "cohere",
    () => Response.json({ embeddings: { float: [[1, 2]] }, meta: { billed_units: { input_tokens: 4 } } }),
  );
  const answer = await cohere.embed?.(
    { model: "m", input: "a", input_type: "search_query", dimensions: 2 },
    provider.context,
  );
  assert.partialDeepStrictEqual(answer, {
    data: [{ embedding: [1, 2] }],
    usage: { prompt_tokens: 4, total_tokens: 4 },
  });
  assert.partialDeepStrictEqual(provider.sent(), {
    input_type: "search_query",
    output_dimension: 2,
    texts: ["a"],
  });
});

const START = { type: "message-start", id: "c1", delta: { message: { role: "assistant" } } };
const END = { type: "message-end", delta: { finish_reason: "COMPLETE" } };

Deno.test("a failed generation is an error, whole and streamed, never an empty answer", async () => {
  for (const finish_reason of ["ERROR", "TIMEOUT", undefined]) {
    await using provider = played("cohere", () => Response.json({ message: { content: [] }, finish_reason }));
    await assert.rejects(cohere.chat(CONVERSATION, provider.context), {
      status: 502,
      code: "generation_failed",
    });
  }
  const failed = { type: "message-end", delta: { finish_reason: "ERROR", error: "no capacity" } };
  await using early = played("cohere", () => sse([START, failed]));
  await assert.rejects(assembled(cohere, CONVERSATION, early.context), {
    message: /no capacity/,
    beforeFirstByte: true,
  });
});

Deno.test("a function without parameters is called with an empty object, not with null or nothing", async () => {
  const call = (args: unknown) => ({ id: "t", type: "function", function: { name: "now", arguments: args } });
  await using provider = played(
    "cohere",
    () => Response.json({ message: { tool_calls: [call("null"), call(null)] }, finish_reason: "TOOL_CALL" }),
  );
  const { message } = await whole(cohere, CONVERSATION, provider.context);
  assert.deepEqual(message.tool_calls.map((made: { function: unknown }) => made.function), [
    { name: "now", arguments: "{}" },
    { name: "now", arguments: "{}" },
  ]);
  const event = (type: string, index: number, tool_calls?: unknown) => ({
    type,
    index,
    delta: { message: { tool_calls } },
  });
  await using streaming = played("cohere", () =>
    sse([
      START,
      event("tool-call-start", 0, call("")),
      event("tool-call-delta", 0, { function: { arguments: "null" } }),
      event("tool-call-end", 0),
      event("tool-call-start", 1, call("")),
      event("tool-call-end", 1),
      { type: "message-end", delta: { finish_reason: "TOOL_CALL" } },
    ]));
  const { calls, usage } = await assembled(cohere, CONVERSATION, streaming.context);
  assert.deepEqual(calls.map(({ arguments: text }) => text), ["{}", "{}"]);
  // Without reported usage the gateway estimates.
  assert.equal(usage, undefined);
});

Deno.test("thinking, safety mode and documents are sent, citations are returned, files other than images are refused", async () => {
  const citations = [{ start: 0, end: 3, text: "cat", sources: [] }];
  await using provider = played(
    "cohere",
    () => Response.json({ message: { content: [{ text: "cat" }], citations }, finish_reason: "COMPLETE" }),
  );
  const own = { safety_mode: "STRICT", documents: ["a cat"] };
  const { message, usage } = await whole(
    cohere,
    { ...CONVERSATION, ...own, reasoning_effort: "medium" },
    provider.context,
  );
  assert.deepEqual([message.citations, usage], [citations, undefined]);
  assert.partialDeepStrictEqual(provider.sent(), {
    ...own,
    thinking: { type: "enabled", token_budget: 8192 },
  });
  const file = { type: "file", file: { file_data: "data:application/pdf;base64,JVBERi0=" } };
  await assert.rejects(
    cohere.chat({ messages: [{ role: "user", content: [file] }] }, provider.context),
    { status: 400, param: "messages" },
  );
});

Deno.test("texts are embedded in batches of 96; too few vectors are an error", async () => {
  const sizes: number[] = [];
  await using provider = played("cohere", ({ body }) => {
    const { texts } = JSON.parse(body);
    sizes.push(texts.length);
    return Response.json({
      embeddings: { float: texts.map((text: string) => [Number(text)]) },
      meta: { billed_units: { input_tokens: texts.length } },
    });
  });
  const input = Array.from({ length: 200 }, (_, i) => String(i));
  const answer = await cohere.embed?.({ input }, provider.context);
  assert.deepEqual(sizes, [96, 96, 8]);
  assert.partialDeepStrictEqual(answer, { usage: { total_tokens: 200 } });
  assert.deepEqual(JSON.parse(JSON.stringify(answer)).data[199], {
    object: "embedding",
    index: 199,
    embedding: [199],
  });
  await using missing = played("cohere", () => Response.json({ embeddings: { float: [] } }));
  await assert.rejects(
    cohere.embed?.({ input: "a" }, missing.context) ?? assert.fail(),
    /one embedding for each text/,
  );
});

Deno.test("text in a content-start event is kept", async () => {
  const text = (type: string, text: string) => ({
    type,
    index: 0,
    delta: { message: { content: { text } } },
  });
  await using provider = played(
    "cohere",
    () => sse([START, text("content-start", "A "), text("content-delta", "cat"), END]),
  );
  assert.equal((await assembled(cohere, CONVERSATION, provider.context)).text, "A cat");
});
