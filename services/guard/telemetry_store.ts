import type { Sql } from "lib/db.ts";

export interface TelemetryRow {
  id: string;
  event_type: string;
  product: string;
  model: string | null;
  user_id: string | null;
  latency_ms: number | null;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cost_usd: number;
  failed: boolean;
  /** Whether it stands for a model request and so counts in the metrics. */
  counted: boolean;
  content_snippet: string | null;
  severity: string;
  /** JSON. */
  metadata: string | null;
  created_at: string;
}

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
  /** Stores the events whose ids are new and adds them to their days; returns the ids of `named` that were new. */
  insert(rows: TelemetryRow[], named: string[]): Promise<Set<string>>;
  /** Sums by day and model from `day` on. */
  daily(day: string): Promise<DailyRow[]>;
  prune(time: string): Promise<number>;
}

export function telemetryStore(sql: Sql): TelemetryStore {
  return {
    insert: (rows, named) =>
      sql.begin(async (tx) => {
        const known = named.length === 0 ? new Set<string>() : new Set(
          (await tx<{ id: string }[]>`select id from guard.telemetry_events where id = any(${named}::text[])`)
            .map(({ id }) => id),
        );
        const fresh = firstOfEach(rows.filter(({ id }) => !known.has(id)));
        if (fresh.length === 0) return new Set<string>();
        const stored = await tx<{ id: string }[]>`
          insert into guard.telemetry_events
          select * from json_populate_recordset(null::guard.telemetry_events, ${
          JSON.stringify(fresh)
        }::text::json)
          on conflict (id) do nothing
          ${named.length > 0 ? tx`returning id` : tx``}`;
        // Of ids made here none can be taken; of those given one may have come by another process meanwhile.
        const new_ = new Set(named.length > 0 ? stored.map(({ id }) => id) : fresh.map(({ id }) => id));
        for (const day of daysOf(fresh.filter(({ id }) => new_.has(id)))) {
          await tx`
            insert into guard.usage_daily ${tx({ ...day })}
            on conflict (day, model) do update set
              requests = usage_daily.requests + excluded.requests, failures = usage_daily.failures + excluded.failures,
              timed = usage_daily.timed + excluded.timed, latency_ms = usage_daily.latency_ms + excluded.latency_ms,
              prompt_tokens = usage_daily.prompt_tokens + excluded.prompt_tokens,
              completion_tokens = usage_daily.completion_tokens + excluded.completion_tokens,
              total_tokens = usage_daily.total_tokens + excluded.total_tokens, cost_usd = usage_daily.cost_usd + excluded.cost_usd`;
        }
        return new Set(named.filter((id) => new_.has(id)));
      }),
    daily: (day) =>
      sql<DailyRow[]>`select * from guard.usage_daily where day >= ${day}::date order by day, model`,
    async prune(time) {
      return (await sql`delete from guard.telemetry_events where created_at < ${time}`).count;
    },
  };
}

function firstOfEach(rows: TelemetryRow[]): TelemetryRow[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The sums of some events by day and model, in one order so that two processes never wait for each other. */
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
