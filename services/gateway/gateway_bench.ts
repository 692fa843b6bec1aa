/**
 * Compares the gateway, with authentication, limits, metering and audit, to a bare proxy. Both alternate on one core;
 * load, provider and the Postgres server use the other. First with the server at TEST_DATABASE_URL, then with the
 * embedded database, one gateway at a time. Takes about six minutes.
 *
 *     TEST_DATABASE_URL=… deno bench -A services/gateway/gateway_bench.ts
 *
 * Chats are measured with `wrk` if installed. BENCH_SECONDS and BENCH_ROUNDS make it longer.
 */
import { freePort } from "lib/host/free_port_fixture.ts";
import { openServer } from "lib/database/db.ts";
import type { Load, Measured } from "./bench/load.ts";
import {
  answers,
  type Engine,
  pinned,
  pinSessions,
  residentMb,
  spawn,
  startBare,
  startGateway,
  stopped,
  type Target,
} from "./bench/targets.ts";
import { hasWrk, measureWithWrk, type Pinned } from "./bench/wrk.ts";
import { median } from "lib/median.ts";
import { print } from "lib/print.ts";

const SECONDS = Number(Deno.env.get("BENCH_SECONDS") ?? 3);
// Time until both sides have optimised their hot code.
const WARM_UP_SECONDS = 8;
// Time for the database to write the last records, so that the next target is not affected.
const CATCH_UP_MS = 1_000;
const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 3);
const LOAD = new URL("./bench/load.ts", import.meta.url).pathname;
const WRK = await hasWrk();
const MEMORY_REQUESTS = Number(Deno.env.get("BENCH_MEMORY_REQUESTS") ?? 0);
const MESSAGES = [{ role: "user", content: "hello" }];
const CHAT = JSON.stringify({ model: "mock", messages: MESSAGES });
const STREAM = JSON.stringify({ model: "mock", stream: true, messages: MESSAGES });

