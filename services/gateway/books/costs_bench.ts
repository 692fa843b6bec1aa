/**
 * The cost and log pages over 20,000 and over 2,000,000 (or BENCH_USAGE_ROWS) usage records on a Postgres
 * server: medians must be within three times of each other. Needs TEST_DATABASE_URL; writing the records
 * takes nearly all of the time. BENCH_SUMS=1 writes single records for only six of the 60 days, which
 * summaries and statistics read, and sums for the others; BENCH_ALL=1 asks all combinations of filters and orders.
 */
import { median } from "lib/median.ts";
import { print } from "lib/print.ts";
import { testServerDatabase } from "lib/testing.ts";
import { type Features, withFeatures } from "../feature_fixture.ts";
import { type PagePath, PAGES } from "./costs_bench_pages.ts";
import { fill } from "./costs_bench_records.ts";

const FEW = 20_000;
const MANY = Number(Deno.env.get("BENCH_USAGE_ROWS") ?? 2_000_000);
const SUMS = Deno.env.get("BENCH_SUMS") !== undefined;
const WARM_UP = 8;
const SAMPLES = 25;
const now = Date.now();

/** A filled database's pages. */
interface Filled extends AsyncDisposable {
  page(path: PagePath): Promise<void>;
}

async function filled(url: string, rows: number): Promise<Filled> {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testServerDatabase(url, "gateway", import.meta.resolve("../migrations/")));
  const start = performance.now();
  await fill(database.sql, { rows, now, mostlySums: SUMS && rows > FEW });
  print(`${rows} records written in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const opened = Promise.withResolvers<Features>();
  const over = Promise.withResolvers<void>();
  const running = withFeatures(database.sql, (features) => {
    opened.resolve(features);
    return over.promise;
  });
  stack.defer(() => running);
  stack.defer(() => over.resolve());
  const { call } = await Promise.race([opened.promise, running.then(() => opened.promise)]);
  return {
    page: async (path) => {
      const response = await call(path({ rows, now }));
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path({ rows, now })} answered ${response.status}`);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Medians of a page of both, asked in turns, so that other work on the machine slows both alike. */
async function medians(both: readonly Filled[], path: PagePath): Promise<number[]> {
  const times = both.map((): number[] => []);
  for (let n = 0; n < WARM_UP + SAMPLES; n++) {
    for (const [which, { page }] of both.entries()) {
      const begun = performance.now();
      await page(path);
      if (n >= WARM_UP) times[which]?.push(performance.now() - begun);
    }
  }
  return times.map((some) => median(some));
}

const url = Deno.env.get("TEST_DATABASE_URL");
if (!url) {
  print("cost pages not measured: TEST_DATABASE_URL is not set");
} else {
  await using few = await filled(url, FEW);
  await using many = await filled(url, MANY);
  print(`\nmedians in ms${" ".repeat(27)}${FEW}   ${MANY}   ratio (limit 3)`);
  for (const [name, path] of Object.entries(PAGES)) {
    const [base = 0, ms = 0] = await medians([few, many], path);
    const figures = [
      base.toFixed(2).padStart(7),
      ms.toFixed(2).padStart(9),
      (ms / base).toFixed(2).padStart(7),
    ];
    print(`${name.padEnd(38)} ${figures.join(" ")}`);
  }
}
