import type { Sql, TransactionSql } from "lib/database/db.ts";
import { TelemetryRow } from "./telemetry_row.ts";

export interface DailyRow {
  day: string;
  model: string;
  requests: number;
  failures: number;
  timed: number;
  latency_ms: number;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cost_usd: number;
}

export interface TelemetryStore {
  /**
   * Stores the events and adds them to the sums of their days, all or none. Skips events whose id is in
   * `given` and is stored already; returns the new ids of `given`. Given ids contain a colon.
   */
  insert(rows: TelemetryRow[], given: string[]): Promise<Set<string>>;
  /** Sums by day and model from `day` on. */
  daily(day: string): Promise<DailyRow[]>;
  prune(time: string): Promise<number>;
}

export function telemetryStore(sql: Sql): TelemetryStore {
  return {
    async insert(rows, given) {
      if (given.length > 0) return await sql.begin((tx) => insertGiven(tx, rows, given));
      const days = daysOf(rows);
      await (days.length > 0
        ? sql`with stored as (${eventsInto(sql, rows)}) ${daysInto(sql, days)}`
        : eventsInto(sql, rows));
      return new Set();
    },
    daily: (day) =>
      sql<DailyRow[]>`select * from guard.usage_daily where day >= ${day}::date order by day, model`,
    async prune(time) {
      return (await sql`delete from guard.telemetry_events where created_at < ${time}`).count;
    },
  };
}

async function insertGiven(tx: TransactionSql, rows: TelemetryRow[], given: string[]): Promise<Set<string>> {
  const ids = new Set(given);
  const known = await tx<{ id: string }[]>`
    select id from guard.telemetry_events where id = any(${given}::text[]) and strpos(id, ':') > 0`;
  for (const { id } of known) ids.delete(id);
  const isGiven = new Set(given);
  const seen = new Set<string>();
  const fresh = rows.filter(({ id }) =>
    !isGiven.has(id) || (ids.has(id) && !seen.has(id) && seen.add(id) !== undefined)
  );
  if (fresh.length === 0) return new Set();
  // Another process may have stored one meanwhile.
  const stored = await tx<{ id: string }[]>`
    ${eventsInto(tx, fresh)} on conflict (id) where strpos(id, ':') > 0 do nothing returning id`;
  const kept = new Set(stored.map(({ id }) => id));
  const days = daysOf(fresh.filter(({ id }) => kept.has(id)));
  if (days.length > 0) await daysInto(tx, days);
  return new Set(given.filter((id) => ids.has(id) && kept.has(id)));
}

function eventsInto(sql: Sql | TransactionSql, rows: readonly TelemetryRow[]) {
  const { first, differing } = deltaEncoded(rows);
  return sql`
    insert into guard.telemetry_events
    select * from json_populate_recordset(
      json_populate_record(null::guard.telemetry_events, ${first}::text::json), ${differing}::text::json)`;
}

function daysInto(sql: Sql | TransactionSql, days: readonly DailyRow[]) {
  return sql`
    insert into guard.usage_daily
    select * from json_populate_recordset(null::guard.usage_daily, ${JSON.stringify(days)}::text::json)
    on conflict (day, model) do update set
      requests = usage_daily.requests + excluded.requests, failures = usage_daily.failures + excluded.failures,
      timed = usage_daily.timed + excluded.timed, latency_ms = usage_daily.latency_ms + excluded.latency_ms,
      prompt_tokens = usage_daily.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = usage_daily.completion_tokens + excluded.completion_tokens,
      total_tokens = usage_daily.total_tokens + excluded.total_tokens,
      cost_usd = usage_daily.cost_usd + excluded.cost_usd`;
}

const COLUMNS = TelemetryRow.keyof().options;

/**
 * Rows as compact JSON, since parsing it is much of the database's work: the first row, and each row's
 * differences from it.
 */
export function deltaEncoded(rows: readonly TelemetryRow[]): { first: string; differing: string } {
  const [first] = rows;
  if (!first) return { first: "{}", differing: "[]" };
  const differing = rows.map((row) => {
    const own: Partial<Record<keyof TelemetryRow, unknown>> = {};
    for (const column of COLUMNS) if (row[column] !== first[column]) own[column] = row[column];
    return own;
  });
  return { first: JSON.stringify(first), differing: JSON.stringify(differing) };
}

/** The sums of some events by day and model, sorted, so that two processes never deadlock. */
export function daysOf(rows: readonly TelemetryRow[]): DailyRow[] {
  const days = new Map<string, DailyRow>();
  for (const row of rows) {
    if (!row.counted) continue;
    const day = row.created_at.slice(0, 10);
    const model = row.model ?? "unknown";
    const key = `${day} ${model}`;
    const sums = days.get(key) ?? emptyDay(day, model);
    sums.requests++;
    if (row.failed) sums.failures++;
    if (row.latency_ms !== null) sums.timed++;
    sums.latency_ms += row.latency_ms ?? 0;
    sums.prompt_tokens += row.prompt_tokens;
    sums.completion_tokens += row.completion_tokens;
    sums.total_tokens += row.total_tokens;
    sums.cost_usd += row.cost_usd;
    days.set(key, sums);
  }
  return [...days].sort(([a], [b]) => a < b ? -1 : 1).map(([, sums]) => sums);
}

function emptyDay(day: string, model: string): DailyRow {
  return {
    day,
    model,
    requests: 0,
    failures: 0,
    timed: 0,
    latency_ms: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    total_tokens: 0,
    cost_usd: 0,
  };
}
