/**
 * The cost and log pages over 20,000 and over 2,000,000 (or BENCH_USAGE_ROWS) usage records on a Postgres
 * server: medians must be within three times of each other. Needs TEST_DATABASE_URL; writing the records
 * takes nearly all of the time. BENCH_SUMS=1 writes single records for only six of the 60 days, which
 * summaries and statistics read, and sums for the others.
 */
import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { testServerDatabase } from "lib/testing.ts";
import { type Features, withFeatures } from "../feature_fixture.ts";
import { countingEvents } from "./audit_counts.ts";
import { auditOutcome, MODEL_REQUEST } from "./audit_trail.ts";
import { print } from "lib/print.ts";
import { median } from "lib/median.ts";

const DAYS = 60;
const BATCH = 1_000_000;
const FEW = 20_000;
const MANY = Number(Deno.env.get("BENCH_USAGE_ROWS") ?? 2_000_000);
const SUMS = Deno.env.get("BENCH_SUMS") !== undefined;
const WARM_UP = 8;
const SAMPLES = 25;
const now = Date.now();

const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
/** About 30 days ago, at a time of the day that takes the most hourly sums and single records. */
const EDGE = `${ago(30.5).slice(0, 10)}T12:30:00.000Z`;
const PAGES = {
  "/costs, page 1": () => "/costs",
  "/costs of a tenant": () => "/costs?tenant_id=tenant-7",
  "/costs of a model": () => "/costs?model=model-3",
  "/costs of a rare model": () => "/costs?model=rare",
  "/costs of a provider, 30 days": () => `/costs?provider=provider-1&start_time=${EDGE}`,
  "/costs of a tenant and model": () => "/costs?tenant_id=tenant-7&model=model-3",
  "/costs of a team": () => "/costs?team_id=team-7",
  "/costs, dearest first": () => "/costs?sort_by=cost_usd",
  "/costs, unpriced": () => "/costs?unpriced=true",
  "/costs, a page in the middle": (rows: number) => `/costs?page=${rows / 100}`,
  "/costs/summary, 30 days": () => `/costs/summary?start_time=${EDGE}`,
  "/costs/summary of a tenant, 30 days": () => `/costs/summary?tenant_id=tenant-7&start_time=${EDGE}`,
  "/costs/summary of a model, 30 days": () => `/costs/summary?model=model-3&start_time=${EDGE}`,
  "/costs/summary of a provider, 30 days": () => `/costs/summary?provider=provider-1&start_time=${EDGE}`,
  "/costs/summary of a team, 30 days": () => `/costs/summary?team_id=team-7&start_time=${EDGE}`,
  "/costs/summary, all time": () => "/costs/summary",
  "/logs/events, page 1": () => "/logs/events",
  "/logs/events of an actor": () => "/logs/events?actor=key:tenant-7",
  "/logs/events of a provider": () => "/logs/events?provider=provider-1",
  "/logs/events that failed": () => "/logs/events?outcome=failure",
  "/logs/events of a rare model": () => "/logs/events?model=rare",
  "/logs/events, a page in the middle": (rows: number) => `/logs/events?page=${rows / 100}`,
  "/logs/stats": () => "/logs/stats",
  "/logs/stats, 30 days": () => "/logs/stats?hours=720",
};

