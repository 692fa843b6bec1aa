import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { EXAMINED, rarestLead } from "./audit_lead.ts";
import { insertEvents } from "./audit_insert.ts";
import type { AuditCounts, AuditRecord } from "./audit_record.ts";
import { failuresSince, statsSince } from "./audit_stats.ts";
import type { BookReading } from "./usage_store.ts";
import { keptPart } from "./usage_range.ts";
import { type AuditPage, auditSums, isSummed } from "./audit_sums.ts";
import { auditTrail, type Place } from "./audit_trail.ts";

export interface AuditStore {
  /** Inserts the events of a JSON array and counts those that are new. */
  insert(json: string): Promise<void>;
  list(filter: AuditFilter, page: AuditPage): Promise<AuditRecord[]>;
  /** Exact, or capped where events have to be counted one by one: those among the newest EXAMINED that an index finds. */
  total(filter: AuditFilter): Promise<{ total: number; capped: boolean }>;
  /** Counts since a whole hour. */
  stats(since: string, filter: { actor?: string | undefined }): Promise<AuditCounts>;
  /** Failed events since a whole hour; callers who hung up do not count. */
  failures(since: string, filter: { actor?: string | undefined }): Promise<number>;
}

/** Beyond this offset a page is located by its hours instead of skipping rows. */
const DEEP = 500;

/**
 * `keptSince` returns the start of single events; undefined: all are kept. Counts are kept for ever. Lists
 * and counts are read from `reads`, which may be a replica.
 */
export function auditStore(
  sql: Sql,
  { keptSince = () => undefined, reads = () => sql }: BookReading = {},
): AuditStore {
  const withinKept = (filter: AuditFilter): AuditFilter => {
    const { start, end } = keptPart(rangeOf(filter), keptSince());
    return { ...filter, start_time: start, end_time: end };
  };
  return {
    insert: (json) => insertEvents(sql, json),
    list: (filter, page) => auditReader(reads()).list(withinKept(filter), page),
    total: (filter) => auditReader(reads()).total(withinKept(filter)),
    stats: (since, of) => statsSince(reads(), since, of),
    failures: (since, of) => failuresSince(reads(), since, of),
  };
}

const rangeOf = ({ start_time, end_time }: AuditFilter) => ({ start: start_time, end: end_time });

/** Events to select in an order. */
interface Ordered extends AuditPage {
  /** All of an event where absent. */
  columns?: postgres.Fragment;
  /** Newest first where absent. */
  direction?: postgres.Fragment;
}

/** Lists and counts the events of a database. */
function auditReader(sql: Sql): Pick<AuditStore, "list" | "total"> {
  const { places } = auditTrail(sql);
  const sums = auditSums(sql);

  async function list(filter: AuditFilter, page: AuditPage): Promise<AuditRecord[]> {
    // The counts locate deep pages and rare models.
    const lookUp = isSummed(filter) && (page.offset >= DEEP || filter.model !== undefined);
    const hours = lookUp ? await sums.hoursOf(filter, page) : undefined;
    if (lookUp && !hours) return [];
    const spans = hours
      ? [{ start: hours.first, end: new Date(Date.parse(hours.last) + 3_600_000).toISOString() }]
      : [];
    const offset = page.offset - (hours?.before ?? 0);
    const found = places(filter, [rangeOf(filter), ...spans], await rarestLead(sql, filter));
    if (!hours) return await sql<AuditRecord[]>`${inOrder(found, { limit: page.limit, offset })}`;
    const rest = found.map(({ columns, rows }) => ({
      columns,
      rows: sql`${rows} and (timestamp, id) <= (select timestamp, id from first)`,
    }));
    // Up to half the events of the hours are skipped, by their keys alone, from the end that is nearer.
    const fromOldest = hours.events - 1 - offset;
    const keys = sql`timestamp, id`;
    const first = fromOldest < offset
      ? inOrder(found, { columns: keys, limit: 1, offset: Math.max(0, fromOldest), direction: sql`asc` })
      : inOrder(found, { columns: keys, limit: 1, offset });
    return await sql<AuditRecord[]>`
      with first as materialized (${first}) ${inOrder(rest, { limit: page.limit, offset: 0 })}`;
  }

  /** Events of some places, newest first; each place contributes at most the rows that can be needed. */
  function inOrder(
    found: readonly Pick<Place, "columns" | "rows">[],
    { columns, limit, offset, direction = sql`desc` }: Ordered,
  ) {
    const order = sql`order by timestamp ${direction}, id ${direction}`;
    const selects = found.map((place) =>
      sql`(select ${columns ?? place.columns} from ${place.rows} ${order} limit ${offset + limit})`
    );
    return sql`
      select * from (${selects.reduce((all, part) => sql`${all} union all ${part}`)}) as found
      ${order} limit ${limit} offset ${offset}`;
  }

  /** Counts the events among the newest candidates of each place. */
  async function counted(filter: AuditFilter): Promise<{ total: number; capped: boolean }> {
    const lead = await rarestLead(sql, filter);
    const selects = places(filter, [rangeOf(filter)], lead).map(({ candidates, condition }) =>
      sql`
      select count(*) filter (where matches) as n, count(*) = ${EXAMINED} as capped
      from (select ${condition} as matches from ${candidates}
        order by timestamp desc, id desc limit ${EXAMINED}) as examined`
    );
    const [row] = await sql<{ total: number; capped: boolean }[]>`
      select sum(n)::bigint as total, bool_or(capped) as capped
      from (${selects.reduce((all, part) => sql`${all} union all ${part}`)}) as places`;
    return row ?? { total: 0, capped: false };
  }

  return {
    list,
    async total(filter) {
      if (isSummed(filter)) return { total: await sums.total(filter), capped: false };
      return await counted(filter);
    },
  };
}
