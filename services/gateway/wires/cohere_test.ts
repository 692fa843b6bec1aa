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

Deno.test("an answer keeps text, plan, calls and finish reason, and counts what is billed", async () => {
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

Deno.test("a stream gives plan, text and calls in pieces, then reason and usage; a cut one fails", async () => {
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
    message: /cut/,
    beforeFirstByte: false,
  });
});

Deno.test("one tool that must be called is offered alone; JSON mode and errors pass", async () => {
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
    () => Response.json({ message: "invalid api token" }, { status: 401 }),
  );
  await assert.rejects(cohere.chat(CONVERSATION, refusing.context), {
    status: 401,
    message: "invalid api token",
  });
});

Deno.test("embeddings carry their kind of input and billed tokens", async () => {
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
