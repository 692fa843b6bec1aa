/**
 * Creates the monthly partitions of usage records and audit events ahead of time, drops expired ones, and counts
 * the events of days that are over.
 */
import { pause } from "lib/deadlines.ts";
import type { Sql } from "lib/database/db.ts";
import type { Logger } from "lib/telemetry/log.ts";

const TABLES = ["usage_records", "audit_events"] as const;
const AHEAD = 2;
const EVERY_MS = 3_600_000;
const RETRY_MS = 60_000;
const DAY_MS = 86_400_000;
// By then all processes, which check every hour, know the new start of single records and query no earlier
// ones.
const DROP_AFTER = "3 hours";

export interface Months {
  /** The start of single records, as ISO text in UTC; undefined: all are kept. */
  keptSince(): string | undefined;
  close(): Promise<void>;
}

export interface MonthsOptions {
  sql: Sql;
  /** Least days for which single records are kept; 0: for ever. */
  days: number;
  log: Logger;
  now?: () => number;
  /** Retry after a failed check, for example when a table was locked. */
  retryMs?: number;
}

/** Creates the partitions of now and soon, and checks them every hour. */
export async function openMonths(
  { sql, days, log, now = Date.now, retryMs = RETRY_MS }: MonthsOptions,
): Promise<Months> {
  const stopped = new AbortController();
  let kept = await keptSince(sql);
  const maintain = async () => {
    await addMonths(sql, now());
    for (const name of await dropMonths(sql)) {
      log.info("a monthly partition of records was dropped", { table: name });
    }
    await countAuditDays(sql);
    if (days > 0) await markKept(sql, lastKept(await earlierTime(sql, now()), days));
    kept = await keptSince(sql);
  };
  const looked = () =>
    maintain().then(() => EVERY_MS, (error) => {
      // The database may close while the service ends.
      if (!stopped.signal.aborted) {
        log.error("monthly partitions of records or daily counts could not be maintained", { error });
      }
      return retryMs;
    });
  // Records without a partition wait in the default one, so a failure here does not stop the start.
  let wait = await looked();
  const run = async () => {
    for (;;) {
      await pause(wait, stopped.signal).catch(() => {});
      if (stopped.signal.aborted) return;
      wait = await looked();
    }
  };
  const running = run();
  return {
    keptSince: () => kept,
    close: async () => {
      stopped.abort();
      await running;
    },
  };
}

/** The start of the oldest month with a day to keep. */
export function lastKept(now: number, days: number): string {
  const oldest = new Date(now - days * DAY_MS);
  return new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth())).toISOString();
}

/**
 * The earlier of this machine's and the server's time, so that a clock that is ahead cannot delete records
 * early.
 */
async function earlierTime(sql: Sql, now: number): Promise<number> {
  const [row] = await sql<{ at: string }[]>`select clock_timestamp() as at`;
  return row ? Math.min(now, Date.parse(row.at)) : now;
}

async function addMonths(sql: Sql, now: number): Promise<void> {
  const today = new Date(now);
  for (const table of TABLES) {
    for (let month = 0; month <= AHEAD; month++) {
      const day = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month)).toISOString();
      await sql`select gateway.add_month(${table}, ${day.slice(0, 10)}::date)`;
    }
  }
}

/** Adds up the hourly counts of audit events of days that are over. */
export async function countAuditDays(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ counted: boolean }[]>`select gateway.count_audit_day() as counted`;
    if (!row?.counted) return;
  }
}

/** Announces the start of single records; it never moves back, since earlier records are gone. */
export async function markKept(sql: Sql, since: string): Promise<void> {
  await sql`
    update gateway.kept set since = ${since}, changed_at = now() where since is null or since < ${since}`;
}

/** Drops expired partitions some time after that was announced. */
export async function dropMonths(sql: Sql, after = DROP_AFTER): Promise<string[]> {
  const dropped: string[] = [];
  for (const table of TABLES) {
    const names = await sql<{ name: string }[]>`
      select gateway.drop_months(${table}, since) as name from gateway.kept
      where since is not null and changed_at <= now() - ${after}::interval`;
    dropped.push(...names.map(({ name }) => name));
  }
  return dropped;
}

export async function keptSince(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ since: Date | string | null }[]>`select since from gateway.kept`;
  return row?.since ? new Date(row.since).toISOString() : undefined;
}
