/**
 * The processor time of a chat in the gateway and in the bare proxy. Both are loaded at the same time on the
 * same core, so that a busy machine disturbs both equally (Linux, with `wrk`):
 *
 *     TEST_DATABASE_URL=… deno run -A services/gateway/bench/processor_time.ts
 *
 * Without TEST_DATABASE_URL on the embedded database.
 */
import { freePort } from "lib/host/free_port_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { answers, pinned, spawn, spentBy, startBare, startGateway, stopped, type Target } from "./targets.ts";
import { measureWithWrk } from "./wrk.ts";
import { median } from "lib/median.ts";
import { print } from "lib/print.ts";

const SECONDS = 4;
const ROUNDS = 7;
// Warm-up until hot code is optimized.
const WARM_UP_SECONDS = 30;
const body = (content: string) => JSON.stringify({ model: "mock", messages: [{ role: "user", content }] });
const SCENARIOS = [
  { name: "chats", connections: 16, body: body("hello") },
  { name: "chats", connections: 64, body: body("hello") },
  { name: "prompts of 100 kB", connections: 16, body: body("lorem ipsum dolor sit amet ".repeat(3_800)) },
];
type Scenario = typeof SCENARIOS[number];

/** Microseconds of processor time for each answer. */
async function cost(target: Target, { connections, body }: Scenario, seconds = SECONDS): Promise<number> {
  const { process: { pid }, headers } = target;
  const before = await spentBy(pid);
  const load = { url: `${target.url}/v1/chat/completions`, body, connections, seconds, headers };
  const { rate, errors } = await measureWithWrk(load, (command) => pinned(0, command));
  if (errors > 0) throw new Error(`${errors} calls failed`);
  return (await spentBy(pid) - before) / (rate * seconds);
}

async function compare(bare: Target, gateway: Target, scenario: Scenario): Promise<void> {
  const both = (seconds?: number) =>
    Promise.all([cost(bare, scenario, seconds), cost(gateway, scenario, seconds)]);
  await both(WARM_UP_SECONDS);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await both());
  const [least = NaN, middle = NaN, most = NaN] = ((ratios) => [
    Math.min(...ratios),
    median(ratios),
    Math.max(...ratios),
  ])(rounds.map(([own, other]) => other / own));
  const figures = `${median(rounds.map(([, us]) => us)).toFixed(0)} us beside ${
    median(rounds.map(([us]) => us)).toFixed(0)
  }`;
  const ratios = `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
  print(`${scenario.name}, ${scenario.connections} connections: ${figures} of the bare proxy, ${ratios}`);
}

const port = freePort();
const provider = `http://127.0.0.1:${port}`;
const mock = spawn(0, "bench/mock_provider.ts", [String(port)]);
const dir = await Deno.makeTempDir();
const server = Deno.env.get("TEST_DATABASE_URL");
const database = server
  ? await testServerDatabase(server, "gateway", import.meta.resolve("../migrations/"))
  : undefined;
const targets: Target[] = [];
try {
  await answers(`${provider}/v1/models`);
  const bare = await startBare(provider);
  targets.push(bare);
  const databaseUrl = database?.url ?? "";
  const gateway = await startGateway(server ? "server" : "embedded", { provider, dir, databaseUrl });
  targets.push(gateway);
  for (const scenario of SCENARIOS) await compare(bare, gateway, scenario);
} finally {
  for (const { process } of targets) await stopped(process);
  await stopped(mock);
  await database?.[Symbol.asyncDispose]();
  await Deno.remove(dir, { recursive: true });
}
