/**
 * The gateway with authentication, limits, metering and audit on, beside a proxy that does nothing, both on a core of
 * their own, in turns. Needs TEST_DATABASE_URL for the gateway on a Postgres server; takes about two minutes.
 *
 *     TEST_DATABASE_URL=… deno bench -A services/gateway/gateway_bench.ts
 *
 * BENCH_SECONDS and BENCH_ROUNDS make it longer.
 */
import { openServer } from "lib/db.ts";
import type { Load, Measured } from "./bench/load.ts";

const SECONDS = Number(Deno.env.get("BENCH_SECONDS") ?? 2);
// Until what runs often is compiled for good, on either side.
const WARM_UP_SECONDS = 8;
// A database writes the last records of one target's turn, which is not to be in the next one's.
const CATCH_UP_MS = 1_000;
const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 3);
const MEMORY_REQUESTS = Number(Deno.env.get("BENCH_MEMORY_REQUESTS") ?? 0);
const ADMIN_KEY = "dwn-admin-of-the-benchmark";
const MESSAGES = [{ role: "user", content: "hello" }];
const CHAT = JSON.stringify({ model: "mock", messages: MESSAGES });
const STREAM = JSON.stringify({ model: "mock", stream: true, messages: MESSAGES });

interface Scenario {
  name: string;
  body: string;
  connections: number;
  /** What is compared: answers, events of streams, or milliseconds of the median or of the slowest in a hundred. */
  value: keyof Measured;
  unit: string;
  /** At least this times the bare proxy's; for times, at most. Server and embedded database. */
  limits: { server?: number; embedded?: number };
}

const SCENARIOS: Scenario[] = [
  {
    name: "chats",
    body: CHAT,
    connections: 16,
    value: "rate",
    unit: "/s",
    limits: { server: 0.75, embedded: 0.5 },
  },
  {
    name: "chats",
    body: CHAT,
    connections: 64,
    value: "rate",
    unit: "/s",
    limits: { server: 0.75, embedded: 0.5 },
  },
  {
    name: "events",
    body: STREAM,
    connections: 16,
    value: "chunkRate",
    unit: "/s",
    limits: { server: 2, embedded: 1.5 },
  },
  {
    name: "events",
    body: STREAM,
    connections: 64,
    value: "chunkRate",
    unit: "/s",
    limits: { server: 2, embedded: 1.5 },
  },
  { name: "median", body: CHAT, connections: 1, value: "p50", unit: " ms", limits: {} },
  { name: "p99", body: CHAT, connections: 64, value: "p99", unit: " ms", limits: { server: 1 } },
];

interface Target {
  name: "bare" | "server" | "embedded";
  url: string;
  headers: Record<string, string>;
  process: Deno.ChildProcess;
}

const HERE = import.meta.resolve("./").slice("file://".length);
const LAST_CORE = navigator.hardwareConcurrency - 1;

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}

