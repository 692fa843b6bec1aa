import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { uuidv7 } from "lib/ids.ts";
import { testOnEngines } from "lib/testing.ts";
import type { Agent } from "../agents/agent.ts";
import { specOf } from "../agents/agent.ts";
import { fixture, SCHEMA } from "../fixture.ts";
import type { TraceStep } from "../loop/trace.ts";
import { TEST_LIMITS } from "../model/budget_fixture.ts";
import { type Ending, journal } from "./journal_store.ts";
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
