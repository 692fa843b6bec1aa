import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { inRange } from "./conditions.ts";
import { selected, type UsageFilter } from "./usage_filter.ts";
import { hoursOf, partOfDays, type Pieces, piecesOf, roundedPiecesOf, type Span } from "./usage_range.ts";
import type { UsageRecord } from "./usage_record.ts";
import { countedBy, dimsAlong, dimsOf, type NameColumn, sources, totalOf } from "./usage_sources.ts";

export const SORTS = ["timestamp", "cost_usd", "total_tokens", "model", "provider", "tenant_id"] as const;

export interface UsagePage {
  sort_by: typeof SORTS[number];
  sort_dir: "asc" | "desc";
  limit: number;
  offset: number;
}

/** From this offset on a page looks up the hour it begins in instead of skipping rows. */
const DEEP = 500;

const columnsOf = (sql: Sql) =>
  sql`id, request_id, model, provider,
  case when provider <> 'none' and not cached then coalesce(provider_model, model) end as provider_model, prompt_tokens, completion_tokens, total_tokens,
  cost_nano_usd / 1e9::double precision as cost_usd, tenant_id, timestamp, team_id, customer_id, cached_tokens,
  cache_write_tokens, reasoning_tokens, audio_prompt_tokens, audio_completion_tokens, outcome, estimated, unpriced,
  cached, streamed, latency_ms, ttft_ms, units`;

/** The columns that each sort orders by before `id`, as the indexes have them. */
const KEYS = {
  timestamp: ["timestamp"],
  cost_usd: ["cost_nano_usd"],
  total_tokens: ["total_tokens"],
  model: ["model", "timestamp"],
  provider: ["provider", "timestamp"],
  tenant_id: ["tenant_id", "timestamp"],
} as const;

/** A page of the records that a filter selects. `since` is the start of single records. */
export async function pageOfRecords(
  sql: Sql,
  filter: UsageFilter,
  page: UsagePage,
  since?: string,
): Promise<UsageRecord[]> {
  const name = nameOf(page.sort_by);
  if (name === undefined) return await pageByKey(sql, filter, page, since);
  if (filter[name] !== undefined) return await pageByKey(sql, filter, { ...page, sort_by: "timestamp" });
  // An index has the order of all records.
  if (filter.request_id !== undefined || (isOpen(filter) && page.offset < DEEP)) {
    return await pageByKey(sql, filter, page);
  }
  return await pageByName(sql, filter, { ...page, name, since });
}

function nameOf(sort: UsagePage["sort_by"]): NameColumn | undefined {
  return sort === "model" || sort === "provider" || sort === "tenant_id" ? sort : undefined;
}

