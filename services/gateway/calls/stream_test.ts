import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { settle } from "./accounting.ts";
import { passingGuardrails, startGateway, testTarget } from "./call_fixture.ts";

const BODY = { model: "m", stream: true, messages: [{ role: "user", content: "Hello" }] };
const WORD = `data: {"choices":[{"index":0,"delta":{"content":"مرحبا you"},"x":1}]}\n\n`;
const STOP = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`;
const USAGE = `data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}}\n\n`;
const DONE = "data: [DONE]\n\n";

interface Script {
  /** Written one after the other, after a pause each. */
  parts: (string | Uint8Array)[];
  pauseMs?: number;
  /** What follows the last part: a clean end, a broken connection, or nothing at all. */
  then: "end" | "break" | "hang";
}

/** A provider that speaks HTTP by hand, so that it can break off where it likes. */
function rawProvider({ parts, pauseMs = 5, then }: Script) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const encoder = new TextEncoder();
  const seen = { bodies: [] as string[], closed: Promise.withResolvers<void>() };
  const open = new Set<Deno.Conn>();
  const serve = async (connection: Deno.Conn) => {
    open.add(connection);
    const buffer = new Uint8Array(65_536);
    try {
      const read = await connection.read(buffer);
      seen.bodies.push(new TextDecoder().decode(buffer.subarray(0, read ?? 0)).split("\r\n\r\n")[1] ?? "");
      const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
      await connection.write(encoder.encode(head));
      for (const part of parts) {
        const bytes = typeof part === "string" ? encoder.encode(part) : part;
        await connection.write(encoder.encode(`${bytes.length.toString(16)}\r\n`));
        await connection.write(bytes);
        await connection.write(encoder.encode("\r\n"));
        await new Promise((wake) => setTimeout(wake, pauseMs));
      }
      if (then === "end") await connection.write(encoder.encode("0\r\n\r\n"));
      if (then !== "break") { while (await connection.read(buffer) !== null); }
    } catch {
      // The gateway went away, which is what some tests are about.
    }
    seen.closed.resolve();
    if (open.delete(connection)) connection.close();
  };
  const serving = (async () => {
    for await (const connection of listener) serve(connection);
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    ...seen,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
      for (const connection of open) if (open.delete(connection)) connection.close();
    },
  };
}

Deno.test("a stream passes through as it is, without the usage that the client did not ask for", async () => {
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

Deno.test("a stream cut into single bytes arrives whole, its usage seen and kept back", async () => {
  const bytes = new TextEncoder().encode(WORD + STOP + USAGE + DONE);
  const parts = Array.from(bytes, (byte) => new Uint8Array([byte]));
  await using provider = rawProvider({ parts, pauseMs: 0, then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  assert.equal(await (await gateway.post(BODY)).text(), WORD + STOP + DONE);
  assert.equal((await gateway.recorded(1))[0]?.total_tokens, 12);
});

Deno.test("usage is kept back from a long stream that comes in one piece", async () => {
  const words = WORD.repeat(500);
  await using provider = rawProvider({ parts: [words + STOP + USAGE + DONE], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  assert.equal(await (await gateway.post(BODY)).text(), words + STOP + DONE);
  assert.equal((await gateway.recorded(1))[0]?.total_tokens, 12);
});

Deno.test("Azure's first event without choices is not mistaken for usage, nor a text that quotes it", async () => {
  const filters = `data: {"choices":[],"prompt_filter_results":[{"x_tokens":1}]}\n\n`;
  const quoting =
    `data: {"choices":[{"index":0,"delta":{"content":"\\"usage\\": {\\"prompt_tokens\\": 9}\\n\\ndata: [DONE]"}}]}\n\n`;
  await using provider = rawProvider({ parts: [filters + quoting, STOP, DONE], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  assert.equal(await (await gateway.post(BODY)).text(), filters + quoting + STOP + DONE);
  assert.equal((await gateway.recorded(1))[0]?.estimated, true);
});

Deno.test("usage that no provider tells is estimated from the text and marked", async () => {
  await using provider = rawProvider({ parts: [...Array(20).fill(WORD), STOP, DONE], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  await (await gateway.post(BODY)).text();
  const [record] = await gateway.recorded(1);
  assert.equal(record?.estimated, true);
  // 14 bytes a word, at four bytes a token.
  assert.equal(record?.completion_tokens, 70);
});

for (const then of ["break", "end"] as const) {
  Deno.test(`a stream that the provider cuts (${then}) ends with an error event and without [DONE]`, async () => {
    await using provider = rawProvider({ parts: [WORD, WORD, `data: {"choi`], then });
    await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
    const text = await (await gateway.post(BODY)).text();
    assert.ok(text.startsWith(WORD + WORD + "event: error\ndata: "), text);
    const { error } = JSON.parse(text.slice(text.lastIndexOf("data: ") + 6));
    assert.deepEqual([error.type, error.code], ["provider_error", "stream_cut"]);
    assert.doesNotMatch(text, /\[DONE\]/);
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.outcome, record?.estimated], ["cut", true]);
    assert.ok((record?.completion_tokens ?? 0) > 0);
  });
}

