import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { auditTrail } from "./audit_trail.ts";
import { equalTo, inRange } from "./conditions.ts";
import { hoursOf, partOfDays, type Pieces, piecesOf, type Span } from "./usage_range.ts";

/** Some events of a list, in the order of the list. */
export interface AuditPage {
  limit: number;
  offset: number;
}

/** Counts of events, from daily and hourly counts if these cover the filter. */
export interface AuditSums {
  total(filter: AuditFilter): Promise<number>;
  /** The hours that a page is in; undefined for a page past the end. */
  hoursOf(filter: AuditFilter, page: AuditPage): Promise<PageHours | undefined>;
}

export interface PageHours {
  first: string;
  last: string;
  /** How many events of the list come before them, and how many are in them. */
  before: number;
  events: number;
}

export function auditSums(sql: Sql): AuditSums {
  /** The days or hours that a page is in, among some pieces of a range. */
  async function unitsOf(
    filter: AuditFilter,
    { unit, pieces, page: { limit, offset } }: { unit: "day" | "hour"; pieces: Pieces; page: AuditPage },
  ): Promise<PageHours | undefined> {
    const counted = countsOf(sql, filter, pieces);
    const [units] = await sql<PageHours[]>`
      with units as (
        select date_trunc(${unit}, start, 'UTC') as start, sum(n) as n from ${counted} group by 1
        -- Each has an event at least, so that no more of them can be needed.
        order by 1 desc limit ${offset + limit}
      ),
        running as (select start, n, sum(n) over (order by start desc) as reached from units)
      select min(start) as first, max(start) as last, min(reached - n)::bigint as before,
        sum(n)::bigint as events from running
      where reached > ${offset} and reached - n < ${offset + limit} having count(*) > 0`;
    return units;
  }

  return {
    async total(filter) {
      const [row] = await sql<{ n: number }[]>`
        select coalesce(sum(n), 0)::bigint as n from ${countsOf(sql, filter, piecesOf(rangeOf(filter)))}`;
      return row?.n ?? 0;
    },
    async hoursOf(filter, page) {
      const range = rangeOf(filter);
      const days = await unitsOf(filter, { unit: "day", pieces: piecesOf(range), page });
      if (!days) return undefined;
      const pieces = hoursOf(partOfDays(range, days));
      const rest = { ...page, offset: page.offset - days.before };
      const hours = await unitsOf(filter, { unit: "hour", pieces, page: rest });
      return hours && { ...hours, before: days.before + hours.before };
    },
  };
}

/**
 * How many events a filter selects in each day and hour: from the counts, and event by event at the edges of its
 * range.
 */
function countsOf(sql: Sql, filter: AuditFilter, { days, hours, records }: Pieces): postgres.Fragment {
  const { actor = "", model } = filter;
  const kind = model === undefined
    ? sql`actor = ${actor} and action <> '' ${equalTo(sql, filter, ["action", "outcome", "provider"])}`
    : sql`model = ${model} and model <> ''`;
  const until = sql`(select until from gateway.audit_daily_until)`;
  const daily = days.map((span) =>
    sql`
    select start, events as n from gateway.audit_daily
    where ${kind} ${inRange(sql, "start", span)} and start < ${until}
    union all
    select start, events as n from gateway.audit_rollups
    where ${kind} ${inRange(sql, "start", span)} and start >= ${until}`
  );
  const hourly = hours.map((span) =>
    sql`select start, events as n from gateway.audit_rollups where ${kind} ${inRange(sql, "start", span)}`
  );
  const singles = records.flatMap((span) => auditTrail(sql).places(filter, [span])).map(({ rows }) =>
    sql`select date_trunc('hour', timestamp, 'UTC') as start, 1::bigint as n from ${rows}`
  );
  const none = sql`select now() as start, 0::bigint as n where false`;
  const parts = [...daily, ...hourly, ...singles].reduce(
    (all, part) => sql`${all} union all ${part}`,
    none,
  );
  return sql`(${parts}) as counts`;
}

function rangeOf({ start_time, end_time }: AuditFilter): Span {
  return { start: start_time, end: end_time };
}

/** Whether the counts cover a filter. */
export function isSummed(
  { actor, action, outcome, provider, model, resource, request_id, search }: AuditFilter,
): boolean {
  const read = [resource, request_id, search];
  const others = [actor, action, outcome, provider];
  return [...read, ...(model === undefined ? [] : others)].every((value) => value === undefined);
}
