import type { Sql } from "lib/database/db.ts";
import type { CostSummary } from "./cost_summary.ts";
import { selected, type UsageFilter } from "./usage_filter.ts";
import { insertUsage } from "./usage_insert.ts";
import { pageOfRecords, recordsAfter, type UsagePage } from "./usage_pages.ts";
import { keptPart } from "./usage_range.ts";
import type { UsageRecord } from "./usage_record.ts";
import { totalOf } from "./usage_sources.ts";
import { summaryOfRecords } from "./usage_summary.ts";

/** Options for reading. */
export interface BookReading {
  keptSince?(): string | undefined;
  reads?(): Sql;
}

export interface UsageStore {
  /** Inserts the records of a JSON array and adds them to the sums; existing records are skipped. */
  insert(json: string): Promise<void>;
  page(filter: UsageFilter, page: UsagePage): Promise<UsageRecord[]>;
  total(filter: UsageFilter): Promise<number>;
  /** Summarises costs unless `allow` throws; it gets the start of single records, undefined if all are kept. */
  summary(filter: UsageFilter, allow: (since: string | undefined) => void): Promise<CostSummary>;
  /** Records in order of time, newest first, below `last`: a page of an export. */
  after(filter: UsageFilter, last: UsageRecord | undefined, limit: number): Promise<UsageRecord[]>;
  /** Nano dollars that a key, team or customer has spent since `start`. */
  spent(scope: "key" | "team" | "customer", id: string, start: string): Promise<bigint>;
}

/**
 * `keptSince` returns the start of single records; undefined: all are kept. Sums are kept for ever. Pages and
 * sums are read from `reads`, which may be a replica.
 */
export function usageStore(
  sql: Sql,
  { keptSince = () => undefined, reads = () => sql }: BookReading = {},
): UsageStore {
  const withinKept = (filter: UsageFilter): UsageFilter => {
    const { start, end } = keptPart({ start: filter.start_time, end: filter.end_time }, keptSince());
    return { ...filter, start_time: start, end_time: end };
  };
  return {
    insert: (json) => insertUsage(sql, json),
    page: (filter, page) => pageOfRecords(reads(), withinKept(filter), page, keptSince()),
    total: (filter) => counted(reads(), withinKept(filter), keptSince()),
    summary: async (filter, allow) => {
      const since = keptSince();
      allow(since);
      return await summaryOfRecords(reads(), filter, since);
    },
    after: (filter, last, limit) => recordsAfter(reads(), withinKept(filter), { last, limit }),
    spent: async (scope, id, start) => {
      const column = { key: "tenant_id", team: "team_id", customer: "customer_id" }[scope];
      const [row] = await sql<{ nano: string }[]>`
        select coalesce(sum(cost_nano_usd), 0)::text as nano from gateway.usage_rollups
        where grain = 'day' and dims = 4 and start >= ${start} and ${sql(column)} = ${id}`;
      return BigInt(row?.nano ?? "0");
    },
  };
}

async function counted(sql: Sql, filter: UsageFilter, since: string | undefined): Promise<number> {
  if (filter.request_id !== undefined) {
    const [row] = await sql<{ n: number }[]>`
      select count(*) as n from gateway.usage_records where true ${selected(sql, filter)}`;
    return row?.n ?? 0;
  }
  const [row] = await sql<{ n: number }[]>`${totalOf(sql, filter, since)}`;
  return row?.n ?? 0;
}
