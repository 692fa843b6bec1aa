import assert from "node:assert/strict";
import dns from "node:dns/promises";
import { mock } from "node:test";
import {
  checkOutside,
  fetchOutside,
  isPublicAddress,
  OutboundFailed,
  OutboundRefused,
} from "lib/http/outbound.ts";
import { noAnswer, serveScript } from "lib/testing.ts";

const lab = { allowPrivate: true };

Deno.test("fetchOutside() refuses every spelling of a private address", async () => {
  for (
    const host of [
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "0.0.0.0",
      "localhost",
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "[::7f00:1]",
      "[64:ff9b:1::7f00:1]",
      "168.63.129.16",
      "10.1.2.3",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "[fe80::1]",
      "[fd00::1]",
      "100.64.0.1",
      "224.0.0.1",
      "255.255.255.255",
      "198.18.0.1",
      "192.0.2.1",
    ]
  ) {
    await assert.rejects(fetchOutside(`http://${host}:1/`), OutboundRefused, host);
  }
});

Deno.test("isPublicAddress() is true only of plain public addresses", () => {
  for (const ip of ["8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"]) {
    assert.equal(isPublicAddress(ip), true, ip);
  }
  for (const ip of ["::ffff:10.0.0.1", "fec0::1", "::a00:1", "4000::1", "example.com", ""]) {
    assert.equal(isPublicAddress(ip), false, ip);
  }
});

Deno.test("fetchOutside() refuses other schemes, credentials and malformed URLs", async () => {
  for (
    const address of ["ftp://example.com/", "file:///etc/passwd", "http://a:b@example.com/", "nonsense", ""]
  ) {
    await assert.rejects(checkOutside(address), OutboundRefused, address);
  }
});

Deno.test("fetchOutside() sends method, headers and body, and gives status, headers and body", async () => {
  await using server = serveScript((_request, { method, body }) =>
    new Response(`${method} ${body}`, { status: 201, headers: { "x-one": "1" } })
  );
  const answer = await fetchOutside(`${server.url}/a?b=1`, {
    ...lab,
    method: "POST",
    body: "مرحبا",
    headers: { "x-two": "2" },
  });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get("x-one"), "1");
  assert.equal(new TextDecoder().decode(answer.body), "POST مرحبا");
  assert.equal(server.requests[0]?.headers.get("x-two"), "2");
  assert.equal(server.requests[0]?.path, "/a?b=1");
});

Deno.test("fetchOutside() checks a redirect's address too, and refuses a malformed one", async () => {
  for (const location of ["ftp://example.com/", "http://[", "http://a:b@example.com/"]) {
    await using server = serveScript(() => new Response(null, { status: 302, headers: { location } }));
    await assert.rejects(fetchOutside(server.url, lab), OutboundRefused, location);
  }
});

/** Fakes the name server while `body` runs. */
async function withNames(answer: () => Promise<unknown>, body: (asked: () => number) => Promise<void>) {
  const played = mock.method(dns, "lookup", answer);
  try {
    await body(() => played.mock.callCount());
  } finally {
    played.mock.restore();
  }
}

Deno.test("fetchOutside() resolves a name once and connects to the checked address, so that rebinding the name gains nothing", async () => {
  await using server = serveScript((_request, { headers }) => new Response(headers.get("host")));
  const { port } = new URL(server.url);
  const here = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
  await withNames(here, async (asked) => {
    const answer = await fetchOutside(`http://rebound.invalid:${port}/`, lab);
    assert.equal(new TextDecoder().decode(answer.body), `rebound.invalid:${port}`);
    assert.equal(asked(), 1);
  });
});

Deno.test("fetchOutside() refuses a name with one private address", async () => {
  const mixed = [{ address: "8.8.8.8", family: 4 }, { address: "::ffff:10.0.0.1", family: 6 }];
  await withNames(() => Promise.resolve(mixed), async () => {
    await assert.rejects(fetchOutside("http://mixed.invalid/"), OutboundRefused);
    await assert.rejects(checkOutside("http://mixed.invalid/"), OutboundRefused);
  });
});

Deno.test("fetchOutside() counts the name server's time against its timeout", async () => {
  await withNames(() => new Promise(() => {}), async () => {
    await assert.rejects(fetchOutside("http://slow.invalid/", { timeoutMs: 20 }), /did not answer in time/);
    const reason = new Error("gave up");
    const signal = AbortSignal.abort(reason);
    await assert.rejects(fetchOutside("http://slow.invalid/", { signal }), reason);
  });
});

Deno.test("fetchOutside() follows a bounded number of redirects, without credentials to another origin", async () => {
  await using other = serveScript(() => new Response("there"));
  await using server = serveScript((_request, { path }) =>
    new Response(null, { status: 302, headers: { location: path === "/away" ? other.url : "/loop" } })
  );
  const secrets = { Authorization: "Bearer x", Cookie: "a=b", "X-Api-Key": "x", "Webhook-Signature": "x" };
  const headers = { ...secrets, Accept: "text/plain" };
  const answer = await fetchOutside(`${server.url}/away`, { ...lab, headers });
  assert.equal(new TextDecoder().decode(answer.body), "there");
  const sent = other.requests[0]?.headers;
  for (const name of Object.keys(secrets)) assert.equal(sent?.get(name), null, name);
  assert.equal(sent?.get("accept"), "text/plain");
  await fetchOutside(`${server.url}/loop`, { ...lab, headers, maxRedirects: 1 }).catch(() => {});
  assert.equal(server.requests.at(-1)?.headers.get("x-api-key"), "x");
  await assert.rejects(fetchOutside(`${server.url}/loop`, lab), /More than 3 redirects/);
  assert.equal((await fetchOutside(`${server.url}/loop`, { ...lab, maxRedirects: 0 })).status, 302);
});

Deno.test("fetchOutside() aborts an answer that is too large or too slow, or when the caller gives up", async () => {
  await using server = serveScript((request, { path }) =>
    path === "/slow" ? noAnswer(request) : new Response("x".repeat(100_000))
  );
  await assert.rejects(fetchOutside(server.url, { ...lab, maxBytes: 1000 }), /larger than 1000 bytes/);
  await assert.rejects(
    fetchOutside(`${server.url}/slow`, { ...lab, timeoutMs: 50 }),
    /did not answer in time/,
  );
  const reason = new Error("gave up");
  const caller = AbortSignal.abort(reason);
  await assert.rejects(fetchOutside(`${server.url}/slow`, { ...lab, signal: caller }), reason);
});

Deno.test("fetchOutside() reports a refused connection and a name without an address", async () => {
  const server = serveScript(() => new Response());
  await server[Symbol.asyncDispose]();
  await assert.rejects(fetchOutside(server.url, lab), OutboundFailed);
  await assert.rejects(fetchOutside("http://no-such-host.invalid/"), OutboundFailed);
});
