/** The SQL of an agent's metrics. */
import type { Sql } from "lib/database/db.ts";
import type { Measured, OutcomeSum } from "./measured.ts";

export interface MetricsStore {
  measure(agentId: string): Promise<Measured>;
}

/** Durations of this many latest runs make up the percentiles. */
export const PERCENTILE_RUNS = 10_000;

export function metricsStore(sql: Sql): MetricsStore {
  return {
    async measure(agentId) {
      const [row] = await sql<
        { outcomes: OutcomeSum[]; running: number; p50: number | null; p95: number | null }[]
      >`
        select
          (select coalesce(json_agg(o), '[]') from (
            select outcome, runs, duration_ms, tokens, steps, tool_calls, tool_errors,
              to_char(last_run_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_run_at
            from agents.outcomes where agent_id = ${agentId}) o) as outcomes,
          (select count(*)::int from agents.runs where agent_id = ${agentId} and completed_at is null) as running,
          p.p50, p.p95
        from (
          select percentile_cont(0.5) within group (order by duration_ms) as p50,
            percentile_cont(0.95) within group (order by duration_ms) as p95
          from (
            select duration_ms from agents.runs where agent_id = ${agentId} and completed_at is not null
            order by completed_at desc limit ${PERCENTILE_RUNS}
          ) latest
        ) p`;
      return row ?? { outcomes: [], running: 0, p50: null, p95: null };
    },
  };
}