/** Writes records in chronological order with the sums that `insertUsage` would have written. */
async function fill(sql: Sql, rows: number) {
  // The sums are written for all records at once.
  await sql`alter table gateway.usage_records disable trigger provider_sums`;
  await sql`alter table gateway.audit_rollups disable trigger audit_daily_inserts`;
  for (let days = 0; days <= DAYS + 56; days += 28) {
    await sql`select gateway.add_month('usage_records', ${ago(days - 28).slice(0, 10)}::date)`;
  }
  const written = SUMS && rows > FEW
    ? [[rows * 29 / DAYS, rows * 30.1 / DAYS], [rows * 55 / DAYS, rows]]
    : [[0, rows]];
  for (const [from, to] of written.flatMap(([first = 0, last = 0]) => batches(first, last))) {
    await sql`
      insert into gateway.usage_records (id, request_id, model, provider, prompt_tokens, completion_tokens, total_tokens,
        cached_tokens, cache_write_tokens, reasoning_tokens, audio_prompt_tokens, audio_completion_tokens,
        cost_nano_usd, tenant_id, team_id, timestamp, outcome, estimated, unpriced, cached, streamed, latency_ms,
        actor, ip, resource)
      select id, case when r % 10 = 0 then 'request-' || n else id::text end, case when r % 5000 = 0 then 'rare' else 'model-' || r % 17 end,
        'provider-' || r % 17 % 4, 10, 5, 15, 0, 0, 0, 0, 0, r % 90000000, 'tenant-' || r % 200, 'team-' || r % 20,
        ${ago(0)}::timestamptz - (1 - n / ${rows}::double precision) * ${DAYS}::int * interval '1 day',
        case when r % 50 = 0 then 'error' else 'ok' end, false, r % 100 = 0, false, false, 12.5,
        'key:tenant-' || r % 200, '10.0.0.1', '/v1/chat/completions'
      from (
        -- In order of time, as version 7 of UUIDs is.
        select n, floor(random() * 1e9)::int as r,
          ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id
        from generate_series(${from}::bigint, ${to - 1}::bigint) as n) as random`;
    if (rows > BATCH) print(`${to} of ${rows}`);
  }
  await sum(sql);
  if (SUMS && rows > FEW) await sumOfOthers(sql, rows);
  await sumProviders(sql);
  await sql`select gateway.sum_audit_days('-infinity', until) from gateway.audit_daily_until`;
  await sql`alter table gateway.usage_records enable trigger provider_sums`;
  await sql`alter table gateway.audit_rollups enable trigger audit_daily_inserts`;
  await sql`vacuum analyze gateway.usage_records`;
  await sql`vacuum analyze gateway.usage_rollups`;
  await sql`vacuum analyze gateway.provider_rollups`;
  await sql`vacuum analyze gateway.audit_rollups`;
  await sql`vacuum analyze gateway.audit_daily`;
  await sql`vacuum analyze gateway.audit_actors`;
}

function batches(first: number, last: number): [number, number][] {
  const [from, to] = [Math.ceil(first), Math.ceil(last)];
  return Array.from({ length: Math.ceil((to - from) / BATCH) }, (_, n) => {
    return [from + n * BATCH, Math.min(to, from + (n + 1) * BATCH)];
  });
}

async function sum(sql: Sql) {
  await sumUsage(
    sql,
    sql`
      select date_trunc('hour', timestamp, 'UTC') as hour, tenant_id, team_id, model, provider, count(*) as requests,
        count(*) filter (where unpriced) as unpriced_requests, sum(prompt_tokens) as prompt_tokens,
        sum(completion_tokens) as completion_tokens, sum(total_tokens) as total_tokens,
        sum(cost_nano_usd) as cost_nano_usd
      from gateway.usage_records group by 1, 2, 3, 4, 5`,
  );
  await sumEvents(
    sql,
    sql`
      select date_trunc('hour', timestamp, 'UTC') as hour, actor, ${MODEL_REQUEST}::text as action,
        ${auditOutcome(sql)} as outcome, provider, model, count(*) as n
      from gateway.usage_records group by 1, 2, 3, 4, 5, 6`,
  );
}

