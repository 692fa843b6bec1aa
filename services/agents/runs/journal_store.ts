/** The SQL of a run at work: begun, each step as it ends, paused, finished. Concurrent writes share statements. */
import type { Sql } from "lib/database/db.ts";
import { batched } from "../batch.ts";
import type { Ending, Totals } from "./ending.ts";
import type { NewRun, PendingCall } from "./run.ts";
import type { LoopState } from "../loop/state.ts";
import type { TraceStep } from "../loop/trace.ts";
import { type Fragment, rollUp, runRow, type StepRow, stepRow, totalsOf } from "./run_sums.ts";
import { wholeRuns } from "./whole_runs_store.ts";

/** The state of a run after a step: active, cancelled, or deleted. */
export type Standing = "going" | "cancelled" | "gone";

export interface Journal {
  /**
   * False when the agent is gone, or the session already answers another message. `told`: the caller will hear of
   * the run before its next write, so that it must outlive the database server's failure.
   */
  begin(run: NewRun, status: "queued" | "running", told?: boolean): Promise<boolean>;
  /** A run that was over before it was begun here, with its end and all its steps; undefined when the agent is gone. */
  whole(run: NewRun, ending: Ending): Promise<Totals | undefined>;
  /** From queued to running; false when it was cancelled meanwhile. */
  advance(id: string): Promise<boolean>;
  step(runId: string, step: TraceStep): Promise<Standing>;
  /** Undefined when the run is gone or already over. */
  finish(ending: Ending): Promise<Totals | undefined>;
  /** Undefined when it was cancelled meanwhile or is gone. */
  pause(
    paused: Pick<Ending, "id" | "output" | "duration_ms" | "spent"> & {
      state: LoopState;
      pending: PendingCall[];
    },
  ): Promise<Totals | undefined>;
}

export function journal(sql: Sql, worker: string): Journal {
  const begin = batched((runs: Begun[]) => beginAll(sql, worker, runs));
  const step = batched((steps: StepRow[]) => addSteps(sql, steps), { crowdMs: 5 });
  const finish = batched((endings: Ending[]) => finishAll(sql, endings));
  const whole = batched(wholeRuns(sql));
  return {
    begin: (run, status, told = true) => begin({ ...run, status, told }),
    whole: async (run, ending) => (await whole({ run, ending })).totals,
    async advance(id) {
      const { count } = await sql`
        update agents.runs set status = 'running'
        where id = ${id} and status = 'queued' and not cancel_requested`;
      return count > 0;
    },
    step: (runId, trace) => step(stepRow(runId, trace)),
    finish: async (ending) => (await finish(ending)).totals,
    async pause({ id, output, duration_ms, spent, state, pending }) {
      const [totals] = await sql<Totals[]>`
        update agents.runs r set status = 'awaiting_approval', output = ${output},
          duration_ms = ${duration_ms}, state = ${JSON.stringify(state)}::text::json,
          pending = ${JSON.stringify(pending)}::text::json, decisions = '{}', worker = null,
          steps_count = t.steps_count, total_tokens = t.tokens, spent = ${JSON.stringify(spent)}::text::json
        from (${totalsOf(sql, sql`select * from agents.steps where run_id = ${id}`)}) t
        where r.id = ${id} and r.status = 'running' and not r.cancel_requested
        returning r.steps_count, r.total_tokens, r.completed_at`;
      return totals;
    },
  };
}

type Begun = NewRun & { status: string; told: boolean };

async function beginAll(sql: Sql, worker: string, runs: Begun[]): Promise<boolean[]> {
  const rows = runs.map(({ told: _, ...run }) => runRow(run));
  // Nobody hears of these runs before their next write, which makes this one last too.
  const lasting = runs.some(({ told }) => told) ? sql`current_setting('synchronous_commit')` : sql`'off'`;
  const stored = await sql<{ id: string }[]>`
    with lasting as materialized (select set_config('synchronous_commit', ${lasting}, true) as mode)
    insert into agents.runs (id, agent_id, session_id, parent_run_id, sub, role, input, context, pinned, budget, status,
      started_at, worker)
    select g.id, g.agent_id, g.session_id, g.parent_run_id, g.sub, g.role, g.input, g.context::json, g.pinned::json,
      g.budget::json, g.status, g.started_at, ${worker}
    from json_to_recordset(${
    JSON.stringify(rows)
  }::text::json) as g(id uuid, agent_id uuid, session_id uuid, parent_run_id uuid,
      sub text, role text, input text, context text, pinned text, budget text, status text, started_at timestamptz)
    join agents.agents a on a.id = g.agent_id
    where (select mode from lasting) is not null
    on conflict do nothing
    returning id`;
  const ids = new Set(stored.map(({ id }) => id));
  return runs.map(({ id }) => ids.has(id));
}

