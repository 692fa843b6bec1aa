/** Long bodies to providers' own endpoints, forwarded as they arrive. */
import assert from "node:assert/strict";
import { type Gateway, startGateway, TEST_KEY, testCaller, testTarget } from "../calls/call_fixture.ts";
import { createBodyRoom } from "../calls/body_room.ts";
import type { Target } from "../providers/target.ts";

const PIECE = new Uint8Array(100_000).fill(7);
const LENGTH = 5 * PIECE.length;

interface Uploading {
  gateway: Gateway;
  /** Sends pieces of the body. */
  send(count: number): Promise<void>;
  /** The raw answer. */
  answer(): Promise<string>;
  leave(): void;
}

/** Starts an upload of `LENGTH` bytes to a provider, which `script` reads. */
async function uploading(
  script: (request: Request) => Response | Promise<Response>,
  test: (uploading: Uploading) => Promise<void>,
  { target = {}, length = LENGTH, http }: {
    target?: Partial<Target>;
    length?: number;
    http?: "own";
  } = {},
): Promise<void> {
  const provider = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, script);
  const acme = testTarget(`http://127.0.0.1:${provider.addr.port}`, { provider: "acme", ...target });
  await using gateway = await startGateway({
    models: { "acme/*": [acme] },
    caller: testCaller({ may_pass_through: true }),
    // No memory for bodies: a buffered body would be refused.
    deps: { bodyRoom: createBodyRoom(0) },
    ...http ? { http } : {},
  });
  const { hostname, port } = new URL(gateway.url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const lines = [
    "PUT /acme/uploads/u1?part=2 HTTP/1.1",
    ...["host: g", `authorization: Bearer ${TEST_KEY}`, "content-type: application/octet-stream"],
    ...[`content-length: ${length}`, "connection: close", "", ""],
  ];
  const write = async (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  };
  await write(new TextEncoder().encode(lines.join("\r\n")));
  await test({
    gateway,
    async send(count) {
      for (let i = 0; i < count; i++) await write(PIECE);
    },
    answer: () => answerOf(connection),
    leave: () => connection.close(),
  });
  try {
    connection.close();
  } catch {
    // The test has already closed the connection.
  }
  await provider.shutdown();
}

/** The raw answer up to the end of its body, since not every server closes the connection after a refusal. */
async function answerOf(connection: Deno.Conn): Promise<string> {
  const bytes = new Uint8Array(65_536);
  let text = "";
  for (;;) {
    const count = await connection.read(bytes);
    text += new TextDecoder().decode(bytes.subarray(0, count ?? 0));
    const [head = "", body] = text.split("\r\n\r\n");
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    const isWhole = length === undefined ? /\r\n0\r\n/.test(body ?? "") : body?.length === Number(length);
    if (count === null || isWhole) return text;
  }
}

/** Reads `count` bytes of a request's body; returns how many there were. */
async function taken(request: Request, count = Infinity): Promise<number> {
  let size = 0;
  for await (const piece of request.body?.values({ preventCancel: true }) ?? []) {
    size += piece.length;
    if (size >= count) break;
  }
  return size;
}

Deno.test("a provider gets the start of a body before the client has sent its end, with length, method and path", async () => {
  const begun = Promise.withResolvers<void>();
  let seen: unknown[] = [];
  await uploading(async (request) => {
    const { pathname, search } = new URL(request.url);
    seen = [request.method, pathname + search, request.headers.get("content-length")];
    await taken(request, PIECE.length);
    begun.resolve();
    const rest = await taken(request);
    return Response.json({ rest }, { headers: { "set-cookie": "a=b", "retry-after": "7" } });
  }, async ({ send, answer, gateway }) => {
    await send(2);
    await begun.promise;
    await send(3);
    const text = await answer();
    assert.match(text, /^HTTP\/1\.1 200 [^]*retry-after: 7/i);
    assert.doesNotMatch(text, /set-cookie/i);
    const { rest } = JSON.parse(text.slice(text.indexOf("{")));
    assert.ok(rest > 0 && rest < LENGTH);
    assert.deepEqual(seen, ["PUT", "/v1/uploads/u1?part=2", String(LENGTH)]);
    const [record] = await gateway.recorded(1);
    assert.equal(record?.outcome, "ok");
  });
});

Deno.test("an error of the provider before the end of a body is returned at once, unchanged", async () => {
  await uploading(
    () => Response.json({ error: { message: "no such upload" } }, { status: 404 }),
    async ({ send, answer, gateway }) => {
      await send(1);
      assert.match(await answer(), /^HTTP\/1\.1 404 [^]*no such upload/);
      const [record] = await gateway.recorded(1);
      assert.equal(record?.outcome, "error");
    },
  );
});

Deno.test("a client that disconnects during upload aborts the provider's request, and is recorded as aborted", async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await uploading(async (request) => {
    await taken(request, PIECE.length);
    begun.resolve();
    await taken(request).catch(() => ended.resolve());
    return new Response();
  }, async ({ send, leave, gateway }) => {
    await send(2);
    await begun.promise;
    leave();
    await ended.promise;
    const [record] = await gateway.recorded(1);
    assert.equal(record?.outcome, "aborted");
    // Deno's server does not report a disconnected client.
  }, { http: "own" });
});

Deno.test("a provider that does not read or does not answer times out; a slow client does not cause a timeout", async () => {
  const timeoutMs = 300;
  await uploading(
    () => new Promise<Response>((resolve) => setTimeout(resolve, 2 * timeoutMs, new Response())),
    async ({ send, answer }) => {
      await send(5);
      assert.match(await answer(), /^HTTP\/1\.1 502 [^]*did not answer within 300 ms/);
    },
    { target: { timeoutMs } },
  );
  const slow = Promise.withResolvers<void>();
  await uploading(async (request) => {
    await taken(request, PIECE.length);
    setTimeout(slow.resolve, 2 * timeoutMs);
    await taken(request);
    return Response.json({ fine: true });
  }, async ({ send, answer }) => {
    await send(1);
    await slow.promise;
    await send(4);
    assert.match(await answer(), /"fine":true/);
  }, { target: { timeoutMs } });
});

Deno.test("a Content-Length over the limit is a 413 before anything is forwarded", async () => {
  let asked = false;
  await uploading(() => {
    asked = true;
    return new Response();
  }, async ({ answer }) => {
    assert.match(await answer(), /^HTTP\/1\.1 413 [^]*request_too_large/);
    assert.equal(asked, false);
  }, { length: 2 ** 20 + 1 });
});