/** Starts a Deno program on one core, where that can be said. */
function spawn(
  core: number,
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Deno.ChildProcess {
  const command = [Deno.execPath(), "run", "--allow-all", HERE + script, ...args];
  const pinned = Deno.build.os === "linux" ? ["taskset", "-c", String(core), ...command] : command;
  const [program = "", ...rest] = pinned;
  return new Deno.Command(program, { args: rest, env, stdout: "null", stderr: "inherit" }).spawn();
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function answers(url: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
  throw new Error(`${url} does not answer`);
}

async function startBare(provider: string): Promise<Target> {
  const port = freePort();
  const process = spawn(LAST_CORE, "bench/bare_proxy.ts", [String(port), provider]);
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/v1/models`);
  return { name: "bare", url, headers: {}, process };
}

async function startGateway(
  name: "server" | "embedded",
  { provider, dir, databaseUrl }: { provider: string; dir: string; databaseUrl: string },
): Promise<Target> {
  const port = freePort();
  const config = {
    providers: [{ name: "mock", base_url: `${provider}/v1`, models: ["mock"], keys: [{ key: "k" }] }],
    prices: { mock: { input: "1", output: "2" } },
  };
  await Deno.mkdir(dir, { recursive: true });
  await Deno.writeTextFile(`${dir}/gateway.json`, JSON.stringify(config));
  const process = spawn(LAST_CORE, "main.ts", [], {
    HOST: "127.0.0.1",
    GATEWAY_PORT: String(port),
    GATEWAY_ADMIN_KEY: ADMIN_KEY,
    GATEWAY_CONFIG: `${dir}/gateway.json`,
    DATA_DIR: dir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "warn",
  });
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

/** Measures from a process of its own, on the core that the provider and the database have. */
async function measure(
  { url, headers }: Target,
  { body, connections }: { body: string; connections: number },
  seconds = SECONDS,
): Promise<Measured> {
  const load: Load = { url: `${url}/v1/chat/completions`, body, connections, seconds, headers };
  const args = ["run", "--allow-net=127.0.0.1", `${HERE}bench/load.ts`, JSON.stringify(load)];
  const command = Deno.build.os === "linux"
    ? ["taskset", "-c", "0", Deno.execPath(), ...args]
    : [Deno.execPath(), ...args];
  const [program = "", ...rest] = command;
  const { stdout } = await new Deno.Command(program, { args: rest, stderr: "inherit" }).output();
  await new Promise((wake) => setTimeout(wake, CATCH_UP_MS));
  return JSON.parse(new TextDecoder().decode(stdout));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function compare(targets: Target[], scenario: Scenario): Promise<void> {
  const { name, connections, value, unit, limits } = scenario;
  const found = new Map<string, number[]>(targets.map((target) => [target.name, []]));
  let errors = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const target = targets[(turn + round) % targets.length];
      if (!target) continue;
      const measured = await measure(target, scenario);
      errors += measured.errors;
      found.get(target.name)?.push(measured[value]);
    }
  }
  const bare = found.get("bare") ?? [];
  const cells = targets.map(({ name: target }) => {
    const own = found.get(target) ?? [];
    const shown = `${median(own).toFixed(unit === "/s" ? 0 : 2)}${unit}`;
    if (target === "bare") return `bare ${shown}`;
    const ratio = median(own.map((measured, round) => measured / (bare[round] ?? NaN)));
    const limit = limits[target];
    const met = limit === undefined ? "" : (unit === "/s" ? ratio >= limit : ratio <= limit) ? " ✓" : " ✗";
    const rule = limit === undefined ? "" : ` (${unit === "/s" ? "at least" : "at most"} ${limit})${met}`;
    const added = unit === "/s" ? "" : `, ${(median(own) - median(bare)).toFixed(2)} ms more`;
    return `${target} ${shown} = ${ratio.toFixed(2)}${rule}${added}`;
  });
  await print(
    `${name.padEnd(7)} ${String(connections).padStart(3)} connections: ${cells.join("; ")}; errors ${errors}`,
  );
}

async function residentMb(process: Deno.ChildProcess): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${process.pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

/** Memory after so many requests, and after as many again. */
async function watchMemory(target: Target): Promise<void> {
  const sizes: number[] = [];
  for (let sent = 0; sent < MEMORY_REQUESTS;) {
    const measured = await measure(target, { body: CHAT, connections: 16 }, 10);
    sent += Math.round(measured.rate * 10);
    sizes.push(await residentMb(target.process));
    await print(`memory after ${sent} requests: ${sizes.at(-1)?.toFixed(0)} MB`);
  }
}

async function run(): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "gateway-bench-" });
  const server = Deno.env.get("TEST_DATABASE_URL");
  const processes: Deno.ChildProcess[] = [];
  const database = `bench_${crypto.randomUUID().replaceAll("-", "")}`;
  const admin = server ? openServer(server, 1) : undefined;
  try {
    const port = freePort();
    processes.push(spawn(0, "bench/mock_provider.ts", [String(port)]));
    const provider = `http://127.0.0.1:${port}`;
    await answers(`${provider}/v1/models`);
    const targets = [await startBare(provider)];
    if (admin && server) {
      await admin.sql.unsafe(`create database ${database}`);
      const databaseUrl = new URL(server);
      databaseUrl.pathname = `/${database}`;
      targets.push(
        await startGateway("server", { provider, dir: `${dir}/server`, databaseUrl: databaseUrl.href }),
      );
    } else await print("no TEST_DATABASE_URL: only the embedded database is measured");
    targets.push(await startGateway("embedded", { provider, dir: `${dir}/embedded`, databaseUrl: "" }));
    processes.push(...targets.map(({ process }) => process));
    for (const target of targets) await measure(target, { body: CHAT, connections: 16 }, WARM_UP_SECONDS);
    for (const scenario of SCENARIOS) await compare(targets, scenario);
    const watched = targets[1];
    if (watched && MEMORY_REQUESTS > 0) await watchMemory(watched);
  } finally {
    for (const process of processes) process.kill("SIGTERM");
    await Promise.all(processes.map(({ status }) => status));
    await admin?.sql.unsafe(`drop database if exists ${database} with (force)`);
    await admin?.close();
    await Deno.remove(dir, { recursive: true });
  }
}

let ran: Promise<void> | undefined;

// The runner would repeat it for its own statistics, which say nothing here.
Deno.bench({ name: "gateway beside a bare proxy", n: 1, warmup: 0, fn: async () => await (ran ??= run()) });
