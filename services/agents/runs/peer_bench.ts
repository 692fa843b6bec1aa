/**
 * The time of a step at one run at a time beside `@openai/agents`, in turns against the same provider, which
 * answers at once: `TEST_DATABASE_URL=… deno run -A services/agents/runs/peer_bench.ts`.
 */
import { openEmbedded } from "lib/embedded/embedded.ts";
import { migrate } from "lib/database/migrations.ts";
import { testServerDatabase } from "lib/testing.ts";
import { SCHEMA } from "../fixture.ts";
import { median, print, type Service, withProvider, withService } from "./bench_service.ts";

const STEPS = 5;
const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 15);
const RUNS = 40;

/** Makes a run and gives its milliseconds. */
type Run = () => Promise<number>;

async function withPeer(url: string, work: (run: Run) => Promise<void>): Promise<void> {
  const script = new URL("./peer.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-config", "--no-lock", script, url, String(STEPS)],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const asking = child.stdin.getWriter();
  const answers = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  try {
    await work(async () => {
      await asking.write(new TextEncoder().encode("\n"));
      return Number((await answers.read()).value);
    });
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

function ours(service: Service): Run {
  return async () => {
    const begun = performance.now();
    await service.run(STEPS);
    return performance.now() - begun;
  };
}

async function stepMs(run: Run): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) times.push(await run() / STEPS);
  return median(times);
}

async function compare(targets: Record<string, Run>): Promise<void> {
  const rounds: Record<string, number>[] = [];
  for (let i = 0; i < ROUNDS + 3; i++) {
    const round: Record<string, number> = {};
    for (const [name, run] of Object.entries(targets)) round[name] = await stepMs(run);
    // The first three warm up.
    if (i >= 3) rounds.push(round);
  }
  for (const name of Object.keys(targets)) {
    const of = (figure: (round: Record<string, number>) => number) => median(rounds.map(figure)).toFixed(2);
    const ratio = of((round) => (round[name] ?? NaN) / (round.peer ?? NaN));
    await print(`${name}: ${of((round) => round[name] ?? NaN)} ms a step, ${ratio} of @openai/agents`);
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
