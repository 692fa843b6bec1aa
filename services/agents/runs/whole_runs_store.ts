/** The SQL of runs that were over before they were stored: each with its end and all its steps, in one statement. */
import type { Sql } from "lib/database/db.ts";
import type { Ending, Totals } from "./ending.ts";
import type { NewRun } from "./run.ts";
import { type Fragment, rollUp, runRow, stepRow, sumsOf } from "./run_sums.ts";

/** A run and its end. */
export interface Whole {
  run: NewRun;
  ending: Ending;
}

/** The parts that the statements share, made once. */
interface Parts {
  columns: Fragment;
  /** The columns that the sums and the answer need; all of them would cost a tenth of the statement. */
  returned: Fragment;
  /** Adds one run to the sums of its agent. */
  rolledOne: Fragment;
}

type Stored = { totals: Totals | undefined };

/** Stores such runs, alone or many at once; without totals where the agent is gone. */
export function wholeRuns(sql: Sql): (runs: Whole[]) => Promise<Stored[]> {
  const parts: Parts = {
    columns:
      sql`id, agent_id, session_id, parent_run_id, sub, role, input, started_at, status, failure, error, output,
      duration_ms, truncated, steps_count, total_tokens, tool_calls, tool_errors`,
    returned:
      sql`id, agent_id, status, failure, duration_ms, total_tokens, steps_count, tool_calls, tool_errors,
      completed_at`,
    rolledOne: rollUp(sql, { one: true }),
  };
  return async (runs) => {
    const [only] = runs;
    const isAlone = only !== undefined && runs.length === 1;
    return isAlone ? [{ totals: await storeOne(sql, parts, only) }] : await storeMany(sql, parts, runs);
  };
}

/** As `storeMany` does, for two thirds of the database's time: its statement needs neither joins nor sums. */
async function storeOne(sql: Sql, parts: Parts, { run, ending }: Whole): Promise<Totals | undefined> {
  const steps = (ending.steps ?? []).map((step) => stepRow(run.id, step));
  const row = { ...runRow(run), ...ending, spent: ending.spent && JSON.stringify(ending.spent) };
  const { steps_count, total_tokens, tool_calls, tool_errors } = sumsOf(steps);
  const [done] = await sql<{ completed_at: string }[]>`
    with done as (
      insert into agents.runs (${parts.columns}, context, pinned, budget, spent, completed_at)
      select ${row.id}::uuid, ${row.agent_id}::uuid, ${row.session_id}::uuid, ${row.parent_run_id}::uuid,
        ${row.sub}::text, ${row.role}::text, ${row.input}::text, ${row.started_at}::timestamptz, ${row.status}::text,
        ${row.failure}::text, ${row.error}::text, ${row.output}::text, ${row.duration_ms}::int,
        ${row.truncated}::boolean, ${steps_count}::int, ${total_tokens}::bigint, ${tool_calls}::int,
        ${tool_errors}::int, ${row.context}::text::json, ${row.pinned}::text::json, ${row.budget}::text::json,
        ${row.spent}::text::json, now()
      where exists (select from agents.agents where id = ${row.agent_id}::uuid)
      on conflict do nothing
      returning ${parts.returned}
    ), stored as (
      insert into agents.steps (run_id, step, body, tokens, tool_calls, tool_errors, duration_ms)
      select done.id, g.step, g.body::json, g.tokens, g.tool_calls, g.tool_errors, g.duration_ms
      from done cross join json_to_recordset(${
    JSON.stringify(steps)
  }::text::json) as g(step int, body text, tokens int, tool_calls int, tool_errors int, duration_ms float8)
    ), rolled as (${parts.rolledOne})
    select completed_at from done`;
  return done && { steps_count, total_tokens, completed_at: done.completed_at };
}

async function storeMany(sql: Sql, parts: Parts, runs: Whole[]): Promise<Stored[]> {
  const rows = runs.map(({ run, ending: { steps = [], spent, ...ending } }) => {
    const stepRows = steps.map((step) => stepRow(run.id, step));
    const sums = sumsOf(stepRows);
    return { ...runRow(run), ...ending, ...sums, spent: spent && JSON.stringify(spent), steps: stepRows };
  });
  const columns = sql`run_id, step, tokens, tool_calls, tool_errors, duration_ms`;
  const done = await sql<{ id: string; completed_at: string }[]>`
    with given as (
      select * from json_to_recordset(${
    JSON.stringify(rows)
  }::text::json) as g(id uuid, agent_id uuid, session_id uuid, parent_run_id uuid, sub text, role text, input text,
      context text, pinned text, budget text, started_at timestamptz, status text, failure text, error text, output text,
      duration_ms int, truncated boolean, spent text, steps_count int, total_tokens bigint, tool_calls int,
      tool_errors int, steps json)
    ), done as (
      insert into agents.runs (${parts.columns}, context, pinned, budget, spent, completed_at)
      select ${parts.columns}, context::json, pinned::json, budget::json, spent::json, now() from given
      where agent_id in (select id from agents.agents)
      on conflict do nothing
      returning ${parts.returned}
    ), stored as (
      insert into agents.steps (${columns}, body)
      select run_id, step, s.tokens, s.tool_calls, s.tool_errors, s.duration_ms, body::json from done join (
        select s.* from given cross join json_to_recordset(given.steps) as s(run_id uuid, step int, body text,
          tokens int, tool_calls int, tool_errors int, duration_ms float8)
      ) as s on s.run_id = done.id
    ), rolled as (${rollUp(sql)})
    select id, completed_at from done`;
  const completedById = new Map(done.map(({ id, completed_at }) => [id, completed_at]));
  return rows.map(({ id, steps_count, total_tokens }) => {
    const completed_at = completedById.get(id);
    return { totals: completed_at === undefined ? undefined : { steps_count, total_tokens, completed_at } };
  });
}
