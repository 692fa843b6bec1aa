import assert from "node:assert/strict";
import {
  type Handler,
  hangUp,
  heed,
  type HttpServer,
  type HttpServerOptions,
  serveHttp,
} from "lib/http/http_server.ts";

const PATIENCE = { headersMs: 5_000, idleMs: 100, lingerMs: 10 };
const encoder = new TextEncoder();
const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

function serve(options: Partial<HttpServerOptions>, handler: Handler): HttpServer {
  const onError = () => new Response("failed", { status: 500 });
  return serveHttp({ hostname: "127.0.0.1", port: 0, patience: PATIENCE, onError, ...options }, handler);
}

async function connect({ addr }: HttpServer, text: string): Promise<Deno.TcpConn> {
  const socket = await Deno.connect({ hostname: "127.0.0.1", port: addr.port });
  await socket.write(encoder.encode(text));
  return socket;
}

/** Reads `socket` until the server ends it. */
async function untilEnd(socket: Deno.TcpConn): Promise<string> {
  let text = "";
  const bytes = new Uint8Array(65_536);
  try {
    for (let read = await socket.read(bytes); read !== null; read = await socket.read(bytes)) {
      text += new TextDecoder().decode(bytes.subarray(0, read));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
  }
  socket.close();
  return text;
}

/** The ways to serve a connection. */
const WAYS = [
  { way: "", options: {} },
  { way: ", where WebSockets are served", options: { webSockets: true } },
  { way: ", by the own server", options: { direct: () => undefined } },
];

const over = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

for (const { way, options } of WAYS) {
  Deno.test(`a connection whose first headers are incomplete at the deadline ends without an answer${way}`, async () => {
    const patience = { ...PATIENCE, headersMs: 100 };
    await using server = serve({ ...options, patience }, () => new Response("never"));
    const sent = ["", "GET", "GET / HTTP/1.1\r\nHost: a\r\nX-Half: "];
    const answers = await Promise.all(sent.map(async (text) => untilEnd(await connect(server, text))));
    assert.deepEqual(answers, ["", "", ""]);
    assert.equal(server.connections, 0);
  });

  Deno.test(`a connection ends when no complete request follows its last answer in time${way}`, async () => {
    await using server = serve(options, () => new Response("an answer"));
    for (const next of ["", "GET / HTTP/1.1\r\nX-Half: "]) {
      const answer = await untilEnd(await connect(server, GET + next));
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
      assert.equal(answer.split("an answer").length, 2);
    }
  });

  Deno.test(`a request that arrives while the event loop is held is answered, however long that lasts${way}`, async () => {
    await using server = serve(options, () => new Response("an answer"));
    const socket = await connect(server, GET);
    await socket.read(new Uint8Array(65_536));
    const written = socket.write(encoder.encode(GET));
    for (const until = performance.now() + 3 * PATIENCE.idleMs; performance.now() < until;);
    await written;
    assert.match(await untilEnd(socket), /^HTTP\/1\.1 200 OK\r\n/);
  });

  Deno.test(`a caller that is still sending an unread body gets its answer${way}`, async () => {
    await using server = serve(options, () => new Response("too large", { status: 413 }));
    const response = await fetch(`http://127.0.0.1:${server.addr.port}/`, {
      method: "POST",
      body: new Uint8Array(12 * 2 ** 20),
    });
    assert.deepEqual([response.status, await response.text()], [413, "too large"]);
  });

  Deno.test(`a refused caller has no more time than a new one, and one that was too slow has none${way}`, async () => {
    for (const [status, headersMs] of [[401, 100], [408, 2_000]] as const) {
      const patience = { headersMs, idleMs: 3_600_000, lingerMs: 10 };
      await using server = serve({ ...options, patience }, (_request, caller) => {
        const response = new Response("no", { status });
        heed(response, caller);
        return response;
      });
      const half = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf";
      assert.ok((await untilEnd(await connect(server, half))).startsWith(`HTTP/1.1 ${status} `));
    }
  });

  Deno.test(`answers and bodies that take longer than the idle time are complete${way}`, async () => {
    await using server = serve(options, async (request) => {
      const text = await request.text();
      await over(1.5 * PATIENCE.idleMs);
      const pieces = async function* () {
        yield encoder.encode("slow ");
        await over(1.5 * PATIENCE.idleMs);
        yield encoder.encode(text);
      };
      return new Response(ReadableStream.from(pieces()));
    });
    const socket = await connect(server, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nbo");
    await over(1.5 * PATIENCE.idleMs);
    await socket.write(encoder.encode("dies"));
    assert.match(await untilEnd(socket), /slow [^]*bodies/);
  });

  Deno.test(`a handler that fails is answered by onError, and the connection goes on${way}`, async () => {
    let asked = 0;
    await using server = serve(options, () => {
      if (asked++ === 0) throw new Error("broken");
      return new Response("well");
    });
    const socket = await connect(server, GET + GET);
    assert.match(await untilEnd(socket), /^HTTP\/1\.1 500 [^]*failed[^]*HTTP\/1\.1 200 [^]*well/);
  });

  Deno.test(`shutdown() answers requests under way, takes no more, and does not wait for incomplete ones${way}`, async () => {
    const patience = { headersMs: 3_600_000, idleMs: 3_600_000, lingerMs: 10 };
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const server = serve({ ...options, patience }, async () => {
      asked.resolve();
      await go.promise;
      return new Response("the last");
    });
    const half = untilEnd(await connect(server, "GET / HTTP/1.1\r\nX-Half: "));
    const whole = untilEnd(await connect(server, GET));
    await asked.promise;
    const down = server.shutdown();
    assert.equal(await half, "");
    await assert.rejects(connect(server, GET), Deno.errors.ConnectionRefused);
    go.resolve();
    assert.match(await whole, /the last/);
    await down;
    assert.equal(server.connections, 0);
  });

  Deno.test(`a handler knows its caller's address${way}`, async () => {
    await using server = serve(options, (_request, { remoteAddr }) => Response.json(remoteAddr));
    const response = await fetch(`http://127.0.0.1:${server.addr.port}/`);
    const { transport, hostname } = await response.json();
    assert.deepEqual({ transport, hostname }, { transport: "tcp", hostname: "127.0.0.1" });
  });
}

Deno.test("hangUp() ends a connection whose caller does not read the answer", async () => {
  const ended = Promise.withResolvers<void>();
  await using server = serve({}, (_request, caller) => {
    hangUp({ env: caller });
    const full = new Uint8Array(65_536);
    return new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(full), cancel: () => ended.resolve() }),
    );
  });
  const socket = await connect(server, GET);
  await ended.promise;
  assert.match(await untilEnd(socket), /^HTTP\/1\.1 200 /);
});

Deno.test("a WebSocket stays open until one of its sides closes it", async () => {
  await using server = serve({ webSockets: true }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onmessage = ({ data }) => socket.send(data);
    return response;
  });
  const socket = new WebSocket(`ws://127.0.0.1:${server.addr.port}/`);
  await new Promise((resolve) => socket.onopen = resolve);
  await over(1.5 * PATIENCE.idleMs);
  const echoed = new Promise((resolve) => socket.onmessage = ({ data }) => resolve(data));
  socket.send("still here");
  assert.equal(await echoed, "still here");
  const closed = new Promise((resolve) => socket.onclose = resolve);
  socket.close();
  await closed;
});
