import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { countingEvents } from "./audit_counts.ts";
import { auditOutcome, MODEL_REQUEST } from "./audit_trail.ts";

/**
 * Inserts the usage records of a JSON array and adds new ones to the sums and audit counts, in one statement,
 * so that records and sums always agree. Zero counts, false flags and request ids equal to the record's id
 * may be left out. The sums are written in key order, so that concurrent writers cannot deadlock.
 */
export async function insertUsage(sql: Sql, json: string): Promise<void> {
  await sql`
    with ${adding(sql, json)}, hours as materialized (
      select date_bin('1 hour', timestamp, 'epoch') as hour, tenant_id, team_id, customer_id, model, provider, actor,
        outcome, count(*) as requests, count(*) filter (where unpriced) as unpriced_requests,
        sum(prompt_tokens) as prompt_tokens, sum(completion_tokens) as completion_tokens,
        sum(total_tokens) as total_tokens, sum(cost_nano_usd) as cost_nano_usd
      from added
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ), events as (
      select hour, actor, ${MODEL_REQUEST}::text as action, ${auditOutcome(sql)} as outcome,
        nullif(provider, 'none') as provider, nullif(model, 'none') as model, requests as n
      from hours where actor is not null
    ), ${countingEvents(sql)}, ${summing(sql)}
    insert into gateway.usage_rollups as rollup (grain, dims, start, tenant_id, team_id, customer_id, model, provider,
      requests, unpriced_requests, prompt_tokens, completion_tokens, total_tokens, cost_nano_usd)
    select grain, dims, start, tenant_id, team_id, customer_id, model, provider, requests, unpriced_requests,
      prompt_tokens, completion_tokens, total_tokens, cost_nano_usd
    from levels
    order by grain, dims, start, tenant_id, model, provider, team_id, customer_id
    on conflict (grain, dims, start, tenant_id, model, provider, team_id, customer_id) do update set
      requests = rollup.requests + excluded.requests,
      unpriced_requests = rollup.unpriced_requests + excluded.unpriced_requests,
      prompt_tokens = rollup.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = rollup.completion_tokens + excluded.completion_tokens,
      total_tokens = rollup.total_tokens + excluded.total_tokens,
      cost_nano_usd = rollup.cost_nano_usd + excluded.cost_nano_usd`;
}

/** The queries `given`, the records, and `added`, those that were not there yet. */
function adding(sql: Sql, json: string): postgres.Fragment {
  return sql`given as (
      select * from json_to_recordset(${json}::text::json) as record (
        id uuid, request_id text, model text, provider text, provider_model text, prompt_tokens bigint, completion_tokens bigint,
        total_tokens bigint, cached_tokens bigint, cache_write_tokens bigint, reasoning_tokens bigint,
        audio_prompt_tokens bigint, audio_completion_tokens bigint, cost_usd numeric, tenant_id text, team_id text,
        customer_id text, timestamp timestamptz, outcome text, estimated boolean, unpriced boolean, cached boolean,
        streamed boolean, latency_ms double precision, ttft_ms double precision, actor text, ip text, resource text,
        detail jsonb, search text, units jsonb)
    ), added as (
      insert into gateway.usage_records (
        id, request_id, model, provider, provider_model, prompt_tokens, completion_tokens, total_tokens, cached_tokens,
        cache_write_tokens, reasoning_tokens, audio_prompt_tokens, audio_completion_tokens, cost_nano_usd, tenant_id,
        team_id, customer_id, timestamp, outcome, estimated, unpriced, cached, streamed, latency_ms, ttft_ms,
        actor, ip, resource, detail, search, units)
      select id, coalesce(request_id, id::text), model, provider, provider_model, coalesce(prompt_tokens, 0), coalesce(completion_tokens, 0),
        coalesce(total_tokens, 0), coalesce(cached_tokens, 0), coalesce(cache_write_tokens, 0),
        coalesce(reasoning_tokens, 0), coalesce(audio_prompt_tokens, 0), coalesce(audio_completion_tokens, 0),
        (cost_usd * 1000000000)::bigint, tenant_id, team_id, customer_id, timestamp, outcome,
        coalesce(estimated, false), coalesce(unpriced, false), coalesce(cached, false), coalesce(streamed, false),
        latency_ms, ttft_ms, actor, ip, resource, detail, search, units
      from given
      on conflict (id, timestamp) do nothing
      returning timestamp, tenant_id, team_id, customer_id, model, provider, unpriced, prompt_tokens,
        completion_tokens, total_tokens, cost_nano_usd, actor, outcome
    )`;
}

/** The queries that add up `hours`: `levels` has a row for each sum to be changed. */
function summing(sql: Sql): postgres.Fragment {
  return sql`sums as (
      select grain, date_trunc(grain, hour, 'UTC') as start, tenant_id, coalesce(team_id, '') as team_id,
        coalesce(customer_id, '') as customer_id, model, provider, requests, unpriced_requests, prompt_tokens,
        completion_tokens, total_tokens, cost_nano_usd
      from hours cross join (values ('hour'), ('day')) as grains (grain)
    ), levels as (
      select grain, start,
        case when grouping(team_id) = 0 then 4 when grouping(tenant_id) = 0 then 1 when grouping(model) = 0 then 2
          when grouping(provider) = 0 then 3 else 0 end as dims,
        coalesce(tenant_id, '') as tenant_id, coalesce(team_id, '') as team_id,
        coalesce(customer_id, '') as customer_id, coalesce(model, '') as model, coalesce(provider, '') as provider,
        sum(requests) as requests, sum(unpriced_requests) as unpriced_requests, sum(prompt_tokens) as prompt_tokens,
        sum(completion_tokens) as completion_tokens, sum(total_tokens) as total_tokens,
        sum(cost_nano_usd) as cost_nano_usd
      from sums
      group by grouping sets (
        (grain, start), (grain, start, tenant_id), (grain, start, model), (grain, start, provider),
        (grain, start, tenant_id, team_id, customer_id, model, provider))
    )`;
}