interface Scenario {
  name: string;
  body: string;
  connections: number;
  /** The measured value: answers, stream events, or milliseconds at the 50th or 99th percentile. */
  value: keyof Measured;
  unit: string;
  /** Minimum (for times: maximum) ratio to the bare proxy, by database. */
  limits: Partial<Record<Engine, number>>;
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

/** Measures from a separate process on the core of provider and database. */
async function measure(
  { url, headers }: Target,
  { body, connections }: { body: string; connections: number },
  seconds = SECONDS,
): Promise<Measured> {
  const load: Load = { url: `${url}/v1/chat/completions`, body, connections, seconds, headers };
  const onLoadCore = (command: string[]) => pinned(0, command);
  const measured = body === CHAT && WRK
    ? await measureWithWrk(load, onLoadCore)
    : await measureInDeno(load, onLoadCore);
  await new Promise((wake) => setTimeout(wake, CATCH_UP_MS));
  return measured;
}

async function measureInDeno(load: Load, onLoadCore: Pinned): Promise<Measured> {
  const [program = "", ...args] = onLoadCore(
    [Deno.execPath(), "run", "--allow-net=127.0.0.1", LOAD, JSON.stringify(load)],
  );
  const { stdout } = await new Deno.Command(program, { args, stderr: "inherit" }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

async function compare(targets: Target[], scenario: Scenario): Promise<void> {
  const { name, connections, value, unit, limits } = scenario;
  const times = new Map<string, number[]>(targets.map((target) => [target.name, []]));
  let errors = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const target = targets[(turn + round) % targets.length];
      if (!target) continue;
      const measured = await measure(target, scenario);
      errors += measured.errors;
      times.get(target.name)?.push(measured[value]);
    }
  }
  const bare = times.get("bare") ?? [];
  const cells = targets.map(({ name: target }) => {
    const own = times.get(target) ?? [];
    const formatted = `${median(own).toFixed(unit === "/s" ? 0 : 2)}${unit}`;
    if (target === "bare") return `bare ${formatted}`;
    const ratio = median(own.map((measured, round) => measured / (bare[round] ?? NaN)));
    const limit = limits[target];
    const met = limit === undefined ? "" : (unit === "/s" ? ratio >= limit : ratio <= limit) ? " ✓" : " ✗";
    const rule = limit === undefined ? "" : ` (${unit === "/s" ? "at least" : "at most"} ${limit})${met}`;
    const added = unit === "/s" ? "" : `, ${(median(own) - median(bare)).toFixed(2)} ms more`;
    return `${target} ${formatted} = ${ratio.toFixed(2)}${rule}${added}`;
  });
  print(
    `${name.padEnd(7)} ${String(connections).padStart(3)} connections: ${cells.join("; ")}; errors ${errors}`,
  );
}

/** Compares memory after a number of requests, and after as many again. */
async function watchMemory(target: Target): Promise<void> {
  const sizes: number[] = [];
  for (let sent = 0; sent < MEMORY_REQUESTS;) {
    const measured = await measure(target, { body: CHAT, connections: 16 }, 10);
    sent += Math.round(measured.rate * 10);
    sizes.push(await residentMb(target.process));
    print(`memory after ${sent} requests: ${sizes.at(-1)?.toFixed(0)} MB`);
  }
}

async function run(): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "gateway-bench-" });
  const port = freePort();
  const provider = `http://127.0.0.1:${port}`;
  const mock = spawn(0, "bench/mock_provider.ts", [String(port)]);
  try {
    await answers(`${provider}/v1/models`);
    if (!WRK) print("no wrk: the load on chats is made in JavaScript and takes more of its core");
    const server = Deno.env.get("TEST_DATABASE_URL");
    if (server) await onServer(server, { provider, dir: `${dir}/server` });
    else print("no TEST_DATABASE_URL: only the embedded database is measured");
    await beside("embedded", { provider, dir: `${dir}/embedded`, databaseUrl: "" });
  } finally {
    await stopped(mock);
    await Deno.remove(dir, { recursive: true });
  }
}

/** Runs with a new database on the server at `url`. */
async function onServer(url: string, options: { provider: string; dir: string }): Promise<void> {
  const admin = openServer(url, 1);
  const database = `bench_${crypto.randomUUID().replaceAll("-", "")}`;
  await admin.sql.unsafe(`create database ${database}`);
  try {
    const databaseUrl = new URL(url);
    databaseUrl.pathname = `/${database}`;
    await beside("server", { ...options, databaseUrl: databaseUrl.href }, async () => {
      const onLoadCore = await pinSessions(admin, database);
      if (!onLoadCore) {
        print("the database runs where it likes: its sessions are not to be pinned from here");
      }
    });
  } finally {
    await admin.sql.unsafe(`drop database if exists ${database} with (force)`);
    await admin.close();
  }
}

async function beside(
  name: Engine,
  options: { provider: string; dir: string; databaseUrl: string },
  beforeEach = () => Promise.resolve(),
): Promise<void> {
  const targets: Target[] = [];
  try {
    targets.push(await startBare(options.provider));
    targets.push(await startGateway(name, options));
    for (const target of targets) await measure(target, { body: CHAT, connections: 16 }, WARM_UP_SECONDS);
    for (const scenario of SCENARIOS) {
      // Before each scenario, since database sessions are replaced and must be pinned again.
      await beforeEach();
      await compare(targets, scenario);
    }
    const gateway = targets[1];
    if (gateway && MEMORY_REQUESTS > 0) await watchMemory(gateway);
  } finally {
    for (const { process } of targets) await stopped(process);
  }
}

let ran: Promise<void> | undefined;

// Runs once, since the runner would repeat it for its own statistics.
Deno.bench({ name: "gateway beside a bare proxy", n: 1, warmup: 0, fn: async () => await (ran ??= run()) });
