/** The targets of the comparison, the bare proxy and the gateway, as processes pinned to a core. */
import { freePort } from "lib/host/free_port_fixture.ts";
import type { Database } from "lib/database/db.ts";

export type Engine = "server" | "embedded";

export interface Target {
  name: "bare" | Engine;
  url: string;
  headers: Record<string, string>;
  process: Deno.ChildProcess;
}

const ADMIN_KEY = "dwn-admin-of-the-benchmark";
const GATEWAY = new URL("../", import.meta.url).pathname;
// The load, the provider and the database's sessions have the first.
const LAST_CORE = navigator.hardwareConcurrency - 1;

/** A command pinned to one core, where the system supports it. */
export function pinned(core: number, command: string[]): string[] {
  return Deno.build.os === "linux" ? ["taskset", "-c", String(core), ...command] : command;
}

/** Starts a Deno program on one core. */
export function spawn(
  core: number,
  script: string,
  args: string[],
  { env = {}, flags = [], stderr = "inherit" }: {
    env?: Record<string, string>;
    flags?: string[];
    stderr?: "inherit" | "null";
  } = {},
): Deno.ChildProcess {
  const command = [Deno.execPath(), "run", "--allow-all", ...flags, GATEWAY + script, ...args];
  const [program = "", ...rest] = pinned(core, command);
  return new Deno.Command(program, { args: rest, env, stdout: "null", stderr }).spawn();
}

export async function answers(url: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`${url} does not answer`);
}

export async function startBare(provider: string): Promise<Target> {
  const port = freePort();
  // It logs each client that disconnects, as all do at the end of a turn.
  const process = spawn(LAST_CORE, "bench/bare_proxy.ts", [String(port), provider], { stderr: "null" });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/v1/models`);
  return { name: "bare", url, headers: {}, process };
}

/** A lower bound for a proxy on Deno. */
export async function startFloor(kind: string, provider: string) {
  const port = freePort();
  const process = spawn(LAST_CORE, "bench/floors.ts", [kind, String(port), provider], { stderr: "null" });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/v1/models`);
  return { name: kind, url, headers: {}, process };
}

export async function startGateway(
  name: Engine,
  { provider, dir, databaseUrl, settings = {} }: {
    provider: string;
    dir: string;
    databaseUrl: string;
    /** More settings. */
    settings?: Record<string, string>;
  },
): Promise<Target> {
  const port = freePort();
  const config = {
    providers: [{ name: "mock", base_url: `${provider}/v1`, models: ["mock"], keys: [{ key: "k" }] }],
    prices: { mock: { input: "1", output: "2" } },
  };
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(`${dir}/gateway.json`, JSON.stringify(config));
  const env = {
    HOST: "127.0.0.1",
    GATEWAY_PORT: String(port),
    GATEWAY_ADMIN_KEY: ADMIN_KEY,
    GATEWAY_CONFIG: `${dir}/gateway.json`,
    DATA_DIR: dir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "warn",
    ...settings,
  };
  const usual = await startedAs("start:gateway");
  const process = spawn(LAST_CORE, "main.ts", [], { env: { ...usual.env, ...env }, flags: usual.flags });
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/health`);
  const response = await fetch(`${url}/governance/virtual-keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({
      name: "bench",
      rate_limit: { requests_per_minute: 2_000_000_000, tokens_per_minute: 2_000_000_000 },
    }),
  });
  const { key } = await response.json();
  return { name, url, headers: { authorization: `Bearer ${key}` }, process };
}

/** The settings and V8's flags with which a task of `deno.json` starts its program. */
async function startedAs(task: string): Promise<{ env: Record<string, string>; flags: string[] }> {
  const config = await Deno.readTextFile(new URL("../../../deno.json", import.meta.url));
  const { tasks }: { tasks: Record<string, string> } = JSON.parse(config);
  const words = tasks[task]?.split(" ") ?? [];
  const settings = words.slice(0, words.indexOf("deno"));
  return {
    env: Object.fromEntries(
      settings.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]),
    ),
    flags: words.filter((word) => word.startsWith("--v8-flags=")),
  };
}

/** Pins the sessions of a database to the load's core; false if that is not permitted. */
export async function pinSessions({ sql }: Pick<Database, "sql">, database: string): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  const sessions = await sql<{ pid: number }[]>`select pid from pg_stat_activity where datname = ${database}`;
  for (const { pid } of sessions) {
    const args = ["-c", "-p", "0", String(pid)];
    const { success } = await new Deno.Command("taskset", { args, stdout: "null", stderr: "null" }).output();
    if (!success) return false;
  }
  return true;
}

/** Processor time of a process so far, in microseconds. */
export async function spentBy(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

export async function residentMb(process: Deno.ChildProcess): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${process.pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

export async function stopped(process: Deno.ChildProcess): Promise<void> {
  process.kill("SIGTERM");
  await process.status;
}
