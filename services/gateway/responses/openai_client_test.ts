/** Responses by the npm package `openai` with a provider of chat completions. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { callChunk, chatAnswer, chatChunk, chatStream, USAGE_CHUNK } from "../messages/chat_script.ts";

const TOOLS = [{
  ...{ type: "function" as const, name: "weather", description: "Tells it", strict: false },
  parameters: { type: "object", properties: { city: { type: "string" } } },
}];

async function withProvider(
  script: (body: string) => Response,
  test: (given: {
    openai: OpenAI;
    sent(): JsonObject;
    gateway: Awaited<ReturnType<typeof startGateway>>;
  }) => Promise<void>,
) {
  await using provider = serveScript((_request, { body }) => script(body));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  await test({ openai, sent: () => JSON.parse(provider.requests.at(-1)?.body ?? "null"), gateway });
}

Deno.test("openai: a response from a provider of chat completions", async () => {
  await withProvider(
    () => chatAnswer({ content: "Good day", reasoning_content: "Hm" }),
    async ({ openai, sent, gateway }) => {
      const response = await openai.responses.create({
        model: "m",
        instructions: "Be brief",
        input: "Hello مرحبا",
        max_output_tokens: 50,
        metadata: { a: "b" },
      });
      assert.equal(response.output_text, "Good day");
      assert.deepEqual(response.output.map(({ type }) => type), ["reasoning", "message"]);
      assert.deepEqual([response.status, response.model, response.metadata], ["completed", "m", { a: "b" }]);
      assert.match(response.id, /^resp_[\w-]+$/);
      const { usage } = response;
      assert.deepEqual(
        [usage?.input_tokens, usage?.input_tokens_details.cached_tokens, usage?.output_tokens],
        [30, 10, 7],
      );
      assert.deepEqual(sent(), {
        model: "m",
        messages: [{ role: "system", content: "Be brief" }, { role: "user", content: "Hello مرحبا" }],
        max_tokens: 50,
      });
      const [record] = await gateway.recorded(1);
      assert.deepEqual([record?.prompt_tokens, record?.resource, record?.outcome], [
        30,
        "/v1/responses",
        "ok",
      ]);
    },
  );
});

Deno.test("openai: tool calls and results are translated both ways", async () => {
  const calls = ["a", "b"].map((id) => ({
    id,
    type: "function",
    function: { name: "weather", arguments: `{"city":"${id}"}` },
  }));
  await withProvider(
    () => chatAnswer({ content: null, tool_calls: calls, reasoning_content: "Look" }),
    async ({ openai, sent }) => {
      const input = [{ role: "user" as const, content: "Weather?" }];
      const first = await openai.responses.create({
        model: "m",
        input,
        tools: TOOLS,
        tool_choice: "required",
      });
      assert.deepEqual(
        first.output.map((item) =>
          item.type === "function_call" ? [item.call_id, item.arguments, item.status] : item.type
        ),
        ["reasoning", ["a", `{"city":"a"}`, "completed"], ["b", `{"city":"b"}`, "completed"]],
      );
      assert.equal(sent().tool_choice, "required");
      await openai.responses.create({
        model: "m",
        tools: TOOLS,
        input: [
          ...input,
          ...first.output.filter((item) => item.type === "reasoning" || item.type === "function_call"),
          { type: "function_call_output", call_id: "a", output: "sunny" },
          { type: "function_call_output", call_id: "b", output: [{ type: "input_text", text: "rain" }] },
        ],
      });
      assert.deepEqual(sent().messages, [
        ...input,
        { role: "assistant", content: null, reasoning_content: "Look", tool_calls: calls },
        { role: "tool", tool_call_id: "a", content: "sunny" },
        { role: "tool", tool_call_id: "b", content: "rain" },
      ]);
    },
  );
});

Deno.test("openai: a streamed response with reasoning, text and interleaved calls is assembled", async () => {
  const chunks = [
    chatChunk({ role: "assistant", content: "" }),
    chatChunk({ reasoning_content: "Let me " }),
    chatChunk({ reasoning_content: "see" }),
    chatChunk({ content: "I " }),
    chatChunk({ content: "look" }),
    callChunk(0, { id: "a", name: "weather", json: `{"city":` }),
    callChunk(1, { id: "b", name: "time", json: `{"tz":"UTC"}` }),
    callChunk(0, { json: `"Muscat"}` }),
    chatChunk({}, "tool_calls"),
    USAGE_CHUNK,
  ];
  await withProvider(() => chatStream(chunks), async ({ openai, gateway }) => {
    const stream = openai.responses.stream({ model: "m", input: "Weather?", tools: TOOLS });
    const types: string[] = [];
    const numbers: number[] = [];
    for await (const event of stream) {
      types.push(event.type);
      numbers.push(event.sequence_number);
    }
    const final = await stream.finalResponse();
    assert.deepEqual(numbers, numbers.map((_n, index) => index));
    assert.deepEqual([types[0], types[1], types.at(-1)], [
      "response.created",
      "response.in_progress",
      "response.completed",
    ]);
    assert.equal(final.output_text, "I look");
    assert.deepEqual(
      final.output.map((item) => item.type === "function_call" ? [item.name, item.arguments] : item.type),
      ["reasoning", "message", ["weather", `{"city":"Muscat"}`], ["time", `{"tz":"UTC"}`]],
    );
    assert.equal(final.usage?.total_tokens, 37);
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.prompt_tokens, record?.completion_tokens, record?.estimated], [30, 7, false]);
  });
});

Deno.test("openai: parse() returns structured output; a response cut by the token limit is incomplete", async () => {
  await withProvider(
    (body) => chatAnswer({ content: `{"n":1}` }, body.includes("json_schema") ? "stop" : "length"),
    async ({ openai, sent }) => {
      const schema = {
        type: "object",
        properties: { n: { type: "number" } },
        required: ["n"],
        additionalProperties: false,
      };
      const format = { type: "json_schema" as const, name: "number", schema, strict: true };
      const parsed = await openai.responses.parse({ model: "m", input: "A number", text: { format } });
      assert.deepEqual(parsed.output_parsed, { n: 1 });
      assert.deepEqual(sent().response_format, {
        type: "json_schema",
        json_schema: { name: "number", schema, strict: true },
      });
      const { status, incomplete_details, output } = await openai.responses.create({
        model: "m",
        input: "A number",
      });
      assert.deepEqual([status, incomplete_details], ["incomplete", { reason: "max_output_tokens" }]);
      assert.deepEqual(output.map((item) => item.type === "message" && item.status), ["incomplete"]);
    },
  );
});

Deno.test("openai: errors of responses name their field", async () => {
  const refusal = { error: { message: "too long", code: "context_length_exceeded", param: "input" } };
  await withProvider(() => Response.json(refusal, { status: 400 }), async ({ openai }) => {
    const faults: [
      OpenAI.Responses.ResponseCreateParamsNonStreaming,
      number,
      string | null,
      string | null,
    ][] = [
      [{ model: "m", input: [] }, 422, "input", null],
      [
        {
          model: "m",
          input: [{ role: "user", content: [{ type: "input_image", file_id: "file-1", detail: "auto" }] }],
        },
        400,
        "input.0.content.0",
        "unsupported_value",
      ],
      [{ model: "m", input: "x", tools: [{ type: "web_search" }] }, 400, "tools.0", "unsupported_value"],
      [{ model: "m", input: "x", conversation: "conv_1" }, 400, "conversation", "unsupported_value"],
      [
        { model: "m", input: "x", previous_response_id: "resp_none" },
        400,
        "previous_response_id",
        "previous_response_not_found",
      ],
      [{ model: "unknown", input: "x" }, 404, "model", "model_not_found"],
      [{ model: "m", input: "x" }, 400, "input", "context_length_exceeded"],
    ];
    for (const [ask, status, param, code] of faults) {
      await assert.rejects(openai.responses.create(ask), (error) => {
        assert.ok(error instanceof OpenAI.APIError);
        assert.deepEqual([error.status, error.param, error.code], [status, param, code]);
        return true;
      });
    }
  });
});

Deno.test("openai: a truncated stream throws; an abort ends the provider's call and is recorded", async () => {
  const ended: string[] = [];
  await withProvider((body) =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(
            new TextEncoder().encode(`data: ${JSON.stringify(chatChunk({ content: "word " }))}\n\n`),
          );
          await new Promise((wake) => setTimeout(wake, 5));
          if (body.includes("cut")) controller.close();
        },
        cancel: () => void ended.push("cancelled"),
      }),
      { headers: { "content-type": "text/event-stream" } },
    ), async ({ openai, gateway }) => {
    const ask = (input: string) => openai.responses.create({ model: "m", input, stream: true });
    const types: string[] = [];
    await assert.rejects(async () => {
      for await (const { type } of await ask("cut")) types.push(type);
    }, OpenAI.APIError);
    assert.ok(types.includes("response.output_text.delta") && !types.includes("response.completed"));
    const stream = await ask("long");
    let pieces = 0;
    for await (const { type } of stream) {
      if (type.endsWith(".delta") && ++pieces === 3) stream.controller.abort();
    }
    const records = await gateway.recorded(2);
    assert.deepEqual(records.map(({ outcome }) => outcome), ["cut", "aborted"]);
    assert.ok((records[1]?.completion_tokens ?? 0) >= 3);
  });
  assert.ok(ended.length > 0);
});
