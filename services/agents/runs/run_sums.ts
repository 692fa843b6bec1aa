/** Rows of runs and of their steps, and sums over them. */
import type { Sql } from "lib/database/db.ts";
import type { TraceStep } from "../loop/trace.ts";
import type { NewRun } from "./run.ts";

const ERRORS = new Set(["error", "timeout", "invalid_arguments", "unknown_tool"]);

/** A row of the steps. */
export interface StepRow {
  run_id: string;
  step: number;
  body: string;
  tokens: number;
  tool_calls: number;
  tool_errors: number;
  duration_ms: number;
}

/** A row of a run; what callers gave stays text, because JSON escapes may spell characters that Postgres cannot store. */
export function runRow({ context, pinned, budget, ...run }: NewRun) {
  return {
    ...run,
    budget: budget && JSON.stringify(budget),
    context: context && JSON.stringify(context),
    pinned: JSON.stringify(pinned),
  };
}

/** The row of a step. */
export function stepRow(run_id: string, step: TraceStep): StepRow {
  return {
    run_id,
    step: step.step,
    // Stored as text, because JSON escapes may spell characters that Postgres cannot store.
    body: JSON.stringify(step),
    tokens: step.usage?.total_tokens ?? 0,
    tool_calls: step.tool_calls.length,
    tool_errors: step.tool_calls.filter(({ status }) => ERRORS.has(status)).length,
    duration_ms: step.duration_ms,
  };
}

export type Fragment = ReturnType<Sql>;

/** The sums over `steps`. */
export function totalsOf(sql: Sql, steps: Fragment): Fragment {
  return sql`
    select count(*)::int as steps_count, coalesce(sum(tokens), 0)::bigint as tokens,
      coalesce(sum(tool_calls), 0)::int as tool_calls, coalesce(sum(tool_errors), 0)::int as tool_errors,
      coalesce(round(sum(duration_ms)), 0)::int as duration_ms
    from (${steps}) s`;
}

/** Adds the finished runs of the statement's `done`, or its only one, to the sums of their agents. */
export function rollUp(sql: Sql, { one = false }: { one?: boolean } = {}): Fragment {
  const added = one
    ? sql`1, duration_ms, total_tokens, steps_count, tool_calls, tool_errors, completed_at from done`
    : sql`count(*), sum(duration_ms), sum(total_tokens), sum(steps_count), sum(tool_calls), sum(tool_errors),
        max(completed_at) from done group by 1, 2 order by 1, 2`;
  return sql`
    insert into agents.outcomes as o (agent_id, outcome, runs, duration_ms, tokens, steps, tool_calls, tool_errors,
      last_run_at)
    select agent_id, coalesce(failure, status), ${added}
    on conflict (agent_id, outcome) do update set runs = o.runs + excluded.runs,
      duration_ms = o.duration_ms + excluded.duration_ms, tokens = o.tokens + excluded.tokens,
      steps = o.steps + excluded.steps, tool_calls = o.tool_calls + excluded.tool_calls,
      tool_errors = o.tool_errors + excluded.tool_errors,
      last_run_at = greatest(o.last_run_at, excluded.last_run_at)`;
}

/** The sums over steps that are at hand. */
export function sumsOf(steps: StepRow[]) {
  const sum = (of: (step: StepRow) => number) => steps.reduce((all, step) => all + of(step), 0);
  return {
    steps_count: steps.length,
    total_tokens: sum(({ tokens }) => tokens),
    tool_calls: sum(({ tool_calls }) => tool_calls),
    tool_errors: sum(({ tool_errors }) => tool_errors),
  };
}
