import assert from "node:assert/strict";
import { openTunnel } from "lib/http/tunnel.ts";

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const encode = (text: string) => new TextEncoder().encode(text);

/** A proxy that answers one connection with `reply`, at once or byte by byte, and then echoes. */
async function throughProxy<T>(
  reply: string,
  use: (proxy: URL) => Promise<T>,
  { cut = false } = {},
): Promise<{ head: string; result: T }> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const served = (async () => {
    using connection = await listener.accept();
    const buffer = new Uint8Array(4096);
    let head = "";
    while (!head.endsWith("\r\n\r\n")) {
      head += decode(buffer.subarray(0, await connection.read(buffer) ?? assert.fail("closed")));
    }
    const bytes = encode(reply);
    const step = cut ? 1 : Math.max(1, bytes.length);
    for (let at = 0; at < bytes.length; at += step) {
      await connection.write(bytes.subarray(at, at + step)).catch(() => {});
    }
    if (reply.endsWith("\r\n\r\n")) {
      const read = await connection.read(buffer).catch(() => null);
      if (read) await connection.write(buffer.subarray(0, read));
    }
    return head;
  })();
  const { port } = listener.addr;
  const result = await use(new URL(`http://al%40ice:p%3Aw@127.0.0.1:${port}`));
  return { head: await served, result };
}

Deno.test("a tunnel names its target and its credentials, and passes bytes on after the proxy's head", async () => {
  for (const cut of [false, true]) {
    const { head, result } = await throughProxy(
      "HTTP/1.1 200 Connection established\r\nvia: test\r\n\r\n",
      async (proxy) => {
        using connection = await openTunnel(proxy, { host: "api.example.com", port: 443 });
        await connection.write(encode("hello"));
        const buffer = new Uint8Array(16);
        return decode(buffer.subarray(0, await connection.read(buffer) ?? 0));
      },
      { cut },
    );
    assert.equal(result, "hello");
    assert.match(head, /^CONNECT api\.example\.com:443 HTTP\/1\.1\r\nhost: api\.example\.com:443\r\n/);
    assert.match(head, new RegExp(`proxy-authorization: Basic ${btoa("al@ice:p:w")}\r\n`));
  }
});

Deno.test("an IPv6 target is in brackets", async () => {
  const { head } = await throughProxy("HTTP/1.1 200 OK\r\n\r\n", async (proxy) => {
    using connection = await openTunnel(proxy, { host: "2001:db8::1", port: 443 });
    await connection.write(encode("x"));
  });
  assert.match(head, /^CONNECT \[2001:db8::1\]:443 /);
});

Deno.test("a proxy that refuses, closes or answers endlessly fails with a sentence, and its connection is closed", async () => {
  const cases = [
    ["HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", /refused the connection: HTTP\/1\.1 407/],
    ["", /the proxy closed the connection/],
    [`HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(4_000)}`, /the proxy's answer is too long/],
  ] as const;
  for (const [reply, sentence] of cases) {
    await throughProxy(reply, async (proxy) => {
      await assert.rejects(openTunnel(proxy, { host: "h", port: 1 }), sentence);
    });
  }
});
