/** The npm packages `ai`, `@ai-sdk/openai` and `@langchain/openai` with translated responses. */
import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import { ChatOpenAI } from "@langchain/openai";
import { APICallError, generateText, jsonSchema, Output, streamText, tool } from "ai";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { callChunk, chatAnswer, chatChunk, chatStream, USAGE_CHUNK } from "../messages/chat_script.ts";

const CITY = {
  type: "object" as const,
  properties: { city: { type: "string" as const } },
  required: ["city"],
};
const WEATHER = tool({
  description: "Tells the weather",
  inputSchema: jsonSchema<{ city: string }>({ ...CITY, additionalProperties: false }),
  execute: ({ city }) => `Sunny in ${city}`,
});
const ROLE = chatChunk({ role: "assistant", content: "" });
const CALL_CHUNKS = [
  ROLE,
  chatChunk({ reasoning_content: "Look" }),
  callChunk(0, { id: "c1", name: "weather", json: `{"city":` }),
  callChunk(0, { json: `"Muscat"}` }),
  chatChunk({}, "tool_calls"),
  USAGE_CHUNK,
];
const TEXT_CHUNKS = [
  ROLE,
  chatChunk({ content: "It is " }),
  chatChunk({ content: "sunny" }),
  chatChunk({}, "stop"),
  USAGE_CHUNK,
];

async function withProvider(
  script: (body: string) => Response,
  test: (url: string, bodies: () => string[]) => Promise<void>,
) {
  await using provider = serveScript((_request, { body }) => script(body));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  await test(`${gateway.url}/v1`, () => provider.requests.map(({ body }) => body));
}

function aiModel(baseURL: string) {
  return createOpenAI({ baseURL, apiKey: TEST_KEY })("m");
}

function lines(script: (chunk: number) => void): Response {
  let count = 0;
  return new Response(
    new ReadableStream({
      async pull(controller) {
        controller.enqueue(
          new TextEncoder().encode(`data: ${JSON.stringify(chatChunk({ content: "a" }))}\n\n`),
        );
        script(++count);
        await new Promise((wake) => setTimeout(wake, 2));
      },
    }),
    { headers: { "content-type": "text/event-stream" } },
  );
}

Deno.test("@ai-sdk/openai: text and structured output", async () => {
  await withProvider(
    (body) => chatAnswer({ content: body.includes("json_schema") ? `{"n":1}` : "Good day" }),
    async (url) => {
      const model = aiModel(url);
      const { text, usage, finishReason } = await generateText({ model, prompt: "Hello", maxRetries: 0 });
      assert.deepEqual([text, usage.inputTokens, usage.outputTokens, finishReason], [
        "Good day",
        30,
        7,
        "stop",
      ]);
      const properties = { n: { type: "number" as const } };
      const schema = jsonSchema<{ n: number }>({
        type: "object",
        properties,
        required: ["n"],
        additionalProperties: false,
      });
      const { output } = await generateText({
        model,
        prompt: "A number",
        output: Output.object({ schema }),
        maxRetries: 0,
      });
      assert.deepEqual(output, { n: 1 });
    },
  );
});

Deno.test("@ai-sdk/openai: a stream calls a tool and continues with its result, the client keeping the conversation", async () => {
  let turn = 0;
  await withProvider(() => chatStream(turn++ === 0 ? CALL_CHUNKS : TEXT_CHUNKS), async (url, bodies) => {
    const answer = streamText({
      model: aiModel(url),
      prompt: "Weather?",
      tools: { weather: WEATHER },
      stopWhen: ({ steps }) => steps.length === 2,
      providerOptions: { openai: { store: false } },
      maxRetries: 0,
    });
    assert.equal(await answer.text, "It is sunny");
    const steps = await answer.steps;
    assert.deepEqual(steps[0]?.toolResults.map(({ output }) => output), ["Sunny in Muscat"]);
    assert.equal(steps[0]?.reasoningText, "Look");
    const { messages } = JSON.parse(bodies()[1] ?? "");
    assert.deepEqual(
      messages[1].tool_calls.map(({ function: { name } }: { function: { name: string } }) => name),
      ["weather"],
    );
    assert.deepEqual(messages[2], { role: "tool", tool_call_id: "c1", content: "Sunny in Muscat" });
  });
});

Deno.test("@ai-sdk/openai: an error keeps its message, and an abort ends the stream", async () => {
  await withProvider(
    (body) =>
      body.includes("refuse")
        ? Response.json({ error: { message: "no such thing" } }, { status: 400 })
        : lines(() => {}),
    async (url) => {
      const model = aiModel(url);
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

for (const useResponsesApi of [false, true]) {
  const name = useResponsesApi ? "responses" : "chat completions";
  const langchain = (url: string) =>
    new ChatOpenAI({
      model: "m",
      apiKey: TEST_KEY,
      configuration: { baseURL: url },
      useResponsesApi,
      maxRetries: 0,
    });

  Deno.test(`@langchain/openai: ${name} whole and streamed, with tools`, async () => {
    let turn = 0;
    await withProvider((body) => {
      if (!JSON.parse(body).stream) return chatAnswer({ content: "Good day" });
      return chatStream(turn++ === 0 ? CALL_CHUNKS : TEXT_CHUNKS);
    }, async (url) => {
      const model = langchain(url);
      const whole = await model.invoke("Hello");
      assert.equal(whole.text, "Good day");
      assert.equal(whole.usage_metadata?.total_tokens, 37);
      const withTools = model.bindTools([{
        type: "function",
        function: { name: "weather", parameters: CITY },
      }]);
      let calls: unknown[] = [];
      for await (const chunk of await withTools.stream("Weather?")) {
        calls = [...calls, ...chunk.tool_call_chunks ?? []];
      }
      const text = calls.map((call) => Object(call).args ?? "").join("");
      assert.equal(text, `{"city":"Muscat"}`);
      let said = "";
      for await (const chunk of await model.stream("And now?")) said += chunk.text;
      assert.equal(said, "It is sunny");
    });
  });

  Deno.test(`@langchain/openai: ${name}: errors keep their status, and an abort ends a stream`, async () => {
    await withProvider(
      (body) =>
        body.includes("refuse")
          ? Response.json({ error: { message: "no such thing" } }, { status: 400 })
          : lines(() => {}),
      async (url) => {
        const model = langchain(url);
        await assert.rejects(model.invoke("refuse"), /no such thing/);
        const stopping = new AbortController();
        let pieces = 0;
        await assert.rejects(async () => {
          for await (const _chunk of await model.stream("long", { signal: stopping.signal })) {
            if (++pieces === 3) stopping.abort();
          }
        });
        assert.ok(pieces >= 3);
      },
    );
  });
}
