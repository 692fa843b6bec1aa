import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { during, equalTo } from "./conditions.ts";
import { matching, SUMMED_FIELDS, type UsageFilter } from "./usage_filter.ts";
import type { Pieces, Span } from "./usage_range.ts";

/** Sums over some fields of records; `0` to `4`, as the migration of the sums numbers them. */
export type Dims = 0 | 1 | 2 | 3 | 4;

/** The sums and records that a filter selects, as rows of one shape, for `from`. */
export function sources(
  sql: Sql,
  filter: UsageFilter,
  { dims, days, hours, records }: Pieces & { dims: Dims },
): postgres.Fragment {
  const sums = (grain: "day" | "hour", span: Span) =>
    sql`
    select start, tenant_id, model, provider, requests, unpriced_requests, prompt_tokens, completion_tokens,
      total_tokens, cost_nano_usd
    from gateway.usage_rollups where grain = ${grain} and dims = ${dims} ${during(sql, "start", span)}
      ${equalTo(sql, filter, SUMMED_FIELDS)}`;
  const singles = (span: Span) =>
    sql`
    select date_trunc('hour', timestamp, 'UTC') as start, tenant_id, model, provider, 1::bigint as requests,
      unpriced::int::bigint as unpriced_requests, prompt_tokens, completion_tokens, total_tokens, cost_nano_usd
    from gateway.usage_records where true ${during(sql, "timestamp", span)} ${matching(sql, filter)}`;
  const parts = [
    ...days.map((span) => sums("day", span)),
    ...hours.map((span) => sums("hour", span)),
    ...records.map(singles),
  ];
  // An empty range still needs one source, which its bounds leave empty.
  const [first = sums("day", { start: "infinity" }), ...rest] = parts;
  return sql`(${rest.reduce((all, part) => sql`${all} union all ${part}`, first)}) as source`;
}

/** The sums that match a filter exactly: those over one field if only that field is filtered. */
export function dimsOf({ tenant_id, model, provider, team_id, customer_id }: UsageFilter): Dims {
  const given = [tenant_id, model, provider].filter((each) => each !== undefined);
  if (team_id !== undefined || customer_id !== undefined || given.length > 1) return 4;
  if (given.length === 0) return 0;
  return tenant_id !== undefined ? 1 : model !== undefined ? 2 : 3;
}
