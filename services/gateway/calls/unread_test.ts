import assert from "node:assert/strict";
import { passingGuardrails, startGateway, TEST_KEY, testTarget } from "./call_fixture.ts";
import { guarded } from "./guarded_stream.ts";
import { relay, type StreamEnd } from "../streams/sse.ts";

const EVENT = `data: {"choices":[{"index":0,"delta":{"content":"${"x".repeat(4_000)}"}}]}\n\n`;
const PIECE = new TextEncoder().encode(EVENT.repeat(16));
// Several MB more than the kernel's four socket buffers between provider and client can hold.
const MOST_BYTES = 48 * 2 ** 20;

/** A provider that streams as long as its data is read. */
function endlessProvider() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const closed = Promise.withResolvers<void>();
  const sent = { bytes: 0 };
  const chunk = new Uint8Array([
    ...new TextEncoder().encode(`${PIECE.length.toString(16)}\r\n`),
    ...PIECE,
    ...[13, 10],
  ]);
  const serving = (async () => {
    using connection = await listener.accept();
    listener.close();
    await connection.read(new Uint8Array(65_536));
    const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    await connection.write(new TextEncoder().encode(head));
    try {
      while (sent.bytes < 2 * MOST_BYTES) {
        for (let at = 0; at < chunk.length;) at += await connection.write(chunk.subarray(at));
        sent.bytes += PIECE.length;
      }
    } catch {
      // The gateway has closed the connection, which the tests wait for.
    }
    closed.resolve();
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    closed: closed.promise,
    sent,
    [Symbol.asyncDispose]: () => serving,
  };
}

/** Requests a stream on a new connection without reading it. */
async function askAndNotRead(url: string): Promise<Deno.TcpConn> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "Hello" }] });
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${TEST_KEY}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  await connection.write(new TextEncoder().encode(head + body));
  return connection;
}

for (const [way, guardrails] of [["passed on", undefined], ["scanned", passingGuardrails]] as const) {
  Deno.test(`a stream that is ${way} and that its client never reads gets backpressure, then is ended`, async () => {
    await using provider = endlessProvider();
    await using gateway = await startGateway({
      models: { m: [testTarget(provider.url)] },
      deps: { guardrails, unreadMs: 200 },
    });
    using unread = await askAndNotRead(gateway.url);
    await provider.closed;
    assert.ok(provider.sent.bytes < MOST_BYTES, `${provider.sent.bytes} bytes were taken of the provider`);
    const [record] = await gateway.recorded(1);
    assert.equal(record?.outcome, "aborted");
    assert.equal(gateway.deps.inHand.size, 0);
    // Read until the connection is closed, so that the gateway keeps nothing of it.
    for (const piece = new Uint8Array(2 ** 20); await unread.read(piece).catch(() => null) !== null;);
  });
}

/** A relay of an endless body, and the number of bytes read from it. */
function relayed(unreadMs?: number) {
  const ended = Promise.withResolvers<StreamEnd>();
  const seen = { reads: 0, cancelled: false };
  const body = {
    read() {
      seen.reads++;
      return Promise.resolve(PIECE.slice());
    },
    cancel: () => void (seen.cancelled = true),
  };
  const source = relay(body, {
    provider: "p",
    showUsage: true,
    idleTimeoutMs: 60_000,
    unreadMs,
    onFirst() {},
    onEnd: ended.resolve,
  });
  const stream = new ReadableStream<Uint8Array>(source, { highWaterMark: 1 });
  return { stream, seen, ended: ended.promise };
}

Deno.test("at most one read from the provider is buffered for a client", async () => {
  const { stream, seen, ended } = relayed(1);
  assert.equal((await ended).outcome, "aborted");
  assert.deepEqual(seen, { reads: 1, cancelled: true });
  const text = await new Response(stream).text();
  assert.ok(text.startsWith(EVENT.repeat(16) + "event: error\ndata: "), text.slice(-200));
  assert.match(text, /"code":"not_read"/);
});

Deno.test("a reading client gets every byte in order, each read in one piece", async () => {
  const { stream, seen } = relayed();
  const received: number[] = [];
  for await (const piece of stream) {
    assert.equal(piece.length, PIECE.length);
    received.push(...piece);
    if (received.length >= 2 * PIECE.length) break;
  }
  assert.deepEqual(new Uint8Array(received), new Uint8Array([...PIECE, ...PIECE]));
  assert.ok(seen.cancelled && seen.reads <= 4, `${seen.reads} reads`);
});

Deno.test("events without text are not delayed indefinitely", async () => {
  let taken = 0;
  async function* empty() {
    while (taken++ < 10_000) yield { raw: "data: {}\n\n", data: {} };
  }
  for await (const _event of guarded(empty(), () => Promise.resolve({ windows: [], step: 1 }))) break;
  assert.ok(taken <= 1024, `${taken} events were held back`);
});
