/**
 * Compares the time of a step with `@openai/agents`, one run at a time. Both alternate against the same
 * provider, which answers at once: `TEST_DATABASE_URL=… deno run -A services/agents/runs/peer_bench.ts`.
 */
import { cpuUsage } from "node:process";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { migrate } from "lib/database/migrations.ts";
import { testServerDatabase } from "lib/testing.ts";
import { SCHEMA } from "../fixture.ts";
import { median } from "lib/median.ts";
import { type Service, withProvider, withService } from "./bench_service.ts";
import { print } from "lib/print.ts";

const STEPS = 5;
const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 15);
const RUNS = 40;

/** An implementation under test. */
interface Target {
  /** Executes one run and returns its milliseconds. */
  run(): Promise<number>;
  /** The processor time of its process so far, in microseconds. */
  spent(): Promise<number>;
}

/** The figures of one step. */
interface Measured {
  ms: number;
  us: number;
}

async function withPeer(url: string, work: (peer: Target) => Promise<void>): Promise<void> {
  const script = new URL("./peer.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-config", "--no-lock", script, url, String(STEPS)],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const requests = child.stdin.getWriter();
  const answers = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  try {
    await work({
      async run() {
        await requests.write(new TextEncoder().encode("\n"));
        return Number((await answers.read()).value);
      },
      async spent() {
        const stat = await Deno.readTextFile(`/proc/${child.pid}/stat`);
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        // The kernel counts in hundredths of a second.
        return (Number(fields[11]) + Number(fields[12])) * 10_000;
      },
    });
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

function ours(service: Service): Target {
  return {
    async run() {
      const begun = performance.now();
      await service.run(STEPS);
      return performance.now() - begun;
    },
    spent() {
      const { user, system } = cpuUsage();
      return Promise.resolve(user + system);
    },
  };
}

async function measure({ run, spent }: Target): Promise<Measured> {
  const before = await spent();
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) times.push(await run() / STEPS);
  return { ms: median(times), us: (await spent() - before) / (RUNS * STEPS) };
}

async function compare(targets: Record<string, Target>): Promise<void> {
  const rounds: Map<string, Measured>[] = [];
  for (let i = 0; i < ROUNDS + 3; i++) {
    const round = new Map<string, Measured>();
    for (const [name, target] of Object.entries(targets)) round.set(name, await measure(target));
    // The first three rounds are the warm-up.
    if (i >= 3) rounds.push(round);
  }
  for (const name of Object.keys(targets)) {
    const middle = (kind: keyof Measured) => median(rounds.map((round) => round.get(name)?.[kind] ?? NaN));
    const ratio = (kind: keyof Measured) =>
      median(rounds.map((round) => (round.get(name)?.[kind] ?? NaN) / (round.get("peer")?.[kind] ?? NaN)));
    print(
      `${name}: ${middle("ms").toFixed(2)} ms a step, ${ratio("ms").toFixed(2)} of @openai/agents; ${
        middle("us").toFixed(0)
      } us of its process's processor time, ${ratio("us").toFixed(2)}`,
    );
  }
}

const folder = await Deno.makeTempDir();
const embedded = await openEmbedded(folder);
await migrate(embedded.sql, SCHEMA.schema, SCHEMA.migrations);
const address = Deno.env.get("TEST_DATABASE_URL");
await using database = address
  ? await testServerDatabase(address, SCHEMA.schema, SCHEMA.migrations)
  : undefined;
await withProvider(0, (url) =>
  withPeer(url, (peer) =>
    withService(embedded.sql, url, async (service) => {
      const targets = { peer, embedded: ours(service) };
      if (!database) return await compare(targets);
      await withService(database.sql, url, (other) => compare({ ...targets, server: ours(other) }));
    })));
await embedded.close();
await Deno.remove(folder, { recursive: true });
