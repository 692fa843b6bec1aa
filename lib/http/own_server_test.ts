import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Outcome } from "lib/http/incoming.ts";
import { type DirectRequest } from "lib/http/own_server.ts";
import { type Handler, type HttpServer, serveHttp } from "lib/http/http_server.ts";

const PATIENCE = { headersMs: 5_000, idleMs: 5_000, lingerMs: 10 };
const encoder = new TextEncoder();
const HOST = "Host: a\r\n";
const GET = `GET /a HTTP/1.1\r\n${HOST}\r\n`;
const LAST = `GET /last HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;

/** Answers every request with its method, target and body. */
const echo: Handler = async (request) => {
  const { pathname, search } = new URL(request.url);
  return new Response(`${request.method} ${pathname}${search} ${await request.text()}`);
};

function serve(
  handler: Handler = echo,
  direct: (request: DirectRequest) => Outcome | Promise<Outcome> | undefined = () => undefined,
): HttpServer {
  const onError = () => new Response("failed", { status: 500 });
  return serveHttp({ hostname: "127.0.0.1", port: 0, patience: PATIENCE, onError, direct }, handler);
}

/** Sends `pieces`, each in its own segment, and reads until the server closes the connection. */
async function exchange({ addr }: HttpServer, ...pieces: (string | Uint8Array)[]): Promise<string> {
  using socket = await Deno.connect({ hostname: "127.0.0.1", port: addr.port });
  socket.setNoDelay(true);
  for (const piece of pieces) {
    await socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return await readAll(socket);
}

async function readAll(socket: Deno.TcpConn): Promise<string> {
  let text = "";
  const bytes = new Uint8Array(65_536);
  try {
    for (let read = await socket.read(bytes); read !== null; read = await socket.read(bytes)) {
      text += Buffer.from(bytes.subarray(0, read)).toString("latin1");
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
  }
  return text;
}

const statuses = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

Deno.test("answers say their length and their date, and the last one that it is the last", async () => {
  await using server = serve();
  const [first = "", second = ""] = (await exchange(server, GET, LAST)).split(/(?<=GET \/a )/);
  assert.match(first, /^HTTP\/1\.1 200 OK\r\n[^]*date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
  assert.match(first, /content-length: 7\r\n\r\nGET \/a $/);
  assert.match(second, /connection: close\r\n\r\nGET \/last $/);
});

Deno.test("requests that come before the answer of the one before are answered in turn", async () => {
  let atOnce = 0;
  let most = 0;
  await using server = serve(async (request) => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce--;
    return await echo(request, caller());
  });
  const post = `POST /b HTTP/1.1\r\n${HOST}Content-Length: 4\r\n\r\nbody`;
  const answers = await exchange(server, GET + post + GET + LAST);
  assert.deepEqual(statuses(answers), [200, 200, 200, 200]);
  assert.ok(answers.indexOf("POST /b body") > answers.indexOf("GET /a "));
  assert.equal(most, 1);
});

Deno.test("a request arrives whole however its bytes are cut", async () => {
  await using server = serve();
  const request = `\r\nPOST /c HTTP/1.1\r\n${HOST}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n` +
    `3;a=b\r\nabc\r\n0004\r\ndefg\r\n0\r\nTrailer: x\r\n\r\n`;
  for (let at = 1; at < request.length; at++) {
    const answer = await exchange(server, request.slice(0, at), request.slice(at));
    assert.ok(answer.endsWith("POST /c abcdefg"), `${at}: ${answer}`);
  }
});

const CHUNKED = `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`;
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`;
const MALFORMED: [why: string, sent: string][] = [
  ["a bare LF", `GET / HTTP/1.1\n${HOST}\n\n`],
  ["a bare CR", `GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n`],
  ["NUL in a value", `GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n`],
  ["a chunk of size -1", `${CHUNKED}-1\r\n\r\n${SMUGGLED}`],
  ["a chunk size with 0x", `${CHUNKED}0x4\r\nabcd\r\n0\r\n\r\n${SMUGGLED}`],
  ["a chunk size with a space", `${CHUNKED}4 \r\nabcd\r\n0\r\n\r\n${SMUGGLED}`],
  ["a chunk size that overflows", `${CHUNKED}100000000000000004\r\nabcd\r\n0\r\n\r\n${SMUGGLED}`],
  ["a chunk whose line ends with LF alone", `${CHUNKED}4\nabcd\r\n0\r\n\r\n${SMUGGLED}`],
  ["a chunk longer than it says", `${CHUNKED}3\r\nabcd\r\n0\r\n\r\n${SMUGGLED}`],
  ["an extension with LF in it", `${CHUNKED}4;a\nb\r\nabcd\r\n0\r\n\r\n${SMUGGLED}`],
  ["the start of TLS", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03"],
];

for (const [why, sent] of MALFORMED) {
  Deno.test(`${why} is refused, and nothing behind it is served`, async () => {
    const seen: string[] = [];
    await using server = serve(async (request) => {
      seen.push(new URL(request.url).pathname);
      return new Response(await request.text());
    });
    assert.deepEqual(statuses(await exchange(server, sent)).filter((status) => status < 400), []);
    assert.ok(!seen.includes("/smuggled"));
  });
}

Deno.test("heads of 32 kB are read, longer ones are refused, as are endless extensions and trailers", async () => {
  await using server = serve();
  const headOf = (size: number) =>
    `GET / HTTP/1.1\r\n${HOST}Connection: close\r\nX: ${"a".repeat(size)}\r\n\r\n`;
  assert.deepEqual(statuses(await exchange(server, headOf(31_000))), [200]);
  assert.deepEqual(statuses(await exchange(server, headOf(70_000))), [431]);
  const endless = [`${CHUNKED}1;${"a".repeat(10_000)}`, `${CHUNKED}0\r\n${"a: b\r\n".repeat(3_000)}`];
  for (const sent of endless) assert.deepEqual(statuses(await exchange(server, sent)).includes(200), false);
});

Deno.test("a client that asks first is told to send its body, once the handler wants it", async () => {
  await using server = serve((request, caller) => {
    return request.url.endsWith("/no") ? new Response("no", { status: 413 }) : echo(request, caller);
  });
  const asking = (path: string) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Connection: close\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n`;
  using socket = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  await socket.write(Buffer.from(asking("/yes")));
  const told = Buffer.alloc(64);
  const length = await socket.read(told);
  assert.equal(told.toString("latin1", 0, length ?? 0), "HTTP/1.1 100 Continue\r\n\r\n");
  await socket.write(Buffer.from("body"));
  assert.match(await readAll(socket), /^HTTP\/1\.1 200 OK\r\n[^]*POST \/yes body$/);
  assert.deepEqual(statuses(await exchange(server, asking("/no"))), [413]);
});

Deno.test("HEAD and answers without a body have none, and an upgrade is not taken", async () => {
  await using server = serve((request) =>
    new URL(request.url).pathname === "/none" ? new Response(null, { status: 204 }) : new Response("a body")
  );
  const none = GET.replace("/a", "/none");
  const upgrade = LAST.replace(
    "Connection: close\r\n",
    "Connection: upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
  );
  const answers = await exchange(server, GET.replace("GET", "HEAD"), none, upgrade);
  assert.deepEqual(statuses(answers), [200, 204, 200]);
  assert.equal(answers.split("a body").length, 2);
  assert.doesNotMatch(answers, /204[^]*content-length[^]*HTTP/);
});

Deno.test("HTTP/1.0 gets a body that ends with its connection", async () => {
  await using server = serve(() => new Response(ReadableStream.from(slowly(["one ", "two"]))));
  const answer = await exchange(server, "GET / HTTP/1.0\r\n\r\n");
  assert.doesNotMatch(answer, /transfer-encoding/);
  assert.match(answer, /connection: close\r\n\r\none two$/);
});

async function* slowly(texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield encoder.encode(text);
  }
}

Deno.test("a body in pieces is chunked, and one that fails cuts the connection", async () => {
  await using server = serve((request) => {
    const failing = async function* () {
      yield* slowly(["one ", "two"]);
      if (request.url.endsWith("/fails")) throw new Error("broken");
    };
    return new Response(ReadableStream.from(failing()));
  });
  assert.match(await exchange(server, LAST), /chunked[^]*\r\n\r\n4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n$/);
  assert.match(await exchange(server, GET.replace("/a", "/fails")), /\r\n3\r\ntwo\r\n$/);
});

Deno.test("a header that would end its line is never sent", async () => {
  const headers = { "x-one": "a\r\nx-two: b" };
  await using server = serve(echo, () => ({ status: 200, headers, bytes: new Uint8Array(0) }));
  assert.equal(await exchange(server, GET), "");
});

for (const cut of ["at once", "in a second write"]) {
  Deno.test(`a client that leaves before its answer is noticed, its body sent ${cut}`, async () => {
    const left = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await using server = serve(echo, async (request) => {
      request.signal.addEventListener("abort", () => left.resolve());
      await request.text();
      asked.resolve();
      await left.promise;
      return { status: 200, headers: {}, bytes: encoder.encode("nobody reads it") };
    });
    const socket = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
    const head = `POST / HTTP/1.1\r\n${HOST}Content-Length: 4\r\n\r\n`;
    if (cut === "at once") await socket.write(encoder.encode(`${head}body`));
    else {
      await socket.write(encoder.encode(head));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await socket.write(encoder.encode("body"));
    }
    await asked.promise;
    socket.close();
    await left.promise;
  });
}

Deno.test("a client that leaves in the middle of its body is noticed, while it is read", async () => {
  const left = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  await using server = serve(echo, async (request) => {
    request.signal.addEventListener("abort", () => left.resolve());
    const text = request.text();
    reading.resolve();
    await assert.rejects(text, { code: "cut" });
    return { status: 200, headers: {}, bytes: encoder.encode("nobody reads it") };
  });
  const socket = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  await socket.write(encoder.encode(`POST / HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\nbody`));
  await reading.promise;
  socket.close();
  await left.promise;
});

Deno.test("a client that leaves during a stream ends what makes it, and one that does not read holds it back", async () => {
  const cancelled = Promise.withResolvers<number>();
  await using server = serve(echo, () => {
    let made = 0;
    const source = {
      start: (outlet: { desiredSize: number | null; enqueue(bytes: Uint8Array): void }) => {
        const make = () => {
          if (!(outlet.desiredSize ?? 0)) return;
          made += 65_536;
          outlet.enqueue(new Uint8Array(65_536));
        };
        source.pull = make;
        make();
      },
      pull: () => {},
      cancel: () => cancelled.resolve(made),
    };
    return { status: 200, headers: {}, source };
  });
  const socket = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  await socket.write(encoder.encode(GET));
  await socket.read(new Uint8Array(1_000));
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.close();
  assert.ok(await cancelled.promise < 64 * 2 ** 20);
});

Deno.test("a stream of pieces arrives in its order, its end told", async () => {
  const texts = Array.from({ length: 200 }, (_, i) => `piece ${i}\n`);
  await using server = serve(echo, () => ({
    status: 200,
    headers: { "content-type": "text/plain" },
    source: {
      async start(outlet) {
        for (const [i, text] of texts.entries()) {
          if (i % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
          outlet.enqueue(encoder.encode(text));
        }
        outlet.close();
      },
      pull() {},
      cancel() {},
    },
  }));
  const response = await fetch(`http://127.0.0.1:${server.addr.port}/`);
  assert.equal(await response.text(), texts.join(""));
  assert.equal(response.headers.get("content-type"), "text/plain");
});

Deno.test("bodies of a megabyte arrive as they were sent, by their length and in chunks, as text and as bytes", async () => {
  const text = "مرحبا abc ".repeat(70_000);
  await using server = serve(
    async (request) => new Response(new Uint8Array(await request.arrayBuffer())),
    (request) =>
      request.target === "/direct"
        ? request.text().then((text) => ({ status: 200, headers: {}, bytes: encoder.encode(text) }))
        : undefined,
  );
  for (const path of ["/direct", "/bytes"]) {
    for (const body of [text, ReadableStream.from(slowly([`\ufeff${text.slice(0, 9)}`, text.slice(9)]))]) {
      const response = await fetch(`http://127.0.0.1:${server.addr.port}${path}`, { method: "POST", body });
      assert.equal(await response.text(), text);
    }
  }
});

function caller() {
  const remoteAddr: Deno.NetAddr = { transport: "tcp", hostname: "127.0.0.1", port: 1 };
  return { remoteAddr, hangUp() {}, refused() {}, isLast: () => false };
}
