/** The npm package `openai` with a gateway. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import { serveScript } from "lib/testing.ts";
import { mockProvider } from "../bench/mock_provider.ts";
import { startGateway, TEST_KEY, testCaller, testTarget } from "./call_fixture.ts";
import { echo } from "../wires/echo.ts";

const MESSAGES = [{ role: "user" as const, content: "Hello مرحبا" }];

function client(url: string, apiKey = TEST_KEY): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey });
}

async function withEcho(test: (openai: OpenAI) => Promise<void>) {
  const target = testTarget("http://127.0.0.1:9", { wire: "echo", provider: "echo" });
  const models = {
    echo: [{ ...target, model: "echo" }],
    "echo-embedding": [{ ...target, model: "echo-embedding" }],
  };
  await using gateway = await startGateway({ models, wires: { echo } });
  await test(client(gateway.url));
}

Deno.test("openai: a chat with the built-in model", async () => {
  await withEcho(async (openai) => {
    const answer = await openai.chat.completions.create({ model: "echo", messages: MESSAGES });
    assert.equal(answer.choices[0]?.message.content, "Hello مرحبا");
    assert.ok(answer._request_id);
  });
});

Deno.test("openai: a stream with and without usage", async () => {
  await withEcho(async (openai) => {
    for (const include_usage of [false, true]) {
      const options = {
        model: "echo",
        messages: MESSAGES,
        stream: true,
        stream_options: { include_usage },
      } as const;
      let text = "";
      let usage = 0;
      for await (const chunk of await openai.chat.completions.create(options)) {
        text += chunk.choices[0]?.delta.content ?? "";
        usage += chunk.usage?.total_tokens ?? 0;
      }
      assert.equal(text, "Hello مرحبا");
      assert.equal(usage, include_usage ? 4 : 0);
    }
  });
});

Deno.test("openai: embeddings in its default encoding and as numbers are the same", async () => {
  await withEcho(async (openai) => {
    const input = { model: "echo-embedding", input: ["one", "two"], dimensions: 8 };
    const packed = await openai.embeddings.create(input);
    const plain = await openai.embeddings.create({ ...input, encoding_format: "float" });
    assert.equal(packed.data.length, 2);
    assert.deepEqual(packed.data[0]?.embedding, plain.data[0]?.embedding);
  });
});

Deno.test("openai: tool calls in a stream are assembled by index", async () => {
  const chunk = (delta: unknown, finish: string | null = null) =>
    `data: ${
      JSON.stringify({
        id: "c",
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, finish_reason: finish }],
      })
    }\n\n`;
  const call = (index: number, rest: unknown) => chunk({ tool_calls: [{ index, ...Object(rest) }] });
  const events = [
    chunk({ role: "assistant", content: null }),
    call(0, { id: "a", type: "function", function: { name: "weather", arguments: "" } }),
    call(0, { function: { arguments: `{"city":` } }),
    call(1, { id: "b", type: "function", function: { name: "time", arguments: `{"tz":"UTC"}` } }),
    call(0, { function: { arguments: `"Muscat"}` } }),
    chunk({}, "tool_calls"),
    "data: [DONE]\n\n",
  ];
  await using provider = serveScript(() =>
    new Response(events.join(""), { headers: { "content-type": "text/event-stream" } })
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const stream = client(gateway.url).chat.completions.stream({ model: "m", messages: MESSAGES });
  const { choices } = await stream.finalChatCompletion();
  const calls = choices[0]?.message.tool_calls?.map((made) =>
    made.type === "function" ? made.function : undefined
  );
  assert.deepEqual(calls?.map((made) => [made?.name, made?.arguments]), [
    ["weather", `{"city":"Muscat"}`],
    ["time", `{"tz":"UTC"}`],
  ]);
});

Deno.test("openai: errors have the client's error classes, without useless retries", async () => {
  await using provider = serveScript(() => Response.json({ error: { message: "bad" } }, { status: 400 }));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const openai = client(gateway.url);
  const ask = (model: string, from = openai) => from.chat.completions.create({ model, messages: MESSAGES });
  await assert.rejects(ask("m", client(gateway.url, "wrong")), OpenAI.AuthenticationError);
  await assert.rejects(ask("unknown"), OpenAI.NotFoundError);
  await assert.rejects(ask(""), OpenAI.UnprocessableEntityError);
  await assert.rejects(ask("m"), (error) => {
    assert.ok(error instanceof OpenAI.InternalServerError);
    assert.deepEqual([error.status, error.type], [502, "provider_error"]);
    return true;
  });
  assert.equal(provider.requests.length, 1);
});

Deno.test("openai: an exceeded limit is a RateLimitError", async () => {
  const limits = [{ key: "key:k1", scope: "key" as const, requests_per_minute: 1, tokens_per_minute: null }];
  await using provider = serveScript((request) => mockProvider(request));
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    caller: testCaller({ limits }),
  });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  const { response } = await openai.chat.completions.create({ model: "m", messages: MESSAGES })
    .withResponse();
  assert.equal(response.headers.get("x-ratelimit-limit-requests"), "1");
  assert.equal(response.headers.get("x-ratelimit-remaining-requests"), "0");
  await assert.rejects(
    openai.chat.completions.create({ model: "m", messages: MESSAGES }),
    OpenAI.RateLimitError,
  );
});

Deno.test("openai: a truncated stream throws, and an aborted one ends", async () => {
  const chunk = `data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n`;
  await using provider = serveScript((_request, { body }) =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(new TextEncoder().encode(chunk));
          await new Promise((wake) => setTimeout(wake, 5));
          if (body.includes("cut")) controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    )
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const openai = client(gateway.url);
  const ask = (content: string) =>
    openai.chat.completions.create({ model: "m", stream: true, messages: [{ role: "user", content }] });
  await assert.rejects(async () => {
    for await (const _chunk of await ask("cut"));
  }, OpenAI.APIError);
  const stream = await ask("long");
  let chunks = 0;
  for await (const _chunk of stream) if (++chunks === 3) stream.controller.abort();
  assert.ok(chunks >= 3);
  const records = await gateway.recorded(2);
  assert.deepEqual(records.map(({ outcome }) => outcome), ["cut", "aborted"]);
});
