/**
 * The cost and log pages over 20,000 and over 2,000,000 usage records on a Postgres server: medians within three times of
 * each other. Needs TEST_DATABASE_URL; takes about two minutes, nearly all of it to write the records.
 */
import type { Sql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { testServerDatabase } from "lib/testing.ts";
import { withFeatures } from "../feature_fixture.ts";
import { usd } from "../money.ts";
import { usageRecord } from "./usage_fixture.ts";
import { usageStore } from "./usage_store.ts";

const DAYS = 60;
const BATCH = 5000;
const FEW = 20_000;
const MANY = Number(Deno.env.get("BENCH_USAGE_ROWS") ?? 2_000_000);
const now = Date.now();

const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
const PAGES = {
  "/costs, page 1": () => "/costs",
  "/costs of a tenant": () => "/costs?tenant_id=tenant-7",
  "/costs of a model": () => "/costs?model=model-3",
  "/costs of a rare model": () => "/costs?model=rare",
  "/costs of a provider, 30 days": () => `/costs?provider=provider-1&start_time=${ago(30)}`,
  "/costs of a tenant and model": () => "/costs?tenant_id=tenant-7&model=model-3",
  "/costs, dearest first": () => "/costs?sort_by=cost_usd",
  "/costs, unpriced": () => "/costs?unpriced=true",
  "/costs, a page in the middle": (rows: number) => `/costs?page=${rows / 100}`,
  "/costs/summary, 30 days": () => `/costs/summary?start_time=${ago(30)}`,
  "/costs/summary of a tenant, 30 days": () => `/costs/summary?tenant_id=tenant-7&start_time=${ago(30)}`,
  "/costs/summary of a model, 30 days": () => `/costs/summary?model=model-3&start_time=${ago(30)}`,
  "/costs/summary, all time": () => "/costs/summary",
  "/logs/events, page 1": () => "/logs/events",
  "/logs/events of an actor": () => "/logs/events?actor=key:tenant-7",
  "/logs/events that failed": () => "/logs/events?outcome=failure",
  "/logs/events of a rare model": () => "/logs/events?model=rare",
  "/logs/events, a page in the middle": (rows: number) => `/logs/events?page=${rows / 100}`,
  "/logs/stats": () => "/logs/stats",
};

async function print(line: string) {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}

async function fill(sql: Sql, rows: number) {
  const store = usageStore(sql);
  for (let from = 0; from < rows; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, rows - from) }, (_, n) => {
      // Oldest first, as records come.
      const time = now - Math.floor((1 - (from + n) / rows) * DAYS * 86_400_000);
      const random = Math.floor(Math.random() * 1e9);
      return usageRecord({
        id: uuidv7(time),
        request_id: crypto.randomUUID(),
        tenant_id: `tenant-${random % 200}`,
        actor: `key:tenant-${random % 200}`,
        outcome: random % 50 === 0 ? "error" : "ok",
        team_id: `team-${random % 20}`,
        model: random % 5000 === 0 ? "rare" : `model-${random % 17}`,
        provider: `provider-${random % 17 % 4}`,
        unpriced: random % 100 === 0,
        cost_usd: usd(BigInt(random % 90_000_000)),
        timestamp: new Date(time).toISOString(),
      });
    });
    await store.insert(JSON.stringify(batch));
  }
  await sql`vacuum analyze gateway.usage_records`;
  await sql`vacuum analyze gateway.usage_rollups`;
}

async function medians(url: string, rows: number): Promise<Map<string, number>> {
  await using database = await testServerDatabase(url, "gateway", import.meta.resolve("../migrations/"));
  const start = performance.now();
  await fill(database.sql, rows);
  await print(`${rows} records written in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const found = new Map<string, number>();
  await withFeatures(database.sql, async ({ call }) => {
    for (const [name, path] of Object.entries(PAGES)) {
      const times: number[] = [];
      for (let n = 0; n < 33; n++) {
        const begun = performance.now();
        const response = await call(path(rows));
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path(rows)} answered ${response.status}`);
        // The first ones warm up.
        if (n >= 8) times.push(performance.now() - begun);
      }
      found.set(name, times.sort((a, b) => a - b)[times.length >> 1] ?? 0);
    }
  });
  return found;
}

const url = Deno.env.get("TEST_DATABASE_URL");
if (!url) {
  await print("cost pages not measured: TEST_DATABASE_URL is not set");
} else {
  const few = await medians(url, FEW);
  const many = await medians(url, MANY);
  await print(`\nmedians in ms${" ".repeat(27)}${FEW}   ${MANY}   ratio (limit 3)`);
  for (const [name, ms] of many) {
    const base = few.get(name) ?? 0;
    await print(
      `${name.padEnd(38)} ${base.toFixed(2).padStart(7)} ${ms.toFixed(2).padStart(9)} ${
        (ms / base).toFixed(2).padStart(7)
      }`,
    );
  }
}
