/**
 * Measures runs against their limits: own time per step, throughput of 200 concurrent runs, memory over
 * 20,000 runs. It uses the embedded database, and with TEST_DATABASE_URL a server too. The provider is a
 * separate process.
 */
import { cpuUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Sql } from "lib/database/db.ts";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { migrate } from "lib/database/migrations.ts";
import { testServerDatabase } from "lib/testing.ts";
import { SCHEMA } from "../fixture.ts";
import { median } from "lib/median.ts";
import { withProvider, withService } from "./bench_service.ts";
import { print } from "lib/print.ts";

const STEPS = 5;
const LANES = 200;
const WARM_MS = 1_500;
const MEASURED_MS = 4_000;
const ANSWER_MS = 100;
const ROUNDS = 3;
const MAX_GROWN_MB = 5;
const MEMORY_RUNS = Number(Deno.env.get("BENCH_MEMORY_RUNS") ?? 20_000);

async function stepOverhead(sql: Sql): Promise<string> {
  const own = await withProvider(0, (url) =>
    withService(sql, url, async ({ run, toolMs }) => {
      const times: number[] = [];
      for (let i = 0; i < 150; i++) {
        const begun = performance.now();
        const { id } = await run(STEPS);
        const took = performance.now() - begun;
        // The first runs are the warm-up.
        if (i >= 50) times.push((took - await toolMs(id)) / STEPS);
      }
      return median(times);
    }));
  return `own time a step: ${own.toFixed(2)} ms median, the provider's HTTP exchange included (limit 3 ms)`;
}

/** The rate of `work` under a steady load of `LANES` concurrent callers. */
async function ended(work: () => Promise<unknown>): Promise<number> {
  const [from, to] = [performance.now() + WARM_MS, performance.now() + WARM_MS + MEASURED_MS];
  let count = 0;
  await Promise.all(Array.from({ length: LANES }, async (_, lane) => {
    // Staggers the callers.
    await new Promise((done) => setTimeout(done, (lane / LANES) * STEPS * ANSWER_MS));
    while (performance.now() < to) {
      await work();
      if (performance.now() >= from && performance.now() < to) count++;
    }
  }));
  return count;
}

/** Rounds of bare calls and of runs alternate, so that a disturbance affects both. */
async function throughput(sql: Sql): Promise<string> {
  const perSecond = (count: number) => 1000 * count / MEASURED_MS;
  const body = JSON.stringify({ messages: [{ role: "user", content: "steps=1" }] });
  const rounds: { bare: number; steps: number; cpuUs: number }[] = [];
  await withProvider(ANSWER_MS, (url) =>
    withService(sql, url, async ({ run }) => {
      for (let i = 0; i < ROUNDS; i++) {
        const bare = perSecond(
          await ended(async () => {
            const response = await fetch(`${url}/chat/completions`, { method: "POST", body });
            await response.json();
          }),
        );
        const { user, system } = cpuUsage();
        const made: string[] = [];
        const steps = perSecond(STEPS * await ended(async () => void made.push((await run(STEPS)).id)));
        const spent = cpuUsage();
        rounds.push({
          bare,
          steps,
          cpuUs: (spent.user + spent.system - user - system) / (made.length * STEPS),
        });
      }
    }));
  const ideal = 1000 * LANES / ANSWER_MS;
  const shares = (of: (round: { bare: number }) => number) =>
    rounds.map((round) => 100 * round.steps / of(round));
  const percentages = (values: number[]) =>
    `${values.map((value) => value.toFixed(1)).join(", ")}, median ${median(values).toFixed(1)} %`;
  return `${LANES} runs at once, of the ideal ${ideal} steps/s: ${
    percentages(shares(() => ideal))
  } (limit 90 %); ` +
    `beside bare calls: ${percentages(shares(({ bare }) => bare))}; processor time of the process a step: ${
      rounds.map(({ cpuUs }) => cpuUs.toFixed(0)).join(", ")
    } us`;
}

/** The heap after garbage collection at several counts of runs; growth is a leak. */
async function memory(sql: Sql): Promise<string> {
  const moments = [0.1, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * MEMORY_RUNS / 100) * 100);
  const kept = await withProvider(0, (url) =>
    withService(sql, url, async ({ run }) => {
      const heaps: number[] = [];
      for (let done = 100; done <= MEMORY_RUNS; done += 100) {
        await Promise.all(Array.from({ length: 100 }, () => run(2)));
        if (moments.includes(done)) heaps.push(collected());
      }
      return heaps;
    }));
  const grown = (kept.at(-1) ?? NaN) - (kept[0] ?? NaN);
  return `heap after collection at ${moments.join(", ")} runs: ${
    kept.map((heap) => heap.toFixed(1)).join(", ")
  } MB, grown by ${grown.toFixed(1)} MB (limit ${MAX_GROWN_MB} MB)${grown > MAX_GROWN_MB ? " TOO MUCH" : ""}`;
}

/** The used heap in megabytes after garbage collection. */
function collected(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  collect();
  return Deno.memoryUsage().heapUsed / 2 ** 20;
}

async function measured(engine: string, sql: Sql): Promise<void> {
  for (const measure of [stepOverhead, throughput, memory]) print(`${engine}: ${await measure(sql)}`);
}

const folder = await Deno.makeTempDir();
const embedded = await openEmbedded(folder);
await migrate(embedded.sql, SCHEMA.schema, SCHEMA.migrations);
await measured("embedded", embedded.sql);
await embedded.close();
await Deno.remove(folder, { recursive: true });

const server = Deno.env.get("TEST_DATABASE_URL");
if (server) {
  await using database = await testServerDatabase(server, SCHEMA.schema, SCHEMA.migrations);
  await measured("server", database.sql);
}
