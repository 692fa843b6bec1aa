import assert from "node:assert/strict";
import tls from "node:tls";
import { type Egress, proxyRules } from "lib/http/egress.ts";
import { createHttpClient, requestHead, requestOf, wholeBody } from "lib/http/http_client.ts";

const pem = (name: string) => Deno.readTextFile(new URL(`./tls_fixture/${name}`, import.meta.url));
const [CA, CERT, KEY, CLIENT_CERT, CLIENT_KEY] = await Promise.all(
  ["ca.pem", "server.pem", "server.key", "client.pem", "client.key"].map(pem),
);
assert.ok(CA && CERT && KEY && CLIENT_CERT && CLIENT_KEY);

/** A server whose certificate comes from an unknown authority. */
function secureServer() {
  const stopping = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert: CERT, key: KEY, signal: stopping.signal, onListen: () => {} },
    async (request) => new Response(`${request.headers.get("host")} got ${await request.text()}`),
  );
  return {
    port: server.addr.port,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.finished;
    },
  };
}

/** A proxy that forwards every connection to `port` of this machine, or answers with `refusal`. */
function scriptedProxy(port: number, refusal?: string) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const heads: string[] = [];
  const open = new Set<Deno.Conn>();
  const serving = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      void pass(connection).catch(() => {});
    }
  })();

  async function pass(connection: Deno.TcpConn): Promise<void> {
    const bytes = new Uint8Array(4096);
    const read = await connection.read(bytes) ?? 0;
    heads.push(new TextDecoder().decode(bytes.subarray(0, read)));
    const answer = refusal ?? "HTTP/1.1 200 Connection established\r\nvia: test\r\n\r\n";
    await connection.write(new TextEncoder().encode(answer));
    if (refusal) return connection.close();
    const server = await Deno.connect({ hostname: "127.0.0.1", port });
    open.add(server);
    await Promise.allSettled([
      connection.readable.pipeTo(server.writable),
      server.readable.pipeTo(connection.writable),
    ]);
  }

  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    heads,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving;
      for (const connection of open) {
        try {
          connection.close();
        } catch {
          // The other side has closed it.
        }
      }
    },
  };
}

/** Posts "hello" to `address` and answers with the body. */
async function post(address: string, egress: Egress): Promise<string> {
  const client = createHttpClient(egress);
  const url = new URL(address);
  try {
    const request = requestOf(requestHead(url, "/x", {}), "hello");
    return await client.send(
      { url, request, timeoutMs: 5_000 },
      async ({ body }) => new TextDecoder().decode(await wholeBody(body, 1_000)),
    );
  } finally {
    client.close();
  }
}

Deno.test("proxyRules() sends https through the proxy, except to this machine and to NO_PROXY's hosts", () => {
  const proxy = new URL("http://proxy:3128");
  const proxyFor = proxyRules(proxy, "internal.example, .corp.test,10.0.0.0/8,192.0.2.7 api.test:8443,[::1]");
  const proxied = (address: string) => proxyFor(new URL(address)) === proxy;
  for (
    const address of [
      "https://api.openai.com/v1",
      "https://notinternal.example",
      "https://11.0.0.1",
      "https://api.test",
      "https://192.0.2.8",
      "https://[2001:db8::1]",
    ]
  ) assert.ok(proxied(address), address);
  for (
    const address of [
      "http://api.openai.com",
      "https://internal.example",
      "https://deep.internal.example:444",
      "https://a.corp.test",
      "https://10.200.3.4",
      "https://192.0.2.7",
      "https://api.test:8443",
      "https://localhost:5",
      "https://127.0.0.1",
      "https://[::1]",
    ]
  ) assert.ok(!proxied(address), address);
  assert.equal(proxyRules(proxy, "*")(new URL("https://a.b")), undefined);
  assert.equal(proxyRules(undefined)(new URL("https://a.b")), undefined);
});

Deno.test("a server of an unknown authority is reached only when that authority is given", async () => {
  await using server = secureServer();
  const address = `https://localhost:${server.port}`;
  const direct = { proxyFor: () => undefined };
  assert.equal(await post(address, { ...direct, caCerts: [CA] }), `localhost:${server.port} got hello`);
  await assert.rejects(post(address, direct), { code: "unreachable" });
});

Deno.test("through a proxy the server is asked by its own name, encrypted, with the proxy's credentials", async () => {
  await using server = secureServer();
  await using proxy = scriptedProxy(server.port);
  const at = new URL(proxy.url);
  [at.username, at.password] = ["user", "p%40ss"];
  const egress = { proxyFor: proxyRules(at, "other.test"), caCerts: [CA] };
  assert.equal(await post("https://provider.test", egress), "provider.test got hello");
  const [head = ""] = proxy.heads;
  assert.equal(head.split("\r\n")[0], "CONNECT provider.test:443 HTTP/1.1");
  assert.match(head, new RegExp(`proxy-authorization: Basic ${btoa("user:p@ss")}\r\n`));
  // The server's certificate is checked against the requested name, not against the proxy's.
  await assert.rejects(post("https://elsewhere.test", egress), { code: "unreachable" });
});

Deno.test("a proxy that refuses makes the server unreachable", async () => {
  for (
    const refusal of ["HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "SSH-2.0-x\r\n\r\n", "HTTP/1.1"]
  ) {
    await using proxy = scriptedProxy(1, refusal);
    const egress = { proxyFor: proxyRules(new URL(proxy.url)), caCerts: [CA] };
    await assert.rejects(post("https://provider.test", egress), { code: "unreachable" });
  }
});

Deno.test("a server that asks for a client certificate gets ours", async () => {
  const server = tls.createServer(
    { cert: CERT, key: KEY, ca: CA, requestCert: true, rejectUnauthorized: true },
    (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    },
  );
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address && typeof address === "object");
  const egress = { proxyFor: () => undefined, caCerts: [CA] };
  const certificate = { cert: CLIENT_CERT, key: CLIENT_KEY };
  try {
    const at = `https://localhost:${address.port}`;
    assert.equal(await post(at, { ...egress, certificate }), "ok");
    await assert.rejects(post(at, egress));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
