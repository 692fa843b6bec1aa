import type { Sql } from "lib/database/db.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { auditTrail } from "./audit_trail.ts";
import { equalTo, inRange } from "./conditions.ts";
import { piecesOf } from "./usage_range.ts";

/** Some events of a list, in the order of the list. */
export interface AuditPage {
  limit: number;
  offset: number;
}

/** Counts of events, from hourly counts if these cover the filter. */
export interface AuditSums {
  total(filter: AuditFilter): Promise<number>;
  /** The hours that a page is in, and how many events come before them; undefined for a page past the end. */
  hoursOf(filter: AuditFilter, page: AuditPage): Promise<PageHours | undefined>;
}

export interface PageHours {
  first: string;
  last: string;
  before: number;
}

export function auditSums(sql: Sql): AuditSums {
  const { places } = auditTrail(sql);

  /** How many events a filter selects in each hour: from the counts, and event by event at the edges of its range. */
  function hourly(filter: AuditFilter) {
    const { days, hours, records } = piecesOf({ start: filter.start_time, end: filter.end_time });
    const { actor = "", model } = filter;
    const kind = model === undefined
      ? sql`actor = ${actor} and action <> '' ${equalTo(sql, filter, ["action", "outcome", "provider"])}`
      : sql`model = ${model} and model <> ''`;
    const sums = [...days, ...hours].map((span) =>
      sql`select start, events as n from gateway.audit_rollups where ${kind} ${inRange(sql, "start", span)}`
    );
    const singles = records.flatMap((span) => places(filter, span)).map(({ rows }) =>
      sql`select date_trunc('hour', timestamp, 'UTC') as start, 1::bigint as n from ${rows}`
    );
    const none = sql`select now() as start, 0::bigint as n where false`;
    const parts = [...sums, ...singles].reduce((all, part) => sql`${all} union all ${part}`, none);
    return sql`(${parts}) as hourly`;
  }

  return {
    async total(filter) {
      const [row] = await sql<{ n: number }[]>`
        select coalesce(sum(n), 0)::bigint as n from ${hourly(filter)}`;
      return row?.n ?? 0;
    },
    async hoursOf(filter, { limit, offset }) {
      const [hours] = await sql<PageHours[]>`
        with hours as (
          select start, sum(n) as n from ${hourly(filter)} group by start
          -- Each has an event at least, so that no more of them can be needed.
          order by start desc limit ${offset + limit}
        ),
          running as (select start, n, sum(n) over (order by start desc) as reached from hours)
        select min(start) as first, max(start) as last, min(reached - n)::bigint as before from running
        where reached > ${offset} and reached - n < ${offset + limit} having count(*) > 0`;
      return hours;
    },
  };
}

/** Whether the counts cover a filter. */
export function isSummed(
  { actor, action, outcome, provider, model, resource, request_id, search }: AuditFilter,
): boolean {
  const read = [resource, request_id, search];
  const others = [actor, action, outcome, provider];
  return [...read, ...(model === undefined ? [] : others)].every((value) => value === undefined);
}
