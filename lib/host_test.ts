import assert from "node:assert/strict";
import { quickEmbedded } from "lib/testing.ts";
import { isDiskFull } from "lib/outages.ts";
import { freeMegabytes } from "lib/readiness.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** A program that hosts one small service, as text: it must be a process of its own to be signalled. */
const PROGRAM = `
import { defineService, host } from "lib/host.ts";
import { port, SharedEnv } from "lib/env.ts";
import { createService } from "lib/service.ts";
const name = Deno.args[0];
await host([defineService({
  name,
  webSockets: name === "sockets",
  env: SharedEnv.extend({ SMALL_PORT: port(0) }),
  port: (env) => env.SMALL_PORT,
  start({ service, kv, sql }) {
    const app = createService({ name, title: "Small", description: "", prefix: "/api/v1", ...service });
    app.get("/api/v1/slow", async (c) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await sql\`select 1\`;
      return c.text("finished");
    });
    const socket = (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      const leave = service.lifecycle.enter();
      socket.onmessage = () => setTimeout(() => (socket.send("answer"), socket.close(4000)), 400);
      socket.onclose = leave;
      return response;
    };
    app.post("/api/v1/rows", async (c) => {
      await sql\`create table if not exists rows (text text)\`;
      await sql\`insert into rows select string_agg(md5(random()::text), '') from generate_series(1, 100000)\`;
      return c.text("written", 201);
    });
    app.get("/api/v1/stream", (c) => c.body(new ReadableStream({
      async start(controller) {
        for (let i = 0; i < 4; i++) {
          controller.enqueue(new TextEncoder().encode("piece "));
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
        controller.close();
      },
    })));
    const fetch = (request, info) => request.headers.has("upgrade") ? socket(request) : app.fetch(request, info);
    return { fetch, stop: async () => { await kv.set(["stopped"], true); console.log("STOPPED"); } };
  },
})]);
`;

async function hosted(name: string, env: Record<string, string>, dir = env.DATA_DIR) {
  const file = await Deno.makeTempFile({ dir, suffix: ".ts" });
  await Deno.writeTextFile(file, PROGRAM);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--config", `${ROOT}deno.json`, file, name],
    cwd: ROOT,
    env: { HOST: "127.0.0.1", ...await quickEmbedded(), ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(child.stderr).text();
  let output = "";
  let ready: (url: string) => void = () => {};
  const url = new Promise<string>((resolve, reject) => {
    ready = resolve;
    child.status.then(async ({ code }) => reject(new Error(`exited ${code}: ${await stderr}`)));
  });
  url.catch(() => {});
  const reading = child.stdout.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(text) {
        output += text;
        const found = /"url":"(.*?)"/.exec(output);
        if (found && output.includes("all services are ready")) ready(found[1] ?? "");
      },
    }),
  );
  return {
    child,
    url,
    stderr,
    output: async () => (await reading, output),
    [Symbol.asyncDispose]: () => end(child),
  };
}

async function end(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended already.
  }
  await child.status;
}

async function withDataDir(body: (env: Record<string, string>) => Promise<void>): Promise<void> {
  const DATA_DIR = await Deno.makeTempDir();
  try {
    await body({ DATA_DIR });
  } finally {
    await Deno.remove(DATA_DIR, { recursive: true });
  }
}

Deno.test("host() serves, makes its secrets private, and on SIGTERM finishes what runs and exits 0", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("small", env);
    const url = await small.url;
    const { mode } = await Deno.stat(`${env.DATA_DIR}/secrets/jwt_secret`);
    assert.equal((mode ?? 0) & 0o777, 0o600);
    const secret = await Deno.readTextFile(`${env.DATA_DIR}/secrets/jwt_secret`);
    const { signJwt } = await import("lib/auth.ts");
    const authorization = `Bearer ${await signJwt(secret, { sub: "a", role: "user" })}`;
    const slow = fetch(`${url}/api/v1/slow`, { headers: { authorization } });
    await new Promise((resolve) => setTimeout(resolve, 100));
    small.child.kill("SIGTERM");
    small.child.kill("SIGINT");
    const response = await slow;
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "finished");
    assert.equal((await small.child.status).code, 0);
    assert.match(await small.output(), /STOPPED/);
  });
});

Deno.test("host() lets an open WebSocket that is in hand have its answer when stopping", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("sockets", env);
    const socket = new WebSocket((await small.url).replace("http", "ws"));
    const answers: string[] = [];
    const { promise: closed, resolve } = Promise.withResolvers<number>();
    socket.onopen = () => {
      socket.send("question");
      setTimeout(() => small.child.kill("SIGTERM"), 100);
    };
    socket.onmessage = ({ data }) => answers.push(data);
    socket.onclose = ({ code }) => resolve(code);
    assert.equal(await closed, 4000);
    assert.deepEqual(answers, ["answer"]);
    assert.equal((await small.child.status).code, 0);
  });
});

Deno.test("host() refuses a second process on the same folder and names the first", async () => {
  await withDataDir(async (env) => {
    await using first = await hosted("small", env);
    await first.url;
    await using second = await hosted("small", env);
    assert.equal((await second.child.status).code, 1);
    const told = await second.stderr;
    assert.match(told, new RegExp(`in use by process ${first.child.pid}`));
    assert.match(told, /DATABASE_URL/);
  });
});

Deno.test("host() lists every wrong setting and exits 1", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("small", { ...env, SMALL_PORT: "x", JWT_SECRET: "short" });
    assert.equal((await small.child.status).code, 1);
    const told = await small.stderr;
    assert.match(told, /SMALL_PORT/);
    assert.match(told, /JWT_SECRET/);
  });
});

