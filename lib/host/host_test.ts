import assert from "node:assert/strict";
import { hosted, withDataDir } from "./host_fixture.ts";

Deno.test("host() serves, keeps its secrets private, and on SIGTERM finishes its requests and exits 0", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("small", env);
    const url = await small.url;
    const { mode } = await Deno.stat(`${env.DATA_DIR}/secrets/jwt_secret`);
    assert.equal((mode ?? 0) & 0o777, 0o600);
    const secret = await Deno.readTextFile(`${env.DATA_DIR}/secrets/jwt_secret`);
    const { signJwt } = await import("lib/auth/auth.ts");
    const authorization = `Bearer ${await signJwt(secret, { sub: "a", role: "user" })}`;
    const slow = fetch(`${url}/api/v1/slow`, { headers: { authorization } });
    await small.prints("IN HAND");
    small.child.kill("SIGTERM");
    small.child.kill("SIGINT");
    const response = await slow;
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "finished");
    assert.equal((await small.child.status).code, 0);
    assert.match(await small.output(), /STOPPED/);
  });
});

Deno.test("host() lets an open WebSocket get its pending answer when stopping", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("sockets", env);
    const socket = new WebSocket((await small.url).replace("http", "ws"));
    const answers: string[] = [];
    const { promise: closed, resolve } = Promise.withResolvers<number>();
    socket.onopen = () => socket.send("question");
    socket.onmessage = ({ data }) => answers.push(data);
    socket.onclose = ({ code }) => resolve(code);
    await small.prints("IN HAND");
    small.child.kill("SIGTERM");
    assert.equal(await closed, 4000);
    assert.deepEqual(answers, ["answer"]);
    assert.equal((await small.child.status).code, 0);
  });
});

/** A client that keeps its connection and speaks HTTP/1.1 itself, so that each broken answer is seen. */
async function keptConnection(url: string, authorization: string) {
  const { hostname, port } = new URL(url);
  const socket = await Deno.connect({ hostname, port: Number(port) });
  const decoder = new TextDecoder();
  let rest = "";
  async function more(): Promise<boolean> {
    const bytes = new Uint8Array(4096);
    const read = await socket.read(bytes);
    if (read !== null) rest += decoder.decode(bytes.subarray(0, read));
    return read !== null;
  }
  return {
    close: () => socket.close(),
    async ask(path: string): Promise<{ status: number; head: string }> {
      const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`;
      await socket.write(new TextEncoder().encode(request));
      while (!rest.includes("\r\n\r\n")) assert.ok(await more(), "the connection was cut before an answer");
      const head = rest.slice(0, rest.indexOf("\r\n\r\n"));
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const end = head.length + 4 + length;
      while (rest.length < end) assert.ok(await more(), "the connection was cut within an answer");
      rest = rest.slice(end);
      return { status: Number(head.split(" ")[1]), head };
    },
  };
}

Deno.test("on SIGTERM each kept connection gets Connection: close, new requests are refused, and a stream ends complete", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("small", env);
    const url = await small.url;
    const { signJwt } = await import("lib/auth/auth.ts");
    const secret = await Deno.readTextFile(`${env.DATA_DIR}/secrets/jwt_secret`);
    const authorization = `Bearer ${await signJwt(secret, { sub: "a", role: "user" })}`;
    const kept = await Promise.all(Array.from({ length: 8 }, () => keptConnection(url, authorization)));
    for (const one of kept) assert.equal((await one.ask("/api/v1/nothing")).status, 404);
    const stream = await fetch(`${url}/api/v1/stream`, { headers: { authorization } });
    const text = stream.text();
    small.child.kill("SIGTERM");
    let health = await fetch(`${url}/ready`);
    while (health.status === 200) {
      await health.body?.cancel();
      health = await fetch(`${url}/ready`);
    }
    assert.equal((await health.json()).reasons[0].what, "draining");
    for (const one of kept) {
      const { status, head } = await one.ask("/api/v1/stream");
      assert.equal(status, 503);
      assert.match(head, /^connection: close$/im);
      assert.match(head, /^retry-after: \d+$/im);
      one.close();
    }
    assert.equal(await text, "piece piece piece piece ");
    assert.equal((await small.child.status).code, 0);
  });
});
