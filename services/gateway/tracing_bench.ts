/**
 * Compares the processor time of a chat with and without OpenTelemetry, alternating every second, so that other load on
 * the machine affects both. Takes about five minutes.
 *
 *     deno bench -A services/gateway/tracing_bench.ts
 *
 * Needs `wrk`. BENCH_ROUNDS makes it longer.
 */
import { freePort } from "lib/host/free_port_fixture.ts";
import { answers, pinned, spawn, startGateway, stopped, type Target } from "./bench/targets.ts";
import { measureWithWrk } from "./bench/wrk.ts";
import { median } from "lib/median.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 60);
const SECONDS = 1;
const WARM_UP_SECONDS = 6;
// Time to write the last records of a round.
const CATCH_UP_MS = 300;
const TICKS_A_SECOND = 100;
const BODY = JSON.stringify({ model: "mock", messages: [{ role: "user", content: "hello" }] });

const VARIANTS: Record<string, Record<string, string>> = {
  off: {},
  "on, as the start tasks set it": { OTEL_DENO: "true", OTEL_DENO_TRACING: "false" },
  "on, with Deno's own spans at 1 %": {
    OTEL_DENO: "true",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.01",
  },
};

/** Processor time of a process, in seconds. */
async function processorTime(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Processor time per chat, in microseconds. */
async function costOfChat({ url, headers, process }: Target, seconds: number): Promise<number> {
  const before = await processorTime(process.pid);
  const load = { url: `${url}/v1/chat/completions`, body: BODY, connections: 16, seconds, headers };
  const { rate, errors } = await measureWithWrk(load, (command) => pinned(0, command));
  if (errors > 0) throw new Error(`${errors} chats failed`);
  await new Promise((wake) => setTimeout(wake, CATCH_UP_MS));
  return (await processorTime(process.pid) - before) / (rate * seconds) * 1e6;
}

async function run(): Promise<void> {
  const dir = await Deno.makeTempDir({ prefix: "tracing-bench-" });
  await using collector = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      await request.body?.pipeTo(new WritableStream());
      return new Response();
    },
  );
  const port = freePort();
  const provider = `http://127.0.0.1:${port}`;
  const mock = spawn(0, "bench/mock_provider.ts", [String(port)]);
  const targets: [string, Target][] = [];
  try {
    await answers(`${provider}/v1/models`);
    for (const [name, variant] of Object.entries(VARIANTS)) {
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}`, ...variant };
      const options = { provider, dir: `${dir}/${targets.length}`, databaseUrl: "", settings };
      targets.push([name, await startGateway("embedded", options)]);
    }
    for (const [, target] of targets) await costOfChat(target, WARM_UP_SECONDS);
    const times = new Map<string, number[]>(targets.map(([name]) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (let turn = 0; turn < targets.length; turn++) {
        const [name, target] = targets[(turn + round) % targets.length] ?? [];
        if (name && target) times.get(name)?.push(await costOfChat(target, SECONDS));
      }
    }
    const off = times.get("off") ?? [];
    for (const [name, costs] of times) {
      const ratio = median(costs.map((cost, round) => cost / (off[round] ?? NaN)));
      const line = `${name}: ${median(costs).toFixed(0)} us a chat, ${ratio.toFixed(2)} times\n`;
      await Deno.stdout.write(new TextEncoder().encode(line));
    }
  } finally {
    for (const [, { process }] of targets) await stopped(process);
    await stopped(mock);
    await Deno.remove(dir, { recursive: true });
  }
}

let ran: Promise<void> | undefined;

// Runs once, since the runner would repeat it for its own statistics.
Deno.bench({ name: "chats with OpenTelemetry", n: 1, warmup: 0, fn: async () => await (ran ??= run()) });
