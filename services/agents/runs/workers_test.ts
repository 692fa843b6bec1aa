import assert from "node:assert/strict";
import { uuidv7 } from "lib/ids.ts";
import { noAnswer, testOnEngines } from "lib/testing.ts";
import { specOf } from "../agents/agent.ts";
import { fixture, SCHEMA } from "../fixture.ts";
import { journal } from "./journal_store.ts";
import type { NewRun } from "./run.ts";
import type { TraceStep } from "../loop/trace.ts";
import { workerStore } from "./workers_store.ts";

const step: TraceStep = {
  step: 1,
  type: "model",
  started_at: new Date().toISOString(),
  duration_ms: 12.4,
  model: "scripted",
  reasoning: "\0\ud800 odd text is stored as it is",
  finish_reason: "tool_calls",
  usage: { prompt_tokens: 4, completion_tokens: 3, total_tokens: 7 },
  tool_calls: [],
  retries: [],
};

testOnEngines(
  "the runs of a process that is gone become interrupted, with what they had done",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: [{ content: "Hi." }] });
    const agent = await service.agent();
    const dead = journal(sql, uuidv7());
    const run: NewRun = {
      id: uuidv7(),
      agent_id: agent.id,
      session_id: null,
      parent_run_id: null,
      sub: "user-1",
      role: "user",
      input: "?",
      context: null,
      pinned: specOf(agent),
      budget: null,
      started_at: new Date().toISOString(),
    };
    assert.ok(await dead.begin(run, "running"));
    assert.equal(await dead.step(run.id, step), "going");
    const mine = await service.run(agent.id, "?");

    const worker = uuidv7();
    const other = workerStore(sql, { worker, alone: false });
    await other.beat();
    assert.equal(await other.sweep(), 1);
    const ended = await service.read(run);
    assert.deepEqual(
      [ended.status, ended.failure, ended.steps_count, ended.total_tokens, ended.duration_ms],
      ["interrupted", "interrupted", 1, 7, 12],
    );
    assert.equal((await service.read(mine)).status, "completed");
    const trace = await (await service.request("GET", `agents/${agent.id}/traces/${run.id}`)).json();
    assert.equal(trace.steps[0].reasoning, step.reasoning);
    const metrics = await (await service.request("GET", `agents/${agent.id}/metrics`)).json();
    assert.deepEqual([metrics.total_runs, metrics.failure_breakdown, metrics.success_rate], [2, {
      interrupted: 1,
    }, 0.5]);

    assert.equal(await dead.step(run.id, { ...step, step: 2 }), "gone");
    assert.equal(
      await dead.finish({
        id: run.id,
        status: "completed",
        failure: null,
        error: null,
        output: "",
        duration_ms: 1,
        truncated: false,
        spent: null,
      }),
      undefined,
    );
  },
);

testOnEngines("a run is cancelled, and ends with its agent, from another process", SCHEMA, async (sql) => {
  await using one = await fixture(sql, {
    script: [{ respond: noAnswer }],
    alone: false,
  });
  await using two = await fixture(sql, { script: [], alone: false });
  const agent = await one.agent();
  const run = await one.run(agent.id, "?", "?background=true");
  const asked = await two.request("POST", `agents/${agent.id}/runs/${run.id}/cancel`);
  assert.equal(asked.status, 200);
  assert.equal((await two.until(run, "cancelled")).status, "cancelled");

  const waiting = one.request("POST", `agents/${agent.id}/run`, { body: { input: "?" } });
  const atWork = async () => (await sql`select from agents.runs where status = 'running'`).length;
  while (await atWork() === 0) await new Promise((done) => setTimeout(done, 5));
  assert.equal((await two.request("DELETE", `agents/${agent.id}`)).status, 204);
  assert.equal((await waiting).status, 404);
});

testOnEngines(
  "an interrupted run shows what its stored steps and its nested runs' spent",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: [] });
    const agent = await service.agent();
    const dead = journal(sql, uuidv7());
    const [root, asked, again, other] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    for (const [id, parent] of [[root, null], [asked, root], [again, asked], [other, null]] as const) {
      const run: NewRun = {
        ...{ id, agent_id: agent.id, session_id: null, parent_run_id: parent, sub: "user-1", role: "user" },
        ...{
          input: "?",
          context: null,
          pinned: specOf(agent),
          budget: null,
          started_at: new Date().toISOString(),
        },
      };
      assert.ok(await dead.begin(run, "running"));
      assert.equal(await dead.step(id, step), "going");
    }
    const next = workerStore(sql, { worker: uuidv7(), alone: false });
    await next.beat();
    assert.equal(await next.sweep(), 4);
    for (const [id, calls] of [[root, 3], [asked, 2], [again, 1], [other, 1]] as const) {
      const { spent } = await service.read({ id, agent_id: agent.id });
      assert.deepEqual(spent, {
        ...{ model_calls: calls, tool_calls: 0, tokens: 7 * calls },
        ...{ estimated_calls: 0, cost_usd: null, unpriced_calls: calls },
      });
    }
  },
);

testOnEngines("stopping ends what runs as interrupted", SCHEMA, async (sql) => {
  const first = await fixture(sql, { script: [{ respond: noAnswer }] });
  const agent = await first.agent();
  const run = await first.run(agent.id, "?", "?background=true");
  await first[Symbol.asyncDispose]();
  await using second = await fixture(sql, { script: [] });
  const ended = await second.read(run);
  assert.deepEqual([ended.status, ended.failure], ["interrupted", "interrupted"]);
});