Deno.test("host() says which setting to change when a port is in use", async () => {
  await withDataDir(async (env) => {
    await using other = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response(),
    );
    await using small = await hosted("small", { ...env, SMALL_PORT: String(other.addr.port) });
    assert.equal((await small.child.status).code, 1);
    assert.match(await small.stderr, /Port \d+ is in use: .*SMALL_PORT/);
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

Deno.test("on SIGTERM each kept connection hears that it is the last answer, nothing new begins, and a stream ends whole", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("small", env);
    const url = await small.url;
    const { signJwt } = await import("lib/auth.ts");
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

const STARTS: [string, Record<string, string>, RegExp][] = [
  [
    "the database is away",
    { DATABASE_URL: "postgres://a:hunter2@127.0.0.1:9/db", START_WAIT_SECONDS: "0" },
    /DATABASE_URL/,
  ],
  ["the database's host is wrong", {
    DATABASE_URL: "postgres://a:hunter2@db.invalid/db",
    START_WAIT_SECONDS: "0",
  }, /DATABASE_URL/],
  ["the KV server is away", {
    KV_URL: "http://127.0.0.1:9",
    DENO_KV_ACCESS_TOKEN: "a token for tests only",
    START_WAIT_SECONDS: "0",
  }, /KV_URL/],
  ["DATA_DIR is a file", { DATA_DIR: "/etc/hostname" }, /DATA_DIR \/etc\/hostname/],
  ["DATA_DIR lies below a file", { DATA_DIR: "/etc/hostname/data" }, /DATA_DIR \/etc\/hostname\/data/],
  ["DATA_DIR cannot be written", { DATA_DIR: "/proc/diwan" }, /DATA_DIR \/proc\/diwan/],
  ["the host is no address of this machine", { HOST: "192.0.2.1" }, /HOST 192\.0\.2\.1/],
];

for (const [what, settings, told] of STARTS) {
  Deno.test(`host() says in one sentence, without secrets, what to do when ${what}`, async () => {
    await withDataDir(async (env) => {
      await using small = await hosted("small", { ...env, ...settings }, env.DATA_DIR);
      assert.equal((await small.child.status).code, 1);
      const lines = (await small.stderr).trim().split("\n");
      assert.equal(lines.length, 1, lines.join("\n"));
      assert.match(lines[0] ?? "", told);
      assert.doesNotMatch(lines[0] ?? "", /object Object|hunter2|\bat file:/);
    });
  });
}

/** A small disk of its own, where this system lets a test have one. */
async function smallDisk(megabytes: number): Promise<{ path: string } & AsyncDisposable | undefined> {
  const path = await Deno.makeTempDir({ prefix: "disk-" });
  const command = async (program: string, ...args: string[]) => {
    const command = new Deno.Command(program, { args, stdout: "null", stderr: "null" });
    return (await command.output().catch(() => ({ success: false }))).success;
  };
  const mounted = await command("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path);
  if (!mounted) {
    await Deno.remove(path);
    return undefined;
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      await command("umount", path);
      await Deno.remove(path);
    },
  };
}

const mayMount = await smallDisk(1);
await mayMount?.[Symbol.asyncDispose]();

Deno.test({
  name: `a full disk is a 507 for what writes, and /ready tells it before${
    mayMount ? "" : ", skipped: this user may mount no disk"
  }`,
  ignore: !mayMount,
  async fn() {
    await using disk = await smallDisk(200);
    assert.ok(disk);
    await using small = await hosted("small", { DATA_DIR: disk.path, MIN_FREE_DISK_MB: "50" });
    const url = await small.url;
    const { signJwt } = await import("lib/auth.ts");
    const secret = await Deno.readTextFile(`${disk.path}/secrets/jwt_secret`);
    const headers = { authorization: `Bearer ${await signJwt(secret, { sub: "a", role: "user" })}` };
    const write = async () => {
      const response = await fetch(`${url}/api/v1/rows`, { method: "POST", headers });
      return { status: response.status, text: await response.text() };
    };
    assert.equal((await write()).status, 201);
    assert.deepEqual(await missing(url, 200), []);
    await fill(`${disk.path}/fill`, 40);
    assert.deepEqual(await missing(url, 503), ["disk"]);
    await fill(`${disk.path}/fill`, 0);
    let answer = await write();
    while (answer.status === 201) answer = await write();
    assert.deepEqual(
      [answer.status, JSON.parse(answer.text).error],
      [507, "The disk is full: nothing can be stored until space is freed"],
    );
    assert.equal((await fetch(`${url}/api/v1/nothing`, { headers })).status, 404);
    await Deno.remove(`${disk.path}/fill`);
    assert.equal((await write()).status, 201);
    await small.child.kill("SIGTERM");
    assert.equal((await small.child.status).code, 0);
  },
});

/** What /ready misses once it answers `status`, since it keeps an answer for a moment. */
async function missing(url: string, status: number): Promise<string[]> {
  for (;;) {
    const response = await fetch(`${url}/ready`);
    const { reasons } = await response.json();
    if (response.status === status) return reasons.map(({ what }: { what: string }) => what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Writes a file until that many megabytes are free. */
async function fill(path: string, leave: number): Promise<void> {
  using file = await Deno.open(path, { create: true, append: true });
  const megabyte = new Uint8Array(2 ** 20);
  try {
    while (await freeMegabytes(path) > leave) await file.write(megabyte);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
