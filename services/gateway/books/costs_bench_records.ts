/** Usage records and events of 60 made-up days, for the bench of the cost and log pages. */
import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { print } from "lib/print.ts";
import { countingEvents } from "./audit_counts.ts";
import { auditOutcome, MODEL_REQUEST } from "./audit_trail.ts";

const DAYS = 60;
const BATCH = 1_000_000;

/** How many records to write. */
export interface Filling {
  rows: number;
  /** The time of the newest. */
  now: number;
  /** Single records of six of the days, and sums of all. */
  mostlySums: boolean;
}

/** A time some days before `now`. */
export function daysBefore(now: number, days: number): string {
  return new Date(now - days * 86_400_000).toISOString();
}

/**
 * Writes records in chronological order with the sums that `insertUsage` would have written. Every fifth thousandth
 * is of a rare model or, in the first half, of one that is retired then; there is an event of another kind for
 * every hundred.
 */
export async function fill(sql: Sql, { rows, now, mostlySums }: Filling): Promise<void> {
  // The sums are written for all records at once.
  await sql`alter table gateway.usage_records disable trigger provider_sums`;
  await sql`alter table gateway.audit_rollups disable trigger audit_daily_inserts`;
  for (let days = 0; days <= DAYS + 56; days += 28) {
    for (const table of ["usage_records", "audit_events"]) {
      await sql`select gateway.add_month(${table}, ${daysBefore(now, days - 28).slice(0, 10)}::date)`;
    }
  }
  const written = mostlySums
    ? [[rows * 29 / DAYS, rows * 30.1 / DAYS], [rows * 55 / DAYS, rows]]
    : [[0, rows]];
  for (const [from, to] of written.flatMap(([first = 0, last = 0]) => batches(first, last))) {
    await writeRecords(sql, { from, to, rows, now });
    await writeEvents(sql, { from, to, rows, now });
    if (rows > BATCH) print(`${to} of ${rows}`);
  }
  await sum(sql);
  if (mostlySums) await sumOfOthers(sql, rows, now);
  await sumProviders(sql);
  await sql`select gateway.sum_audit_days('-infinity', until) from gateway.audit_daily_until`;
  await sql`alter table gateway.usage_records enable trigger provider_sums`;
  await sql`alter table gateway.audit_rollups enable trigger audit_daily_inserts`;
  const tables = ["usage_records", "usage_rollups", "provider_rollups"];
  for (const table of [...tables, "audit_events", "audit_rollups", "audit_daily", "audit_actors"]) {
    await sql`vacuum analyze gateway.${sql(table)}`;
  }
}

function batches(first: number, last: number): [number, number][] {
  const [from, to] = [Math.ceil(first), Math.ceil(last)];
  return Array.from({ length: Math.ceil((to - from) / BATCH) }, (_, n) => {
    return [from + n * BATCH, Math.min(to, from + (n + 1) * BATCH)];
  });
}

/** Some of the records, by their numbers. */
interface Batch {
  from: number;
  to: number;
  rows: number;
  now: number;
}

/** The time of record `n`. */
function timeOf(sql: Sql, { rows, now }: Batch): postgres.Fragment {
  return sql`${
    daysBefore(now, 0)
  }::timestamptz - (1 - n / ${rows}::double precision) * ${DAYS}::int * interval '1 day'`;
}

async function writeRecords(sql: Sql, batch: Batch) {
  const { from, to, rows } = batch;
  await sql`
    insert into gateway.usage_records (id, request_id, model, provider, prompt_tokens, completion_tokens, total_tokens,
      cached_tokens, cache_write_tokens, reasoning_tokens, audio_prompt_tokens, audio_completion_tokens,
      cost_nano_usd, tenant_id, team_id, customer_id, timestamp, outcome, estimated, unpriced, cached, streamed,
      latency_ms, actor, ip, resource)
    select id, case when r % 10 = 0 then 'request-' || n else id::text end,
      case when r % 5000 = 0 then 'rare' when s % 5000 = 7 and n < ${rows * 0.501} then 'retired'
        else 'model-' || r % 17 end,
      'provider-' || r % 17 % 4, 10 + s, 5, 15 + s, 0, 0, 0, 0, 0, r % 90000000, 'tenant-' || r % 200,
      'team-' || r % 20, 'customer-' || r % 40, ${timeOf(sql, batch)},
      case when s % 50 = 0 then 'error' when s % 1000 = 9 then 'blocked' else 'ok' end, false, s % 100 = 1, false,
      false, 12.5, 'key:tenant-' || r % 200, '10.0.0.1',
      case when s % 1000 = 3 then '/v1/embeddings' else '/v1/chat/completions' end
    from (
      -- In order of time, as version 7 of UUIDs is.
      select n, floor(random() * 1e9)::int as r, floor(random() * 1e5)::int as s,
        ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id
      from generate_series(${from}::bigint, ${to - 1}::bigint) as n) as random`;
}

