import type { Sql } from "lib/database/db.ts";
import { type CostSummary, type Line, summaryOf } from "./cost_summary.ts";
import type { UsageFilter } from "./usage_filter.ts";
import { type Pieces, piecesOf } from "./usage_range.ts";
import { type Dims, dimsOf, sources } from "./usage_sources.ts";

/** The cost of the records that a filter selects, by tenant, model, provider and day. */
export async function summaryOfRecords(sql: Sql, filter: UsageFilter): Promise<CostSummary> {
  const pieces = piecesOf({ start: filter.start_time, end: filter.end_time });
  const lines = dimsOf(filter) === 0
    ? await linesOfAll(sql, filter, pieces)
    : await linesOfSome(sql, filter, pieces);
  return summaryOf(lines);
}

const sumsOf = (sql: Sql) =>
  sql`sum(requests)::bigint as requests, sum(unpriced_requests)::bigint as unpriced_requests,
    sum(prompt_tokens)::bigint as prompt_tokens, sum(completion_tokens)::bigint as completion_tokens,
    sum(total_tokens)::bigint as total_tokens, sum(cost_nano_usd)::text as cost_nano_usd`;

const dayOf = (sql: Sql) => sql`to_char(start at time zone 'UTC', 'YYYY-MM-DD')`;

/** Of all records: each kind of line from the sums kept for it, and the edges of the range, whose records are read once. */
async function linesOfAll(sql: Sql, filter: UsageFilter, pieces: Pieces): Promise<Line[]> {
  const sums = sumsOf(sql);
  const day = dayOf(sql);
  const edges = sources(sql, filter, { days: [], hours: [], records: pieces.records, dims: 0 });
  const from = (dims: Dims) => sources(sql, filter, { ...pieces, records: [], dims });
  return await sql<Line[]>`
    with edge as materialized (
      select start, tenant_id, model, provider, ${sums} from ${edges} group by start, tenant_id, model, provider
    )
    select 'day' as kind, ${day} as name, ${sums} from ${from(0)} group by ${day}
    union all select 'tenant', tenant_id, ${sums} from ${from(1)} group by tenant_id
    union all select 'model', model, ${sums} from ${from(2)} group by model
    union all select 'provider', provider, ${sums} from ${from(3)} group by provider
    union all
    select case when grouping(tenant_id) = 0 then 'tenant' when grouping(model) = 0 then 'model'
        when grouping(provider) = 0 then 'provider' else 'day' end,
      coalesce(tenant_id, model, provider, ${day}, ''), ${sums}
    from (select start, tenant_id, model, provider, requests, unpriced_requests, prompt_tokens, completion_tokens,
        total_tokens, cost_nano_usd::numeric from edge) as edges
    group by grouping sets ((tenant_id), (model), (provider), (${day}))`;
}

/** Of records that a field selects: all kinds of lines in one pass over the finest sums. */
async function linesOfSome(sql: Sql, filter: UsageFilter, pieces: Pieces): Promise<Line[]> {
  const sums = sumsOf(sql);
  const day = dayOf(sql);
  return await sql<Line[]>`
    select case when grouping(tenant_id) = 0 then 'tenant' when grouping(model) = 0 then 'model'
        when grouping(provider) = 0 then 'provider' else 'day' end as kind,
      coalesce(tenant_id, model, provider, ${day}, '') as name, ${sums}
    from ${sources(sql, filter, { ...pieces, dims: 4 })}
    group by grouping sets ((tenant_id), (model), (provider), (${day}))`;
}