Deno.test("a stream that falls silent is cut after its idle time", async () => {
  await using provider = rawProvider({ parts: [WORD], then: "hang" });
  const target = testTarget(provider.url, { idleTimeoutMs: 100 });
  await using gateway = await startGateway({ models: { m: [target] } });
  const text = await (await gateway.post(BODY)).text();
  assert.match(text, /event: error\ndata: .*"code":"timeout"/);
  await provider.closed.promise;
});

Deno.test("a server that leaves the end mark out after its finish reason gets one", async () => {
  await using provider = rawProvider({ parts: [WORD, STOP], then: "end" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  assert.equal(await (await gateway.post(BODY)).text(), WORD + STOP + DONE);
  assert.equal((await gateway.recorded(1))[0]?.outcome, "ok");
});

Deno.test("an abort within a stream reaches the provider, and what was streamed is paid for", async () => {
  await using provider = rawProvider({ parts: Array(200).fill(WORD), pauseMs: 10, then: "hang" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const aborting = new AbortController();
  const response = await gateway.post(BODY, { signal: aborting.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  aborting.abort();
  await reader?.closed.catch(() => {});
  await provider.closed.promise;
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.outcome, record?.estimated], ["aborted", true]);
  assert.ok((record?.completion_tokens ?? 0) > 0);
});

const SHORT = `data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n`;

for (const guarded of [false, true]) {
  Deno.test(`a stream that is aborted is billed a token at least for each chunk that left (${guarded ? "scanned" : "passed on"})`, async () => {
    await using provider = rawProvider({ parts: [SHORT.repeat(500)], then: "hang" });
    const guardrails = guarded ? passingGuardrails : undefined;
    await using gateway = await startGateway({
      models: { m: [testTarget(provider.url)] },
      deps: { guardrails },
    });
    const aborting = new AbortController();
    const response = await gateway.post(BODY, { signal: aborting.signal });
    const reader = response.body?.getReader();
    let received = "";
    while (received.length < 5 * SHORT.length) {
      received += new TextDecoder().decode((await reader?.read())?.value);
    }
    aborting.abort();
    await reader?.closed.catch(() => {});
    const [record] = await gateway.recorded(1);
    assert.equal(record?.outcome, "aborted");
    const chunks = received.split("\n\n").length - 1;
    assert.ok((record?.completion_tokens ?? 0) >= chunks, `${record?.completion_tokens} of ${chunks}`);
  });
}

Deno.test("a long stream without usage is billed a token at least for each of its chunks", async () => {
  const count = 3_000;
  await using provider = rawProvider({
    parts: Array(10).fill(SHORT.repeat(count / 10)),
    then: "break",
  });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const text = await (await gateway.post(BODY)).text();
  assert.match(text, /stream_cut/);
  assert.equal((await gateway.recorded(1))[0]?.completion_tokens, count);
});

Deno.test("an abort before the headers reaches the provider", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const aborting = new AbortController();
  const closed = (async () => {
    const connection = await listener.accept();
    aborting.abort();
    const buffer = new Uint8Array(65_536);
    try {
      while (await connection.read(buffer) !== null);
    } catch {
      // Reset is as good as closed.
    }
    connection.close();
  })();
  await using gateway = await startGateway({
    models: { m: [testTarget(`http://127.0.0.1:${listener.addr.port}`)] },
  });
  const answer = gateway.post({ ...BODY, stream: false }, { signal: aborting.signal });
  await assert.rejects(answer);
  await closed;
  listener.close();
  const [record] = await gateway.recorded(1);
  assert.equal(record?.outcome, "aborted");
  assert.ok((record?.prompt_tokens ?? 0) > 0);
});

Deno.test("a slow reader holds the provider back instead of filling memory", async () => {
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
  // Buffers on the way fill; then nothing more is taken, or all of it was.
  for (let before = -1; before !== sent;) {
    before = sent;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  assert.ok(sent < 1000, `${sent} of 2000 events were taken without a reader`);
  await reader?.cancel();
  await gateway.recorded(1);
  await server.shutdown();
});

// So much that a guard lets it pass.
const SENTENCE = `data: {"choices":[{"index":0,"delta":{"content":"${"word ".repeat(20)}."}}]}\n\n`;
const QUOTED = "provider-secret-1";
const FAILURE = `data: {"error":{"message":"key ${QUOTED} is used up","code":"quota","param":null}}\n\n`;

Deno.test("a failure that a provider reports in a stream ends it, without the key that it quotes", async () => {
  await using provider = rawProvider({ parts: [SENTENCE, FAILURE + WORD + STOP + DONE], then: "hang" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const text = await (await gateway.post(BODY)).text();
  assert.ok(text.startsWith(`${SENTENCE}event: error\ndata: `), text);
  const { error } = JSON.parse(text.slice(text.lastIndexOf("data: ") + 6));
  assert.deepEqual(error, {
    message: "scripted failed: key *** is used up",
    type: "provider_error",
    param: null,
    code: "quota",
  });
  assert.equal((await gateway.recorded(1))[0]?.outcome, "cut");
  await provider.closed.promise;
});

Deno.test("a failure that a provider reports in a stream that is scanned quotes no key either", async () => {
  await using provider = rawProvider({ parts: [SENTENCE, FAILURE + WORD + STOP + DONE], then: "hang" });
  const deps = { guardrails: passingGuardrails };
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, deps });
  const text = await (await gateway.post(BODY)).text();
  assert.match(text, /"message":"scripted failed: key \*\*\* is used up"/);
  assert.doesNotMatch(text, /secret|DONE/);
  await provider.closed.promise;
});

for (const guarded of [false, true]) {
  const way = guarded ? "scanned" : "passed on";
  const deps = { guardrails: guarded ? passingGuardrails : undefined };

  Deno.test(`a stream that ends without a finish reason is given one (${way})`, async () => {
    await using provider = rawProvider({ parts: [WORD, DONE], then: "end" });
    await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, deps });
    const text = await (await gateway.post(BODY)).text();
    assert.match(text.slice(WORD.length), /^data: \{.*"finish_reason":"stop".*\}\n\ndata: \[DONE\]\n\n$/);
  });
}

Deno.test("a client that waits for the next event is sent heartbeats, and none before the first", async () => {
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

Deno.test("a call that the end of the process cuts off is booked with what was sent", async () => {
  await using provider = rawProvider({ parts: [SHORT.repeat(5), SHORT.repeat(5)], then: "hang" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const reader = (await gateway.post(BODY)).body?.getReader();
  let received = "";
  while (received.length < 10 * SHORT.length) {
    received += new TextDecoder().decode((await reader?.read())?.value);
  }
  for (const call of gateway.deps.inHand) settle(gateway.deps, call, { outcome: "aborted", status: 499 });
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.outcome, record?.completion_tokens, record?.estimated], ["aborted", 10, true]);
  assert.ok((record?.prompt_tokens ?? 0) > 0);
  await reader?.cancel();
});

Deno.test("usage that a provider reports along the way is no less than what left when the client goes", async () => {
  const early =
    `data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1,"total_tokens":10}}\n\n`;
  await using provider = rawProvider({ parts: [early, SHORT.repeat(6)], then: "hang" });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const reader = (await gateway.post(BODY)).body?.getReader();
  let received = "";
  while (received.length < 6 * SHORT.length) {
    received += new TextDecoder().decode((await reader?.read())?.value);
  }
  await reader?.cancel();
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.prompt_tokens, record?.completion_tokens], [9, 6]);
});