/** Writes the sums of hours without records, assuming that their requests are like the others. */
async function sumOfOthers(sql: Sql, rows: number) {
  const each = Math.round(rows / DAYS / 24 / 200 / 17);
  const combinations = sql`
    select hour, 'tenant-' || t as tenant_id, 'team-' || t % 20 as team_id, 'key:tenant-' || t as actor,
      case when (t, m) = (0, 0) then 'rare' else 'model-' || m end as model, 'provider-' || m % 4 as provider
    from generate_series(date_trunc('hour', ${ago(DAYS)}::timestamptz, 'UTC'), ${ago(0)}, '1 hour') as hour
    cross join generate_series(0, 199) as t cross join generate_series(0, 16) as m
    where not exists (select from gateway.usage_rollups where grain = 'hour' and dims = 0 and start = hour)`;
  await sumEvents(
    sql,
    sql`
      select hour, actor, ${MODEL_REQUEST}::text as action, outcome, provider, model, n
      from (${combinations}) as combined
      cross join (values ('success', ${each - 1}::int), ('failure', 1)) as outcomes (outcome, n)`,
  );
  await sumUsage(
    sql,
    sql`
      select hour, tenant_id, team_id, model, provider, ${each}::int as requests, 0 as unpriced_requests,
        10 * ${each}::int as prompt_tokens, 5 * ${each}::int as completion_tokens, 15 * ${each}::int as total_tokens,
        450000000 as cost_nano_usd
      from (${combinations}) as combined`,
  );
}

async function sumUsage(sql: Sql, source: postgres.Fragment) {
  await sql`
    insert into gateway.usage_rollups as rollup
    with hours as materialized (${source}), grains as (
      select grain, date_trunc(grain, hour, 'UTC') as start, hours.*
      from hours cross join (values ('hour'), ('day')) as grains (grain)
    )
    select grain, case when grouping(team_id) = 0 then 4 when grouping(tenant_id) = 0 then 1
        when grouping(model) = 0 then 2 when grouping(provider) = 0 then 3 else 0 end,
      start, coalesce(tenant_id, ''), coalesce(team_id, ''), '', coalesce(model, ''), coalesce(provider, ''),
      sum(requests), sum(unpriced_requests), sum(prompt_tokens), sum(completion_tokens), sum(total_tokens),
      sum(cost_nano_usd)
    from grains
    group by grouping sets ((grain, start), (grain, start, tenant_id), (grain, start, model),
      (grain, start, provider), (grain, start, tenant_id, team_id, model, provider))
    -- Of a day some hours may be there already.
    on conflict (grain, dims, start, tenant_id, model, provider, team_id, customer_id) do update set
      requests = rollup.requests + excluded.requests,
      total_tokens = rollup.total_tokens + excluded.total_tokens,
      cost_nano_usd = rollup.cost_nano_usd + excluded.cost_nano_usd`;
}

/** Adds up the finest sums, as the migration does. */
async function sumProviders(sql: Sql) {
  await sql`
    insert into gateway.provider_rollups
    select grain, case when grouping(tenant_id) = 0 then 5 else 6 end, provider, start, coalesce(tenant_id, ''),
      coalesce(model, ''), sum(requests), sum(unpriced_requests), sum(prompt_tokens), sum(completion_tokens),
      sum(total_tokens), sum(cost_nano_usd)
    from gateway.usage_rollups where dims = 4
    group by grouping sets ((grain, provider, start, tenant_id), (grain, provider, start, model))
    order by 1, 2, 3, 4, 5, 6`;
}

async function sumEvents(sql: Sql, source: postgres.Fragment) {
  await sql`with events as materialized (${source}), ${countingEvents(sql)} select`;
}

/** A filled database's pages. */
interface Filled extends AsyncDisposable {
  page(path: (rows: number) => string): Promise<void>;
}

async function filled(url: string, rows: number): Promise<Filled> {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testServerDatabase(url, "gateway", import.meta.resolve("../migrations/")));
  const start = performance.now();
  await fill(database.sql, rows);
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
      const response = await call(path(rows));
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path(rows)} answered ${response.status}`);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Medians of a page of both, asked in turns, so that other work on the machine slows both alike. */
async function medians(both: readonly Filled[], path: (rows: number) => string): Promise<number[]> {
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
