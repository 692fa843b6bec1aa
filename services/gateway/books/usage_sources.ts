import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { equalBeside, equalTo, inRange } from "./conditions.ts";
import { matching, SUMMED_FIELDS, type UsageFilter } from "./usage_filter.ts";
import { dayIn, hourIn, type Pieces, type RoundedPieces, roundedPiecesOf, type Span } from "./usage_range.ts";

/** Sums over some fields of records, as the migrations of the sums number them; from `5` on of each provider. */
export type Dims = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The pieces of a range to read, and the sums to use. */
interface Read extends Pieces {
  dims: Dims;
  surplus?: RoundedPieces["surplus"];
}

// Not as parameters: a plan that is kept for any of them could use no index that has a condition on them.
const GRAINS = { day: (sql: Sql) => sql`'day'`, hour: (sql: Sql) => sql`'hour'` };
const DIMS = [
  (sql: Sql) => sql`0`,
  (sql: Sql) => sql`1`,
  (sql: Sql) => sql`2`,
  (sql: Sql) => sql`3`,
  (sql: Sql) => sql`4`,
  (sql: Sql) => sql`5`,
  (sql: Sql) => sql`6`,
] as const;

/** The sums and records that a filter selects, as rows of one shape, for `from`. */
export function sources(
  sql: Sql,
  filter: UsageFilter,
  { dims, days, hours, records, surplus }: Read,
): postgres.Fragment {
  const minus = sql`-`;
  const rollups = dims < 5 ? sql`gateway.usage_rollups` : sql`gateway.provider_rollups`;
  const sums = (grain: "day" | "hour", span: Span, sign = sql``) =>
    sql`
    select start, tenant_id, model, provider, ${sign} requests as requests,
      ${sign} unpriced_requests as unpriced_requests, ${sign} prompt_tokens as prompt_tokens,
      ${sign} completion_tokens as completion_tokens, ${sign} total_tokens as total_tokens,
      ${sign} cost_nano_usd as cost_nano_usd
    from ${rollups} where grain = ${GRAINS[grain](sql)} and dims = ${DIMS[dims](sql)} ${
      inRange(sql, "start", span)
    }
      ${dims === 4 ? finest(sql, filter, { grain, span }) : equalTo(sql, filter, SUMMED_FIELDS)}`;
  const singles = (span: Span, sign = sql``) =>
    sql`
    select ${hourIn(span)}::timestamptz as start, tenant_id, model, provider, ${sign} 1 as requests,
      ${sign} unpriced::int as unpriced_requests, ${sign} prompt_tokens as prompt_tokens,
      ${sign} completion_tokens as completion_tokens, ${sign} total_tokens as total_tokens,
      ${sign} cost_nano_usd as cost_nano_usd
    from gateway.usage_records where true ${inRange(sql, "timestamp", span)} ${matching(sql, filter)}`;
  const parts = [
    ...days.map((span) => sums("day", span)),
    ...hours.map((span) => sums("hour", span)),
    ...records.map((span) => singles(span)),
    ...(surplus?.hours ?? []).map((span) => sums("hour", span, minus)),
    ...(surplus?.records ?? []).map((span) => singles(span, minus)),
  ];
  // An empty range still needs one source, which its bounds leave empty.
  const [first = sums("day", { start: "infinity" }), ...rest] = parts;
  return sql`(${rest.reduce((all, part) => sql`${all} union all ${part}`, first)}) as source`;
}

/**
 * The finest sums that a filter selects, by the index of one of its fields: along their key the planner would pass over
 * all sums of the time.
 */
function finest(
  sql: Sql,
  filter: UsageFilter,
  { grain, span }: { grain: "day" | "hour"; span: Span },
): postgres.Fragment {
  const lead = (["tenant_id", "model", "customer_id", "team_id"] as const)
    .find((name) => filter[name] !== undefined);
  if (lead === undefined) return equalTo(sql, filter, SUMMED_FIELDS);
  // Of the hourly sums of customers and teams there is no index.
  const isIndexed = grain === "day" || lead === "tenant_id" || lead === "model";
  if (!isIndexed) return sql`${ofTenants(sql, filter, span)} ${equalBeside(sql, filter, SUMMED_FIELDS)}`;
  const others = SUMMED_FIELDS.filter((name) => name !== lead);
  // As the indexes of customers and teams have it.
  return sql`and ${sql(lead)} <> '' ${equalTo(sql, filter, [lead])} ${equalBeside(sql, filter, others)}`;
}

/**
 * The tenants of a team's or customer's hourly sums: an index finds them among its daily sums, and another the
 * hourly sums of each, while those of the team have none.
 */
function ofTenants(sql: Sql, filter: UsageFilter, { start, end }: Span): postgres.Fragment {
  const days = { start: start && dayIn(start), end };
  return sql`and tenant_id = any(array(
    select distinct tenant_id from gateway.usage_rollups
    where grain = 'day' and dims = 4 ${inRange(sql, "start", days)} ${equalTo(sql, filter, SUMMED_FIELDS)}))`;
}

/**
 * The sums to read for a filter. Of one tenant these are its finest, which an index finds: coarser ones are in order
 * of time, among those of all tenants.
 */
export function dimsOf(filter: UsageFilter): Dims {
  return filter.tenant_id === undefined ? dimsBy(filter) : 4;
}

/** The columns by which records are summed up and ordered. */
export type NameColumn = "tenant_id" | "model" | "provider";

/** The sums to read for a filter by a column. */
export function dimsAlong(filter: UsageFilter, column: NameColumn): Dims {
  if (filter.tenant_id !== undefined) return dimsOf(filter);
  // The key of the sums of providers begins with the provider.
  if (column === "provider" && filter.provider === undefined && filter.model !== undefined) return 4;
  return dimsBy({ ...filter, [column]: "" });
}

/** How many of the requests of sums a filter selects. */
export function countedBy(sql: Sql, { unpriced }: UsageFilter): postgres.Fragment {
  if (unpriced === undefined) return sql`requests`;
  return unpriced ? sql`unpriced_requests` : sql`(requests - unpriced_requests)`;
}

/** How many records a filter selects, for a query's `from`-less `select`; `since` is the start of single records. */
export function totalOf(sql: Sql, filter: UsageFilter, since: string | undefined): postgres.Fragment {
  const pieces = roundedPiecesOf({ start: filter.start_time, end: filter.end_time }, { since });
  return sql`
    select coalesce(sum(${countedBy(sql, filter)}), 0)::bigint as n
    from ${sources(sql, { ...filter, unpriced: undefined }, { ...pieces, dims: dimsOf(filter) })}`;
}

/** The sums over the filtered fields exactly, if there are such. */
function dimsBy({ tenant_id, model, provider, team_id, customer_id }: UsageFilter): Dims {
  if (team_id !== undefined || customer_id !== undefined) return 4;
  const filters = [tenant_id, model, provider].filter((each) => each !== undefined);
  if (filters.length === 0) return 0;
  if (filters.length === 1) return tenant_id !== undefined ? 1 : model !== undefined ? 2 : 3;
  if (filters.length === 3 || provider === undefined) return 4;
  return tenant_id !== undefined ? 5 : 6;
}