async function writeEvents(sql: Sql, batch: Batch) {
  await sql`
    insert into gateway.audit_events (id, timestamp, actor, action, outcome, resource, model, request_id, search)
    select gen_random_uuid(), ${timeOf(sql, batch)}, 'key:tenant-' || r % 200,
      case when r % 10 = 0 then 'virtual_key_update' else 'rate_limited' end,
      case when r % 10 = 0 then 'success' else 'limited' end,
      case when r % 10 = 0 then 'virtual_key:' || r % 200 else '/v1/chat/completions' end,
      case when r % 10 = 0 then null else 'model-' || r % 17 end, 'request-e' || n, 'rate limit'
    from (select n, floor(random() * 1e9)::int as r
      from generate_series(${batch.from}::bigint, ${batch.to - 1}::bigint, 100) as n) as random`;
}

async function sum(sql: Sql) {
  await sumUsage(
    sql,
    sql`
      select date_trunc('hour', timestamp, 'UTC') as hour, tenant_id, team_id, customer_id, model, provider,
        count(*) as requests, count(*) filter (where unpriced) as unpriced_requests,
        sum(prompt_tokens) as prompt_tokens, sum(completion_tokens) as completion_tokens,
        sum(total_tokens) as total_tokens, sum(cost_nano_usd) as cost_nano_usd
      from gateway.usage_records group by 1, 2, 3, 4, 5, 6`,
  );
  await sumEvents(
    sql,
    sql`
      select date_trunc('hour', timestamp, 'UTC') as hour, actor, ${MODEL_REQUEST}::text as action,
        ${auditOutcome(sql)} as outcome, provider, model, count(*) as n
      from gateway.usage_records group by 1, 2, 3, 4, 5, 6
      union all
      select date_trunc('hour', timestamp, 'UTC'), actor, action, outcome, provider, model, count(*)
      from gateway.audit_events group by 1, 2, 3, 4, 5, 6`,
  );
}

/** Writes the sums of hours without records, assuming that their requests are like the others. */
async function sumOfOthers(sql: Sql, rows: number, now: number) {
  const each = Math.round(rows / DAYS / 24 / 200 / 17);
  const combinations = sql`
    select hour, 'tenant-' || t as tenant_id, 'team-' || t % 20 as team_id, 'customer-' || t % 40 as customer_id,
      'key:tenant-' || t as actor, case when (t, m) = (0, 0) then 'rare' else 'model-' || m end as model,
      'provider-' || m % 4 as provider
    from generate_series(date_trunc('hour', ${daysBefore(now, DAYS)}::timestamptz, 'UTC'), ${
    daysBefore(now, 0)
  }, '1 hour') as hour
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
      select hour, tenant_id, team_id, customer_id, model, provider, ${each}::int as requests, 0 as unpriced_requests,
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
      start, coalesce(tenant_id, ''), coalesce(team_id, ''), coalesce(customer_id, ''), coalesce(model, ''),
      coalesce(provider, ''), sum(requests), sum(unpriced_requests), sum(prompt_tokens), sum(completion_tokens),
      sum(total_tokens), sum(cost_nano_usd)
    from grains
    group by grouping sets ((grain, start), (grain, start, tenant_id), (grain, start, model),
      (grain, start, provider), (grain, start, tenant_id, team_id, customer_id, model, provider))
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
