import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { createHttpClient, requestHead, requestOf, wholeBody } from "lib/http/http_client.ts";
import { HttpError } from "lib/http/http_error.ts";
import { serveScript } from "lib/testing.ts";

const callOf = (url: string, body = "{}") => {
  const to = new URL(url);
  return { url: to, request: requestOf(requestHead(to, "/", { accept: "*/*" }), body), timeoutMs: 5_000 };
};

const isHttpError = (code: string) => (error: unknown) => error instanceof HttpError && error.code === code;

Deno.test("send() gives head and body, and calls after it share the connection", async () => {
  const ports = new Set<number>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request, info) => {
    ports.add(info.remoteAddr.port);
    return new Response(await request.text(), { headers: { "x-kept": "yes" } });
  });
  const client = createHttpClient();
  for (const text of ["one", "مرحبا", "x".repeat(300_000)]) {
    const answer = await client.send(
      callOf(`http://127.0.0.1:${server.addr.port}`, text),
      async ({ head, body }) => {
        assert.equal(head.header("x-kept"), "yes");
        return new TextDecoder().decode(await wholeBody(body, 2 ** 20));
      },
    );
    assert.equal(answer, text);
  }
  assert.equal(ports.size, 1);
  client.close();
  await server.shutdown();
});

Deno.test("a compressed body is decompressed, and a bomb only up to the limit", async () => {
  await using server = serveScript((_request, { body }) =>
    new Response(new Uint8Array(gzipSync("a".repeat(Number(body)))), {
      headers: { "content-encoding": "gzip" },
    })
  );
  const client = createHttpClient();
  const read = (size: number) =>
    client.send(callOf(server.url, String(size)), ({ body }) => wholeBody(body, 1_000_000));
  assert.equal((await read(1_000)).length, 1_000);
  await assert.rejects(read(50_000_000), isHttpError("too_large"));
  client.close();
});

Deno.test("a server that cannot be reached, breaks off or takes too long has its own failure code", async () => {
  const client = createHttpClient();
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const address = `http://127.0.0.1:${listener.addr.port}`;
  const answers = ["HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf", "", undefined];
  const serving = (async () => {
    for (const answer of answers) {
      const connection = await listener.accept();
      await connection.read(new Uint8Array(1024));
      if (answer === undefined) return connection;
      await connection.write(new TextEncoder().encode(answer));
      connection.close();
    }
  })();
  const read = (timeoutMs = 5_000) =>
    client.send({ ...callOf(address), timeoutMs }, ({ body }) => wholeBody(body, 1_000));
  await assert.rejects(read(), isHttpError("cut"));
  await assert.rejects(read(), HttpError);
  await assert.rejects(read(50), (error: Error) => error.name === "TimeoutError");
  (await serving)?.close();
  listener.close();
  await assert.rejects(read(), isHttpError("unreachable"));
  client.close();
});

Deno.test("an abort ends the call with its reason, before and during the answer", async () => {
  const { promise: never } = Promise.withResolvers<Response>();
  await using server = serveScript((_request, { body }) =>
    body === "stall" ? never : new Response(new ReadableStream({ pull: () => {} }))
  );
  const client = createHttpClient();
  for (const text of ["stall", "stream"]) {
    const leaving = new AbortController();
    const call = client.send(
      { ...callOf(server.url, text), signal: leaving.signal },
      ({ body }) => wholeBody(body, 10),
    );
    leaving.abort(new Error("left"));
    await assert.rejects(call, /left/);
  }
  client.close();
});
