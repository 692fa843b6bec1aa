/** The npm package `@anthropic-ai/sdk` with a provider of chat completions. */
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { callChunk, chatAnswer, chatChunk, chatStream, USAGE_CHUNK } from "./chat_script.ts";

const ASK = { model: "m", max_tokens: 100, messages: [{ role: "user" as const, content: "Hello مرحبا" }] };
const TOOLS = [{ name: "weather", description: "Tells it", input_schema: { type: "object" as const } }];

function client(baseURL: string, apiKey = TEST_KEY): Anthropic {
  return new Anthropic({ baseURL, apiKey, authToken: null, maxRetries: 0 });
}

async function withProvider(
  script: (body: string) => Response,
  test: (
    given: { anthropic: Anthropic; sent(): JsonObject; gateway: Awaited<ReturnType<typeof startGateway>> },
  ) => Promise<void>,
) {
  await using provider = serveScript((_request, { body }) => script(body));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const sent = () => JSON.parse(provider.requests.at(-1)?.body ?? "null");
  await test({ anthropic: client(gateway.url), sent, gateway });
}

Deno.test("@anthropic-ai/sdk: a message from a provider of chat completions", async () => {
  await withProvider(() => chatAnswer({ content: "Good day" }), async ({ anthropic, sent, gateway }) => {
    const { data, request_id } = await anthropic.messages.create({ ...ASK, system: "Be brief" })
      .withResponse();
    assert.deepEqual(data.content, [{ type: "text", text: "Good day" }]);
    assert.deepEqual([data.model, data.role, data.stop_reason], ["m", "assistant", "end_turn"]);
    assert.deepEqual(
      [data.usage.input_tokens, data.usage.cache_read_input_tokens, data.usage.output_tokens],
      [20, 10, 7],
    );
    assert.ok(request_id);
    assert.deepEqual(sent(), {
      model: "m",
      messages: [{ role: "system", content: "Be brief" }, { role: "user", content: "Hello مرحبا" }],
      max_tokens: 100,
    });
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.prompt_tokens, record?.completion_tokens, record?.cached_tokens], [30, 7, 10]);
    assert.deepEqual([record?.resource, record?.outcome], ["/v1/messages", "ok"]);
  });
});

Deno.test("@anthropic-ai/sdk: tool calls, results and the tool choice are translated both ways", async () => {
  const call = {
    id: "call_1",
    type: "function",
    function: { name: "weather", arguments: `{"city":"Muscat"}` },
  };
  await withProvider(() => chatAnswer({ content: null, tool_calls: [call] }), async ({ anthropic, sent }) => {
    const answer = await anthropic.messages.create({
      ...ASK,
      tools: TOOLS,
      tool_choice: { type: "any", disable_parallel_tool_use: true },
    });
    assert.equal(answer.stop_reason, "tool_use");
    assert.deepEqual(answer.content, [{
      type: "tool_use",
      id: "call_1",
      name: "weather",
      input: { city: "Muscat" },
    }]);
    assert.deepEqual([sent().tool_choice, sent().parallel_tool_calls], ["required", false]);
    await anthropic.messages.create({
      ...ASK,
      tools: TOOLS,
      messages: [
        ...ASK.messages,
        { role: "assistant", content: answer.content },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: "no such city", is_error: true },
            { type: "text", text: "And now?" },
          ],
        },
      ],
    });
    assert.deepEqual(sent().messages, [
      ...ASK.messages,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content: "Error: no such city" },
      { role: "user", content: "And now?" },
    ]);
  });
});

