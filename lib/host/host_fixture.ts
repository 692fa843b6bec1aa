import { quickEmbedded } from "lib/embedded/template_fixture.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** The source of a program that hosts one small service, since signals need a separate process. */
const PROGRAM = `
import { defineService, host } from "lib/host/host.ts";
import { port, SharedEnv } from "lib/env.ts";
import { createService } from "lib/service/service.ts";
const name = Deno.args[0];
await host([defineService({
  name,
  webSockets: name === "sockets",
  env: SharedEnv.extend({ SMALL_PORT: port(0) }),
  port: (env) => env.SMALL_PORT,
  start({ service, kv, sql }) {
    const app = createService({ name, title: "Small", description: "", prefix: "/api/v1", ...service });
    app.get("/api/v1/slow", async (c) => {
      console.log("IN HAND");
      await new Promise((resolve) => service.lifecycle.signal.addEventListener("abort", resolve));
      await sql\`select 1\`;
      return c.text("finished");
    });
    const socket = (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      const leave = service.lifecycle.enter();
      socket.onmessage = () => {
        console.log("IN HAND");
        service.lifecycle.signal.addEventListener("abort", () => (socket.send("answer"), socket.close(4000)));
      };
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

/** A process that hosts the service `name`. */
export async function hosted(name: string, env: Record<string, string>, dir = env.DATA_DIR) {
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
  const printed = new EventTarget();
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
        printed.dispatchEvent(new Event("text"));
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
    /** Resolves once it has printed `text`. */
    async prints(text: string): Promise<void> {
      while (!output.includes(text)) {
        await new Promise((resolve) => printed.addEventListener("text", resolve, { once: true }));
      }
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

async function end(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has exited already.
  }
  await child.status;
}

/** Runs a test with its own data folder. */
export async function withDataDir(body: (env: Record<string, string>) => Promise<void>): Promise<void> {
  const DATA_DIR = await Deno.makeTempDir();
  try {
    await body({ DATA_DIR });
  } finally {
    await Deno.remove(DATA_DIR, { recursive: true });
  }
}
