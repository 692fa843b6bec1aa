import assert from "node:assert/strict";
import { createConnections } from "./connections.ts";

/** A server that listens and never answers. */
async function withServer(test: (url: URL) => Promise<void>) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const held: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const conn of listener) {
      held.push((async () => {
        while (await conn.read(new Uint8Array(1024)).catch(() => null) !== null);
        conn.close();
      })());
    }
  })();
  try {
    await test(new URL(`http://127.0.0.1:${listener.addr.port}/v1`));
  } finally {
    listener.close();
    await accepting;
    await Promise.all(held);
  }
}

Deno.test("take() reuses a released connection, and never one that is in use", async () => {
  await withServer(async (url) => {
    const connections = createConnections();
    const first = await connections.take(url);
    const second = await connections.take(url);
    assert.notEqual(first, second);
    assert.equal(first.used, false);
    first.release();
    assert.equal(await connections.take(new URL("/other", url)), first);
    assert.equal(first.used, true);
    first.close();
    second.close();
    connections.close();
  });
});

Deno.test("the connection released last is taken first", async () => {
  await withServer(async (url) => {
    const connections = createConnections();
    const [older, newer] = [await connections.take(url), await connections.take(url)];
    older.release();
    newer.release();
    assert.equal(await connections.take(url), newer);
    newer.close();
    connections.close();
  });
});

Deno.test("close() ends idle connections at once and the others when they are released", async () => {
  await withServer(async (url) => {
    const connections = createConnections();
    const [idle, busy] = [await connections.take(url), await connections.take(url)];
    idle.release();
    connections.close();
    await assert.rejects(idle.write(new Uint8Array(1)));
    await busy.write(new Uint8Array(1));
    busy.release();
    await assert.rejects(busy.write(new Uint8Array(1)));
    // Ending twice is harmless.
    busy.close();
  });
});

Deno.test("a server that is not there rejects", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const connections = createConnections();
  await assert.rejects(Promise.resolve(connections.take(new URL(`http://127.0.0.1:${port}`))));
  connections.close();
});