async function addSteps(sql: Sql, steps: StepRow[]): Promise<Standing[]> {
  const rows = await sql<{ id: string; cancel_requested: boolean }[]>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(steps)}::text::json) as g(run_id uuid, step int,
        body text, tokens int, tool_calls int, tool_errors int, duration_ms float8)
    ), live as (
      select r.id, r.cancel_requested from agents.runs r
      where r.id in (select run_id from given) and r.status = 'running' for key share
    ), stored as (
      insert into agents.steps (run_id, step, body, tokens, tool_calls, tool_errors, duration_ms)
      select g.run_id, g.step, g.body::json, g.tokens, g.tool_calls, g.tool_errors, g.duration_ms
      from given g join live on live.id = g.run_id
      on conflict (run_id, step) do update set body = excluded.body, tool_calls = excluded.tool_calls,
        tool_errors = excluded.tool_errors, duration_ms = excluded.duration_ms
    )
    select id, cancel_requested from live`;
  const standing = new Map(rows.map(({ id, cancel_requested }) => [id, cancel_requested]));
  return steps.map(({ run_id }) => {
    const cancelled = standing.get(run_id);
    return cancelled === undefined ? "gone" : cancelled ? "cancelled" : "going";
  });
}

async function finishAll(sql: Sql, endings: Ending[]): Promise<{ totals: Totals | undefined }[]> {
  const rows = endings.map(({ steps = [], ...ending }) => ({
    ...ending,
    spent: ending.spent && JSON.stringify(ending.spent),
    steps: steps.map((step) => stepRow(ending.id, step)),
  }));
  const columns = sql`step, tokens, tool_calls, tool_errors, duration_ms`;
  const done = await sql<(Totals & { id: string })[]>`
    with given as (
      select * from json_to_recordset(${
    JSON.stringify(rows)
  }::text::json) as g(id uuid, status text, failure text, error text, output text, duration_ms int, truncated boolean, spent text, steps json)
    ), live as (
      select r.id from agents.runs r where r.id in (select id from given) and r.completed_at is null for update
    ), rest as (
      select s.* from given g join live on live.id = g.id
      cross join json_to_recordset(g.steps) as s(run_id uuid, step int, body text, tokens int, tool_calls int,
        tool_errors int, duration_ms float8)
    ), stored as (
      insert into agents.steps (run_id, body, ${columns}) select run_id, body::json, ${columns} from rest
      on conflict (run_id, step) do update set body = excluded.body, tool_calls = excluded.tool_calls,
        tool_errors = excluded.tool_errors, duration_ms = excluded.duration_ms
    ), done as (
      update agents.runs r set status = g.status, failure = g.failure, error = g.error, output = g.output,
        duration_ms = g.duration_ms, truncated = g.truncated, spent = g.spent::json, steps_count = t.steps_count, total_tokens = t.tokens, tool_calls = t.tool_calls,
        tool_errors = t.tool_errors, completed_at = now(), worker = null, state = null, pending = null, decisions = null
      from given g join live on live.id = g.id
      cross join lateral (${
    totalsOf(
      sql,
      sql`
      select ${columns} from agents.steps where run_id = g.id
        and not exists (select from rest where rest.run_id = g.id and rest.step = agents.steps.step)
      union all select ${columns} from rest where run_id = g.id`,
    )
  }) t
      where r.id = g.id
      returning r.*
    ), rolled as (${rollUp(sql)})
    select id, steps_count, total_tokens, completed_at from done`;
  const totalsById = new Map(done.map(({ id, ...totals }) => [id, totals]));
  return endings.map(({ id }) => ({ totals: totalsById.get(id) }));
}

/** The stored steps of run `dead` and of those that it asked, directly or not. */
function stepsOfFamily(sql: Sql): Fragment {
  return sql`
    with recursive family as (
      select dead.id union all select child.id from agents.runs child join family on child.parent_run_id = family.id
    ) select s.* from agents.steps s where s.run_id in (select id from family)`;
}

/**
 * Marks runs of crashed processes as interrupted; `dead` selects their ids. What they spent is known by their stored
 * steps alone, without prices.
 */
export async function interruptRuns(sql: Sql, dead: Fragment): Promise<number> {
  const done = await sql`
    with dead as (${dead} for update skip locked),
    done as (
      update agents.runs r set status = 'interrupted', failure = 'interrupted',
        error = 'The service stopped while the run was going on', duration_ms = t.duration_ms,
        steps_count = t.steps_count, total_tokens = t.tokens, tool_calls = t.tool_calls, tool_errors = t.tool_errors,
        spent = json_build_object('model_calls', family.steps_count, 'tool_calls', family.tool_calls,
          'tokens', family.tokens, 'estimated_calls', 0, 'cost_usd', null, 'unpriced_calls', family.steps_count),
        completed_at = now(), worker = null, state = null, pending = null, decisions = null
      from dead cross join lateral (${
    totalsOf(sql, sql`select * from agents.steps where run_id = dead.id`)
  }) t cross join lateral (${totalsOf(sql, stepsOfFamily(sql))}) family
      where r.id = dead.id
      returning r.*
    ), rolled as (${rollUp(sql)})
    select id from done`;
  return done.length;
}
