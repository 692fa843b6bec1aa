import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { createPoster } from "lib/providers/poster.ts";
import { serveScript } from "lib/testing.ts";

const LIMITS = { timeoutMs: 10_000 };

/** A server that answers each connection's requests with the raw bytes from `play`. */
function rawServer(play: (connection: Deno.Conn, index: number) => Promise<void>) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let connections = 0;
  const done = (async () => {
    for await (const connection of listener) {
      play(connection, connections++).catch(() => {}).finally(() => {
        try {
          connection.close();
        } catch {
          // The script closed it.
        }
      });
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      listener.close();
      await done;
    },
  };
}

const say = (connection: Deno.Conn, text: string) => connection.write(new TextEncoder().encode(text));
const hear = (connection: Deno.Conn) => connection.read(new Uint8Array(4096));
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

Deno.test("post() sends JSON with the headers and gives status, headers and text", async () => {
  await using server = serveScript((_, { body }) =>
    new Response(`heard ${body}`, { status: 418, headers: { "retry-after": "3" } })
  );
  const poster = createPoster({
    baseUrl: `${server.url}/v1/`,
    query: "?a=1",
    headers: { authorization: "Bearer k" },
  });
  const answer = await poster.post("/chat", '"مرحبا"', LIMITS);
  assert.deepEqual([answer.status, answer.header("retry-after"), answer.text], [418, "3", 'heard "مرحبا"']);
  const [asked] = server.requests;
  assert.deepEqual([asked?.method, asked?.path], ["POST", "/v1/chat?a=1"]);
  assert.equal(asked?.headers.get("authorization"), "Bearer k");
  assert.equal(asked?.headers.get("content-type"), "application/json");
  poster.close();
});

Deno.test("connections are reused, and one that the server closed meanwhile is replaced", async () => {
  await using server = rawServer(async (connection, index) => {
    for (let i = 0; i < (index === 0 ? 2 : 1); i++) {
      await hear(connection);
      await say(connection, OK);
    }
  });
  const poster = createPoster({ baseUrl: server.url, headers: {} });
  for (let i = 0; i < 3; i++) assert.equal((await poster.post("/", "{}", LIMITS)).text, "ok");
  assert.equal(server.connections(), 2);
  poster.close();
});

Deno.test("a new connection that breaks off during the answer fails without a retry", async () => {
  await using server = rawServer(async (connection) => {
    await hear(connection);
    await say(connection, "HTTP/1.1 200 OK\r\ncontent-length: 200\r\n\r\nhalf");
  });
  const poster = createPoster({ baseUrl: server.url, headers: {} });
  await assert.rejects(poster.post("/", "{}", LIMITS), { name: "HttpError" });
  assert.equal(server.connections(), 1);
});

Deno.test("an abort and a timeout end a waiting call and its connection", async () => {
  const gone = Promise.withResolvers<void>();
  await using server = rawServer(async (connection) => {
    await hear(connection);
    if (await hear(connection) === null) gone.resolve();
  });
  const poster = createPoster({ baseUrl: server.url, headers: {} });
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("enough")), 20);
  await assert.rejects(poster.post("/", "{}", { ...LIMITS, signal: stop.signal }), { message: "enough" });
  await gone.promise;
  await assert.rejects(poster.post("/", "{}", { timeoutMs: 20 }), { name: "TimeoutError" });
  await assert.rejects(poster.post("/", "{}", { ...LIMITS, signal: stop.signal }), { message: "enough" });
});

Deno.test("a server that cannot be reached is an HttpError", async () => {
  const gone = serveScript(() => new Response());
  await gone[Symbol.asyncDispose]();
  await assert.rejects(createPoster({ baseUrl: gone.url, headers: {} }).post("/", "{}", LIMITS), {
    name: "HttpError",
  });
});

Deno.test("an answer in pieces and compressed is put together", async () => {
  const bytes = new Uint8Array(gzipSync("عربي ".repeat(20_000)));
  await using server = serveScript(() =>
    new Response(new Blob([bytes]).stream(), { headers: { "content-encoding": "gzip" } })
  );
  const poster = createPoster({ baseUrl: server.url, headers: {} });
  assert.equal((await poster.post("/", "{}", LIMITS)).text, "عربي ".repeat(20_000));
  poster.close();
});

Deno.test("twenty concurrent calls get their own answers", async () => {
  await using server = serveScript(async (_, { body }) => {
    await new Promise((done) => setTimeout(done, Math.random() * 20));
    return new Response(body);
  });
  const poster = createPoster({ baseUrl: server.url, headers: {} });
  const bodies = Array.from({ length: 20 }, (_, i) => JSON.stringify({ i, fill: "x".repeat(i * 5_000) }));
  const answers = await Promise.all(bodies.map((body) => poster.post("/", body, LIMITS)));
  assert.deepEqual(answers.map(({ text }) => text), bodies);
  poster.close();
});
