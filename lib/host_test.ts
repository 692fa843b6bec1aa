import assert from "node:assert/strict";
import { quickEmbedded } from "lib/testing.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** A program that hosts one small service, as text: it must be a process of its own to be signalled. */
const PROGRAM = `
import { defineService, host } from "lib/host.ts";
import { port, SharedEnv } from "lib/env.ts";
import { createService } from "lib/service.ts";
const name = Deno.args[0];
await host([defineService({
  name,
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
    const fetch = (request, info) => request.headers.has("upgrade") ? socket(request) : app.fetch(request, info);
    return { fetch, stop: async () => { await kv.set(["stopped"], true); console.log("STOPPED"); } };
  },
})]);
`;

async function hosted(name: string, env: Record<string, string>) {
  const file = await Deno.makeTempFile({ dir: env.DATA_DIR, suffix: ".ts" });
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
    const response = await slow;
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "finished");
    assert.equal((await small.child.status).code, 0);
    assert.match(await small.output(), /STOPPED/);
  });
});

Deno.test("host() lets an open WebSocket that is in hand have its answer when stopping", async () => {
  await withDataDir(async (env) => {
    await using small = await hosted("small", env);
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
