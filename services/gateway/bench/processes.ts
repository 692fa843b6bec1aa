/**
 * The cost of a chat to a gateway in one process and in two, and how connections are spread over the two (Linux, with `wrk`):
 *
 *     TEST_DATABASE_URL=… KV_URL=… DENO_KV_ACCESS_TOKEN=… deno run -A services/gateway/bench/processes.ts
 *
 * Without these settings it uses the embedded database and KV. Load and provider share the processors with
 * the gateway, so wall times are meaningless: it reports the processor time per chat of all processes of a
 * gateway.
 */
import { freePort } from "lib/host/free_port_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { answers, pinned, spawn, spentBy, startGateway, stopped, type Target } from "./targets.ts";
import { measureWithWrk } from "./wrk.ts";
import { print } from "lib/print.ts";

const CHAT = JSON.stringify({ model: "mock", messages: [{ role: "user", content: "How are you?" }] });
const ROUNDS = 7;
const SECONDS = 4;
// Time for connections to spread.
const SETTLING = 14;

async function childrenOf(pid: number): Promise<number[]> {
  const text = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
  return text.trim().split(" ").filter(Boolean).map(Number);
}

async function spent({ process: { pid } }: Target): Promise<number> {
  const all = await Promise.all([pid, ...await childrenOf(pid)].map(spentBy));
  return all.reduce((sum, milliseconds) => sum + milliseconds, 0);
}

/** Connections of a process that clients opened at `port`. */
async function connectionsOf(pid: number, port: number): Promise<number> {
  const table = await Deno.readTextFile("/proc/net/tcp");
  const local = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
  const inodes = new Set(
    rows.filter(([, address = "", , state]) => address.endsWith(local) && state === "01").map((row) =>
      row[9]
    ),
  );
  let count = 0;
  for await (const { name } of Deno.readDir(`/proc/${pid}/fd`)) {
    const link = await Deno.readLink(`/proc/${pid}/fd/${name}`).catch(() => "");
    if (inodes.has(/^socket:\[(\d+)\]$/.exec(link)?.[1])) count++;
  }
  return count;
}

async function shares({ process: { pid }, url }: Target): Promise<string> {
  const port = Number(new URL(url).port);
  const counts = await Promise.all((await childrenOf(pid)).map((child) => connectionsOf(child, port)));
  return counts.sort((a, b) => b - a).join("/");
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const load = (target: Target, connections: number, seconds: number) =>
  measureWithWrk({
    url: `${target.url}/v1/chat/completions`,
    headers: target.headers,
    body: CHAT,
    connections,
    seconds,
  }, (
    command,
  ) => pinned(0, command));

/** Lets a gateway use all processors, as several processes should. */
async function unpinned({ process: { pid } }: Target): Promise<void> {
  const all = `0-${navigator.hardwareConcurrency - 1}`;
  for (const process of [pid, ...await childrenOf(pid)]) {
    const args = ["-a", "-c", "-p", all, String(process)];
    await new Deno.Command("taskset", { args, stdout: "null" }).output();
  }
}

/** Prints the distribution of connections over a gateway's processes at first and after some seconds. */
async function spread(target: Target, connections: number): Promise<void> {
  const running = load(target, connections, SETTLING);
  await pause(0.5);
  const first = await shares(target);
  await pause(SETTLING / 2);
  print(`${connections} connections: ${first} at first, ${await shares(target)} after ${SETTLING / 2} s`);
  await running;
}

/**
 * `connections` at two processes, half as many at one, because a process with more connections does more per
 * wakeup.
 */
async function round(contender: Target, two: Target, connections: number): Promise<number> {
  const cost = async (target: Target, connections: number) => {
    const before = await spent(target);
    const { rate, errors } = await load(target, connections, SECONDS);
    if (errors > 0) throw new Error(`${errors} chats failed`);
    return (await spent(target) - before) / (rate * SECONDS);
  };
  // At the same time, so that other work on the machine affects both equally.
  const [alone, both] = await Promise.all([cost(contender, connections / 2), cost(two, connections)]);
  const figures = `${alone.toFixed(0)} us of one, ${both.toFixed(0)} of two: ${(both / alone).toFixed(2)}`;
  print(`${connections} connections: a chat takes ${figures}`);
  return both / alone;
}

const port = freePort();
const provider = `http://127.0.0.1:${port}`;
const mock = spawn(0, "bench/mock_provider.ts", [String(port)]);
const dir = await Deno.makeTempDir();
const server = Deno.env.get("TEST_DATABASE_URL");
const migrations = import.meta.resolve("../migrations/");
const databases = server
  ? [
    await testServerDatabase(server, "gateway", migrations),
    await testServerDatabase(server, "gateway", migrations),
  ]
  : [];
const targets: Target[] = [];
try {
  await answers(`${provider}/v1/models`);
  for (const processes of [1, 2]) {
    targets.push(
      await startGateway(server ? "server" : "embedded", {
        ...{ provider, dir: `${dir}/${processes}`, databaseUrl: databases[processes - 1]?.url ?? "" },
        settings: { GATEWAY_PROCESSES: String(processes) },
      }),
    );
  }
  const [one, two] = targets;
  if (!one || !two) throw new Error("no gateways");
  await Promise.all(targets.map(unpinned));
  for (const connections of [16, 64]) {
    const ratios: number[] = [];
    await load(one, connections / 2, SETTLING);
    await spread(two, connections);
    for (let at = 0; at < ROUNDS; at++) ratios.push(await round(one, two, connections));
    print(
      `${connections} connections: median ${
        ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]?.toFixed(2)
      }`,
    );
  }
} finally {
  for (const { process } of targets) await stopped(process);
  await stopped(mock);
  for (const database of databases) await database[Symbol.asyncDispose]();
  await Deno.remove(dir, { recursive: true });
}
