import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startGateway, testTarget } from "./call_fixture.ts";
import { BODY, DONE, rawProvider, SENTENCE, STOP, USAGE, WORD } from "./raw_provider_fixture.ts";

Deno.test("a stream passes through unchanged, without usage that the client did not request", async () => {
  await using provider = rawProvider({ parts: [WORD, WORD + STOP, USAGE + DONE], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post(BODY);
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  assert.equal(await response.text(), WORD + WORD + STOP + DONE);
  assert.deepEqual(JSON.parse(provider.bodies[0] ?? ""), {
    ...BODY,
    stream_options: { include_usage: true },
  });
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.outcome, record?.total_tokens, record?.estimated, record?.streamed], [
    "ok",
    12,
    false,
    true,
  ]);
  assert.ok(record?.ttft_ms !== null);
});

Deno.test("a client that asks for usage gets it", async () => {
  await using provider = rawProvider({ parts: [WORD, STOP, USAGE, DONE], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const body = { ...BODY, stream_options: { include_usage: true, other: 1 } };
  const response = await gateway.post(body);
  assert.equal(await response.text(), WORD + STOP + USAGE + DONE);
  assert.deepEqual(JSON.parse(provider.bodies[0] ?? ""), body);
});

Deno.test("a stream split into single bytes arrives complete, with its usage counted and hidden", async () => {
  const bytes = new TextEncoder().encode(WORD + STOP + USAGE + DONE);
  const parts = Array.from(bytes, (byte) => new Uint8Array([byte]));
  await using provider = rawProvider({ parts, pauseMs: 0, then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  assert.equal(await (await gateway.post(BODY)).text(), WORD + STOP + DONE);
  assert.equal((await gateway.recorded(1))[0]?.total_tokens, 12);
});

Deno.test("usage is hidden in a long stream that arrives in one piece", async () => {
  const words = WORD.repeat(500);
  await using provider = rawProvider({ parts: [words + STOP + USAGE + DONE], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  assert.equal(await (await gateway.post(BODY)).text(), words + STOP + DONE);
  assert.equal((await gateway.recorded(1))[0]?.total_tokens, 12);
});

Deno.test("Azure's first event without choices, and a text that quotes usage, are not treated as usage", async () => {
  const filters = `data: {"choices":[],"prompt_filter_results":[{"x_tokens":1}]}\n\n`;
  const quoting =
    `data: {"choices":[{"index":0,"delta":{"content":"\\"usage\\": {\\"prompt_tokens\\": 9}\\n\\ndata: [DONE]"}}]}\n\n`;
  await using provider = rawProvider({ parts: [filters + quoting, STOP, DONE], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  assert.equal(await (await gateway.post(BODY)).text(), filters + quoting + STOP + DONE);
  assert.equal((await gateway.recorded(1))[0]?.estimated, true);
});

Deno.test("a slow reader causes backpressure to the provider instead of filling memory", async () => {
  const big = `data: {"choices":[{"index":0,"delta":{"content":"${"x".repeat(60_000)}"}}]}\n\n`;
  let sent = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ < 2000) controller.enqueue(encoder.encode(big));
        else controller.close();
      },
    }, { highWaterMark: 0 });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  await using gateway = await startGateway({
    models: { m: [testTarget(`http://127.0.0.1:${server.addr.port}`)] },
  });
  const response = await gateway.post(BODY);
  const reader = response.body?.getReader();
  await reader?.read();
  // Waits until the buffers are full and nothing more is read.
  for (let before = -1; before !== sent;) {
    before = sent;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  assert.ok(sent < 1000, `${sent} of 2000 events were taken without a reader`);
  await reader?.cancel();
  await gateway.recorded(1);
  await server.shutdown();
});

Deno.test("a client waiting for the next event gets heartbeats, but none before the first event", async () => {
  const first = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const server = serveScript(async () => {
    await first.promise;
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(SENTENCE));
        await rest.promise;
        controller.enqueue(new TextEncoder().encode(STOP + DONE));
        controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  await using provider = server;
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { heartbeatMs: 20 },
  });
  const response = gateway.post(BODY);
  first.resolve();
  const reader = (await response).body?.getReader();
  let text = "";
  while (text.split(": keep-alive").length < 3) {
    text += new TextDecoder().decode((await reader?.read())?.value);
  }
  rest.resolve();
  while (!text.includes("[DONE]")) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  assert.equal(text.replaceAll(": keep-alive\n\n", ""), SENTENCE + STOP + DONE);
  assert.match(text, /^data: .*\n\n(: keep-alive\n\n){2,}data: /);
});
