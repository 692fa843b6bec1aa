/** The npm packages `ai` and `@ai-sdk/anthropic` with a provider of chat completions. */
import assert from "node:assert/strict";
import { createAnthropic } from "@ai-sdk/anthropic";
import { APICallError, generateText, jsonSchema, Output, streamText, tool } from "ai";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { callChunk, chatAnswer, chatChunk, chatStream, USAGE_CHUNK } from "./chat_script.ts";

const WEATHER = tool({
  description: "Tells the weather",
  inputSchema: jsonSchema<{ city: string }>({
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
  }),
  execute: ({ city }) => `Sunny in ${city}`,
});

async function withProvider(
  script: (body: string) => Response,
  test: (model: ReturnType<ReturnType<typeof createAnthropic>>, bodies: () => string[]) => Promise<void>,
) {
  await using provider = serveScript((_request, { body }) => script(body));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const anthropic = createAnthropic({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY });
  await test(anthropic("m"), () => provider.requests.map(({ body }) => body));
}

Deno.test("@ai-sdk/anthropic: text and structured output", async () => {
  await withProvider(
    (body) => chatAnswer({ content: body.includes("json_schema") ? `{"n":1}` : "Good day" }),
    async (model) => {
      const { text, usage, finishReason } = await generateText({ model, prompt: "Hello", maxRetries: 0 });
      assert.deepEqual([text, usage.inputTokens, usage.outputTokens, finishReason], [
        "Good day",
        30,
        7,
        "stop",
      ]);
      const schema = jsonSchema<{ n: number }>({
        type: "object",
        properties: { n: { type: "number" } },
        required: ["n"],
      });
      const { output } = await generateText({
        model,
        prompt: "A number",
        output: Output.object({ schema }),
        providerOptions: { anthropic: { structuredOutputMode: "outputFormat" } },
        maxRetries: 0,
      });
      assert.deepEqual(output, { n: 1 });
    },
  );
});

Deno.test("@ai-sdk/anthropic: a stream calls a tool and continues with its result", async () => {
  let turn = 0;
  await withProvider(() =>
    turn++ === 0
      ? chatStream([
        chatChunk({ reasoning_content: "Look" }),
        callChunk(0, { id: "c1", name: "weather", json: `{"city":` }),
        callChunk(0, { json: `"Muscat"}` }),
        chatChunk({}, "tool_calls"),
        USAGE_CHUNK,
      ])
      : chatStream([
        chatChunk({ content: "It is " }),
        chatChunk({ content: "sunny" }),
        chatChunk({}, "stop"),
        USAGE_CHUNK,
      ]), async (model, bodies) => {
    const answer = streamText({
      model,
      prompt: "Weather?",
      tools: { weather: WEATHER },
      stopWhen: ({ steps }) => steps.length === 2,
      maxRetries: 0,
    });
    assert.equal(await answer.text, "It is sunny");
    const steps = await answer.steps;
    assert.deepEqual(steps[0]?.toolResults.map(({ output }) => output), ["Sunny in Muscat"]);
    assert.equal(steps[0]?.reasoningText, "Look");
    const { messages } = JSON.parse(bodies()[1] ?? "");
    assert.deepEqual(messages[1].reasoning_content, "Look");
    assert.deepEqual(messages[2], { role: "tool", tool_call_id: "c1", content: "Sunny in Muscat" });
  });
});

Deno.test("@ai-sdk/anthropic: an error keeps its message, and an abort ends the stream", async () => {
  await withProvider(
    (body) =>
      body.includes("refuse")
        ? Response.json({ error: { message: "no such thing" } }, { status: 400 })
        : new Response(
          new ReadableStream({
            async pull(controller) {
              controller.enqueue(
                new TextEncoder().encode(`data: ${JSON.stringify(chatChunk({ content: "a" }))}\n\n`),
              );
              await new Promise((wake) => setTimeout(wake, 2));
            },
          }),
          { headers: { "content-type": "text/event-stream" } },
        ),
    async (model) => {
      await assert.rejects(generateText({ model, prompt: "refuse", maxRetries: 0 }), (error) => {
        assert.ok(APICallError.isInstance(error));
        assert.equal(error.statusCode, 400);
        assert.match(error.message, /no such thing/);
        return true;
      });
      const stopping = new AbortController();
      let pieces = 0;
      const { textStream } = streamText({
        model,
        prompt: "long",
        abortSignal: stopping.signal,
        maxRetries: 0,
      });
      for await (const _piece of textStream) if (++pieces === 3) stopping.abort();
      assert.ok(pieces >= 3);
    },
  );
});
