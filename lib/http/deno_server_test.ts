import assert from "node:assert/strict";
import { type AnswerConnection, type ConnectionServer, findServer } from "lib/http/deno_server.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const REQUEST = encode("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");

/** A client's connection, and the server of that connection alone. */
async function connected(
  webSockets: boolean,
  answer: AnswerConnection,
): Promise<{ client: Deno.TcpConn; server: ConnectionServer }> {
  const serve = findServer({ webSockets }) ?? assert.fail("this Deno has no such server");
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { hostname, port } = listener.addr;
  const [client, conn] = await Promise.all([Deno.connect({ hostname, port }), listener.accept()]);
  return { client, server: serve(conn, answer, () => new Response("failed", { status: 500 })) };
}

/** All text until the connection ends. */
async function rest(client: Deno.TcpConn): Promise<string> {
  let text = "";
  const buffer = new Uint8Array(4096);
  for (;;) {
    const read = await client.read(buffer).catch(() => null);
    if (read === null) return text;
    text += new TextDecoder().decode(buffer.subarray(0, read));
  }
}

for (const webSockets of [false, true]) {
  const kind = webSockets ? "the older server" : "the newer server";

  Deno.test(`${kind} answers, and reports when an answer was sent and when the connection has ended`, async () => {
    let left = 0;
    const { client, server } = await connected(webSockets, (_request, answered) => {
      answered.then(() => left++);
      return new Response("hello");
    });
    await client.write(REQUEST);
    assert.ok(await client.read(new Uint8Array(4096)));
    client.close();
    await server.finished;
    assert.equal(left, 1);
  });

  Deno.test(`${kind} ends a connection that is ending already, at any moment, without a failure`, async () => {
    for (let turns = 0; turns < 30; turns++) {
      const { client, server } = await connected(webSockets, () => new Response("x"));
      if (turns % 2 === 0) {
        await client.write(REQUEST);
        await client.read(new Uint8Array(4096));
      }
      client.close();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      if (turns % 3 === 0) await server.finished;
      server.abort();
      await server.finished;
    }
  });

  Deno.test(`${kind} ends a connection that has sent only a part of a request`, async () => {
    const { client, server } = await connected(webSockets, () => assert.fail("nothing was asked"));
    await client.write(encode("GET / HTTP/1.1\r\nhos"));
    server.abort();
    assert.equal(await rest(client), "");
    client.close();
    await server.finished;
  });
}
