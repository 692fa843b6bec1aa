import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { testOnEngines } from "lib/testing.ts";
import type { Agent } from "../agents/agent.ts";
import { specOf } from "../agents/agent.ts";
import { fixture, SCHEMA } from "../fixture.ts";
import type { TraceStep } from "../loop/trace.ts";
import { TEST_LIMITS } from "../model/budget_fixture.ts";
import type { Ending } from "./ending.ts";
import { journal } from "./journal_store.ts";
import type { NewRun } from "./run.ts";

const traceStep = (step: number): TraceStep => ({
  step,
  type: "model",
  started_at: "2026-01-02T03:04:05.000Z",
  duration_ms: 12.4,
  model: "scripted",
  reasoning: "\0\ud800 odd text is stored as it is",
  finish_reason: "stop",
  usage: { prompt_tokens: 4, completion_tokens: 3, total_tokens: 7 },
  tool_calls: [],
  retries: [],
});

function newRun(agent: Agent): NewRun {
  return {
    id: uuidv7(),
    agent_id: agent.id,
    session_id: null,
    parent_run_id: null,
    sub: "user-1",
    role: "user",
    input: 'a "quoted" question',
    context: { place: "\0 Riyadh" },
    pinned: specOf(agent),
    budget: TEST_LIMITS,
    started_at: "2026-01-02T03:04:05.000Z",
  };
}

const endingOf = ({ id }: NewRun): Ending => ({
  id,
  status: "failed",
  failure: "provider_error",
  error: "The provider's fault",
  output: "half an answer",
  duration_ms: 25,
  truncated: true,
  spent: null,
  steps: [traceStep(1), traceStep(2)],
});

/** The stored rows of a run, without what differs between two equal runs. */
async function stored(sql: Sql, id: string) {
  const [run] = await sql`select * from agents.runs where id = ${id}`;
  const steps = await sql`select * from agents.steps where run_id = ${id} order by step`;
  return {
    run: { ...run, id: "", completed_at: typeof run?.completed_at },
    steps: steps.map((step) => ({ ...step, run_id: "" })),
  };
}

testOnEngines(
  "runs over before they were stored have the same rows, alone and together",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: [] });
    const agent = await service.agent();
    const { whole } = journal(sql, uuidv7());
    const runs = [newRun(agent), newRun(agent), newRun(agent)];
    // The first is written alone, the others together, since they come meanwhile.
    const totals = await Promise.all(runs.map((run) => whole(run, endingOf(run))));
    const [alone, ...together] = await Promise.all(runs.map(({ id }) => stored(sql, id)));
    assert.ok(alone);
    assert.equal(alone.steps.length, 2);
    for (const other of together) assert.deepEqual(other, alone);
    for (const each of totals) {
      assert.deepEqual([each?.steps_count, each?.total_tokens, each && typeof each.completed_at], [
        2,
        14,
        "string",
      ]);
    }
    const outcomes = await sql`
    select outcome, runs, duration_ms, tokens, steps, tool_calls, tool_errors from agents.outcomes
    where agent_id = ${agent.id}`;
    const sums = { runs: 3, duration_ms: 75, tokens: 42, steps: 6, tool_calls: 0, tool_errors: 0 };
    assert.deepEqual([...outcomes], [{ outcome: "provider_error", ...sums }]);
  },
);

testOnEngines("runs of an agent that is gone are not stored, alone and together", SCHEMA, async (sql) => {
  await using service = await fixture(sql, { script: [] });
  const agent = await service.agent();
  const gone = { ...agent, id: uuidv7() };
  const { whole } = journal(sql, uuidv7());
  const runs = [newRun(gone), newRun(gone), newRun(agent)];
  const totals = await Promise.all(runs.map((run) => whole(run, endingOf(run))));
  assert.deepEqual(totals.map((each) => each?.steps_count), [undefined, undefined, 2]);
  const left = await sql`select id from agents.runs`;
  assert.deepEqual(left.map(({ id }) => id), [runs[2]?.id]);
});

testOnEngines(
  "the steps of a run go with it, also one that is stored while it is deleted",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: [] });
    const agent = await service.agent();
    const { begin, step } = journal(sql, uuidv7());
    const [run, other] = [newRun(agent), newRun(agent)];
    assert.deepEqual(await Promise.all([run, other].map((each) => begin(each, "running"))), [true, true]);
    assert.deepEqual(await Promise.all([run, other].map(({ id }) => step(id, traceStep(1)))), [
      "going",
      "going",
    ]);

    const deleted = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const removal = sql.begin(async (tx) => {
      await tx`delete from agents.runs where id = ${run.id}`;
      deleted.resolve();
      await mayCommit.promise;
    });
    await deleted.promise;
    let settled = false;
    const late = step(run.id, traceStep(2)).finally(() => settled = true);
    // A server has other connections, on which the step waits for the row; the embedded database has one only.
    const isServer = sql.options.max > 1;
    while (isServer && !settled && !await waitsForLock(sql)) await new Promise((done) => setTimeout(done, 5));
    mayCommit.resolve();
    await removal;
    assert.equal(await late, "gone");
    const left = await sql`select run_id, step from agents.steps`;
    assert.deepEqual([...left], [{ run_id: other.id, step: 1 }]);

    await service.request("DELETE", `agents/${agent.id}`, { role: "admin" });
    assert.deepEqual([...await sql`select run_id from agents.steps`], []);
  },
);

async function waitsForLock(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into agents.steps%'`;
  return rows.length > 0;
}