Deno.test("@anthropic-ai/sdk: a stream with reasoning, text and interleaved calls is assembled", async () => {
  const chunks = [
    chatChunk({ role: "assistant", content: "" }),
    chatChunk({ reasoning_content: "Let me " }),
    chatChunk({ reasoning: "see" }),
    chatChunk({ content: "I " }),
    chatChunk({ content: "look" }),
    callChunk(0, { id: "a", name: "weather", json: "" }),
    callChunk(0, { json: `{"city":` }),
    callChunk(1, { id: "b", name: "time", json: `{"tz":"UTC"}` }),
    callChunk(0, { json: `"Muscat"}` }),
    callChunk(2, { id: "a", name: "now" }),
    chatChunk({}, "stop"),
    USAGE_CHUNK,
  ];
  await withProvider(() => chatStream(chunks), async ({ anthropic, gateway }) => {
    const message = await anthropic.messages.stream({ ...ASK, tools: TOOLS }).finalMessage();
    assert.deepEqual(message.content.map(({ type }) => type), [
      "thinking",
      "text",
      "tool_use",
      "tool_use",
      "tool_use",
    ]);
    const [thinking, text, first, second, third] = message.content;
    assert.equal(thinking?.type === "thinking" && thinking.thinking, "Let me see");
    assert.equal(text?.type === "text" && text.text, "I look");
    assert.deepEqual(first?.type === "tool_use" && [first.id, first.input], ["a", { city: "Muscat" }]);
    assert.deepEqual(second?.type === "tool_use" && [second.id, second.input], ["b", { tz: "UTC" }]);
    assert.ok(third?.type === "tool_use" && third.id !== "a" && third.name === "now");
    assert.deepEqual([message.stop_reason, message.usage.output_tokens, message.usage.input_tokens], [
      "tool_use",
      7,
      20,
    ]);
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.prompt_tokens, record?.streamed, record?.estimated], [30, true, false]);
  });
});

Deno.test("@anthropic-ai/sdk: errors have the client's own error classes", async () => {
  const refusal = {
    error: { message: "prompt is too long: 9 tokens > 8 maximum", code: "context_length_exceeded" },
  };
  await withProvider(() => Response.json(refusal, { status: 400 }), async ({ anthropic, gateway }) => {
    await assert.rejects(client(gateway.url, "wrong").messages.create(ASK), (error) => {
      assert.ok(error instanceof Anthropic.AuthenticationError);
      assert.ok(error.requestID);
      return true;
    });
    await assert.rejects(anthropic.messages.create({ ...ASK, model: "unknown" }), Anthropic.NotFoundError);
    await assert.rejects(
      anthropic.messages.create({ ...ASK, messages: [] }),
      Anthropic.UnprocessableEntityError,
    );
    await assert.rejects(anthropic.messages.create(ASK), (error) => {
      assert.ok(error instanceof Anthropic.BadRequestError);
      assert.match(error.message, /prompt is too long: 9 tokens > 8/);
      assert.equal(error.type, "invalid_request_error");
      return true;
    });
    await assert.rejects(
      anthropic.messages.create({ ...ASK, tools: [{ type: "web_search_20250305", name: "web_search" }] }),
      /tools\.0: web_search_20250305 cannot be translated/,
    );
  });
});

Deno.test("@anthropic-ai/sdk: a truncated stream throws; an abort ends the provider's call and is recorded", async () => {
  const ended: string[] = [];
  await withProvider((body) =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          const chunk = `data: ${JSON.stringify(chatChunk({ content: "word " }))}\n\n`;
          controller.enqueue(new TextEncoder().encode(chunk));
          await new Promise((wake) => setTimeout(wake, 5));
          if (body.includes("cut")) controller.close();
        },
        cancel: () => void ended.push("cancelled"),
      }),
      { headers: { "content-type": "text/event-stream" } },
    ), async ({ anthropic, gateway }) => {
    const ask = (content: string) =>
      anthropic.messages.stream({ ...ASK, messages: [{ role: "user", content }] });
    await assert.rejects(ask("cut").finalMessage(), Anthropic.APIError);
    const stream = ask("long");
    let pieces = 0;
    await assert.rejects(async () => {
      for await (const { type } of stream) {
        if (type === "content_block_delta" && ++pieces === 3) stream.abort();
      }
    });
    const records = await gateway.recorded(2);
    assert.deepEqual(records.map(({ outcome }) => outcome), ["cut", "aborted"]);
    assert.ok((records[1]?.completion_tokens ?? 0) >= 3);
  });
  assert.ok(ended.length > 0);
});

Deno.test("@anthropic-ai/sdk: tokens are counted by the provider, else estimated", async () => {
  await withProvider(() => chatAnswer({}), async ({ anthropic, gateway }) => {
    const { max_tokens: _max, ...ask } = ASK;
    const count = await anthropic.beta.messages.countTokens(ask);
    assert.ok(count.input_tokens > 0);
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.total_tokens, record?.cost_usd], [0, "0.000000000"]);
  });
});
