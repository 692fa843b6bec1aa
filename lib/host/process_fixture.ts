/**
 * A small service in several processes, for tests. It runs as a program of its own, so that it can receive
 * signals.
 */
import { signJwt } from "lib/auth/auth.ts";
import { TEST_SECRET } from "lib/testing.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

const PROGRAM = `
import { defineFront, host } from "lib/host/host.ts";
import { port, processes, SharedEnv } from "lib/env.ts";
await host([defineFront({
  name: "small",
  env: SharedEnv.extend({ SMALL_PORT: port(0), SMALL_PROCESSES: processes() }),
  port: (env) => env.SMALL_PORT,
  processes: (env) => env.SMALL_PROCESSES,
  start({ lifecycle, log }) {
    return {
      async fetch(request) {
        const { pathname, searchParams } = new URL(request.url);
        lifecycle.admit(request);
        const ms = Number(searchParams.get("ms") ?? 0);
        if (ms) await new Promise((resolve) => setTimeout(resolve, ms));
        if (pathname === "/log") log.info("x".repeat(20_000), { n: searchParams.get("n") });
        return new Response(String(Deno.pid));
      },
      ...Deno.env.get("SMALL_RELOADS") === "no" ? {} : { reload: () => Promise.resolve(log.info("reloaded")) },
    };
  },
})]);
`;

/** The running program. */
export interface SmallGroup extends AsyncDisposable {
  /** Its address; each answer names the process that gave it. */
  url: string;
  /** The first process. */
  child: Deno.ChildProcess;
  /** The log lines so far. */
  lines: Record<string, unknown>[];
  /** Output lines that are not JSON. */
  torn: string[];
}

/**
 * Starts that many processes and waits until they are ready. @throws with their output when the program exits
 * first.
 */
export async function smallGroup(
  dir: string,
  processes: string,
  { flags = ["-A"], env = {} }: { flags?: string[]; env?: Record<string, string> } = {},
): Promise<SmallGroup> {
  const file = `${dir}/program.ts`;
  await Deno.writeTextFile(file, PROGRAM);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, "--config", `${ROOT}deno.json`, file],
    cwd: ROOT,
    env: { DATA_DIR: dir, HOST: "127.0.0.1", JWT_SECRET: TEST_SECRET, SMALL_PROCESSES: processes, ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(child.stderr).text();
  const lines: Record<string, unknown>[] = [];
  const torn: string[] = [];
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  const read = async () => {
    let rest = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const whole = (rest + text).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) take(line);
    }
    reject(new Error(`ended: ${await stderr}`));
  };
  function take(line: string): void {
    try {
      const entry = JSON.parse(line);
      lines.push(entry);
      if (entry.message !== "all services are ready") return;
      resolve(String(lines.find(({ message }) => message === "listening")?.url));
    } catch {
      torn.push(line);
    }
  }
  void read();
  const dispose = async () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await child.status;
  };
  try {
    return { url: await url, child, lines, torn, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The Authorization header of an admin. */
export async function smallAdmin(): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await signJwt(TEST_SECRET, { sub: "a", role: "admin" })}` };
}