/** Whether a filter selects all records. */
function isOpen(filter: UsageFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** A page in the order of a name and then of time. */
interface NamePage extends Pick<UsagePage, "sort_dir" | "limit" | "offset"> {
  name: NameColumn;
  since: string | undefined;
}

/** The part of a page that is of one name. */
interface NamePart {
  name: string;
  skip: number;
  take: number;
}

/**
 * The sums tell which names a page is of; of each its records are in order of time. An index of names alone would
 * pass over the records of all names before the first that the filter selects.
 */
async function pageByName(sql: Sql, filter: UsageFilter, page: NamePage): Promise<UsageRecord[]> {
  const { name, sort_dir, limit } = page;
  const parts = await partsOf(sql, filter, page);
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (!first || !last) return [];
  const ofName = (part: NamePart) =>
    pageByKey(sql, { ...filter, [name]: part.name }, {
      ...{ sort_by: "timestamp", sort_dir, limit: part.take, offset: part.skip },
    });
  if (parts.length === 1) return await ofName(first);
  const whole = parts.slice(1, -1).map((part) => part.name);
  const direction = sort_dir === "desc" ? sql`desc` : sql`asc`;
  // All their records are on the page. Without a limit the planner reads them as the filter finds them.
  const between = whole.length === 0 ? [] : await sql<UsageRecord[]>`
    select ${columnsOf(sql)} from gateway.usage_records
    where ${sql(name)} = any(${whole}::text[]) ${selected(sql, filter)}
    order by ${sql(name)} ${direction}, timestamp ${direction}, id ${direction}`;
  return [...await ofName(first), ...between, ...await ofName(last)].slice(0, limit);
}

async function partsOf(sql: Sql, filter: UsageFilter, { name, sort_dir, since, ...page }: NamePage) {
  const pieces = roundedPiecesOf({ start: filter.start_time, end: filter.end_time }, { since });
  const dims = dimsAlong(filter, name);
  const direction = sort_dir === "desc" ? sql`desc` : sql`asc`;
  const [first, past] = [page.offset, page.offset + page.limit];
  return await sql<NamePart[]>`
    with names as (
        select ${sql(name)} as name, sum(${countedBy(sql, filter)}) as n
        from ${sources(sql, { ...filter, unpriced: undefined }, { ...pieces, dims })} group by 1
      ),
      running as (select name, n, sum(n) over (order by name ${direction}) as reached from names where n > 0)
    select name, greatest(${first} - (reached - n), 0)::bigint as skip,
      (least(reached, ${past}) - greatest(reached - n, ${first}))::bigint as take
    from running where reached > ${first} and reached - n < ${past} order by reached`;
}

/** A page in the order of an index. `since` is the start of single records. */
async function pageByKey(
  sql: Sql,
  filter: UsageFilter,
  page: UsagePage,
  since?: string,
): Promise<UsageRecord[]> {
  const isDown = page.sort_dir === "desc";
  const read = (part: Pick<Slice, "bound" | "skip">) =>
    sql<UsageRecord[]>`${sliceOf(sql, filter, { ...part, sort_by: page.sort_by, isDown, take: page.limit })}`;
  if (page.offset < DEEP) return await read({ skip: page.offset });
  if (filter.request_id !== undefined) return await read({ skip: page.offset });
  if (page.sort_by !== "timestamp") return await pageFromNearerEnd(sql, filter, page, since);
  const hour = await hourAt(sql, filter, page);
  if (!hour) return await read({ skip: page.offset });
  const bound = isDown
    ? { end: new Date(Date.parse(hour.start) + 3_600_000).toISOString() }
    : { start: hour.start };
  return await read({ bound, skip: page.offset - hour.before });
}

/** Records to take in the order of an index after skipping some. */
interface Slice extends Pick<UsagePage, "sort_by"> {
  isDown: boolean;
  take: number | postgres.Fragment;
  skip: number | postgres.Fragment;
  /** A range of time that they are in. */
  bound?: Span;
}

function sliceOf(sql: Sql, filter: UsageFilter, slice: Slice): postgres.Fragment {
  const { isDown, take, skip, bound = {} } = slice;
  const rows = sql`gateway.usage_records where true ${selected(sql, filter)} ${
    inRange(sql, "timestamp", bound)
  }`;
  const keys = [...KEYS[slice.sort_by], "id"];
  const order = sql`order by ${
    keys.map((key) => sql`${sql(key)} ${isDown ? sql`desc` : sql`asc`}`)
      .reduce((all, key) => sql`${all}, ${key}`)
  }`;
  const columns = columnsOf(sql);
  if (typeof skip === "number" && skip < DEEP) {
    return sql`select ${columns} from ${rows} ${order} limit ${take} offset ${skip}`;
  }
  // Records are skipped by their keys, in an index alone.
  return sql`
    select ${columns} from ${rows} and (${sql(keys)}) ${isDown ? sql`<=` : sql`>=`} (
      select ${sql(keys)} from ${rows} ${order} limit 1 offset ${skip}) ${order} limit ${take}`;
}

/** No sums tell where a page in the order of cost or tokens begins: records are skipped from the end that is nearer. */
async function pageFromNearerEnd(
  sql: Sql,
  filter: UsageFilter,
  { sort_by, sort_dir, limit, offset }: UsagePage,
  since: string | undefined,
): Promise<UsageRecord[]> {
  const isDown = sort_dir === "desc";
  const total = totalOf(sql, filter, since);
  const [counted] = await sql<{ n: number }[]>`${total}`;
  if (offset < (counted?.n ?? 0) / 2) {
    return await sql<UsageRecord[]>`${sliceOf(sql, filter, { sort_by, isDown, take: limit, skip: offset })}`;
  }
  // Counted again with the page, since records may have come meanwhile.
  const rows = await sql<UsageRecord[]>`
    with counted as materialized (${total})
    ${
    sliceOf(sql, filter, {
      ...{ sort_by, isDown: !isDown },
      take: sql`(select least(${limit}, greatest(n - ${offset}, 0)) from counted)`,
      skip: sql`(select greatest(n - ${offset + limit}, 0) from counted)`,
    })
  }`;
  return rows.toReversed();
}

/** A day or hour of records, and how many records of the list come before it. */
interface Place {
  start: string;
  before: number;
}

/** The hour that the record at `offset` is in: its day is looked up first, so that a day's hours are read at most. */
async function hourAt(sql: Sql, filter: UsageFilter, page: UsagePage): Promise<Place | undefined> {
  const range = { start: filter.start_time, end: filter.end_time };
  const day = await placeAt(sql, filter, { unit: "day", pieces: piecesOf(range), page });
  if (!day) return undefined;
  const pieces = hoursOf(partOfDays(range, { first: day.start, last: day.start }));
  const rest = { ...page, offset: page.offset - day.before };
  const hour = await placeAt(sql, filter, { unit: "hour", pieces, page: rest });
  return hour && { start: hour.start, before: day.before + hour.before };
}

interface Search {
  unit: "day" | "hour";
  pieces: Pieces;
  page: Pick<UsagePage, "sort_dir" | "offset">;
}

/** The day or hour, among some pieces of a range, that the record at `offset` is in. */
async function placeAt(
  sql: Sql,
  filter: UsageFilter,
  { unit, pieces, page }: Search,
): Promise<Place | undefined> {
  const counts = sources(sql, { ...filter, unpriced: undefined }, { ...pieces, dims: dimsOf(filter) });
  const direction = page.sort_dir === "desc" ? sql`desc` : sql`asc`;
  const [place] = await sql<Place[]>`
    with units as (
        select date_trunc(${unit}, start, 'UTC') as start, sum(${
    countedBy(sql, filter)
  }) as n from ${counts} group by 1
      ),
      running as (select start, n, sum(n) over (order by start ${direction}) - n as before from units)
    select start, before::bigint as before from running where n > 0 and before <= ${page.offset}
    order by before desc limit 1`;
  return place;
}

/** Records in order of time, newest first, below `last`. */
export async function recordsAfter(
  sql: Sql,
  filter: UsageFilter,
  { last, limit }: { last: UsageRecord | undefined; limit: number },
): Promise<UsageRecord[]> {
  return await sql<UsageRecord[]>`
    select ${columnsOf(sql)} from gateway.usage_records where true ${selected(sql, filter)}
      ${last ? sql`and (timestamp, id) < (${last.timestamp}, ${last.id})` : sql``}
    order by timestamp desc, id desc limit ${limit}`;
}
