import assert from "node:assert/strict";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { createLogger } from "lib/telemetry/log.ts";
import type { RunnableAgent } from "../agents/agent.ts";
import { TEST_LIMITS } from "../model/budget_fixture.ts";
import type { Journal } from "./journal_store.ts";
import { type Runner, runner } from "./runner.ts";
import { type ScriptedModel, scriptedModel } from "../model/scripted_model.ts";
import { toolkit } from "../tools/toolkit.ts";
import type { WorkerStore } from "./workers_store.ts";

const AGENT: RunnableAgent = {
  id: "01990f2e-7c1a-7000-8000-5b1d2c3e4f50",
  name: "Helper",
  description: "",
  system_prompt: "",
  model: "scripted",
  max_steps: 5,
  temperature: null,
  tools: [],
  needs_approval: [],
};

/** A runner whose rows are ids in a set; `insert` stores them when the test says so. */
function fakes(
  model: ScriptedModel,
): { running: Runner; insert: (stored?: boolean) => void; rows: Set<string> } {
  const rows = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const totals = { steps_count: 1, total_tokens: 15, completed_at: null };
  const journal: Journal = {
    async begin({ id }) {
      const stored = await promise;
      if (stored) rows.add(id);
      return stored;
    },
    advance: () => Promise.resolve(true),
    step: () => Promise.resolve("going"),
    finish: () => Promise.resolve(totals),
    pause: () => Promise.resolve(totals),
  };
  const workers: WorkerStore = {
    beat: () => Promise.resolve(),
    sweep: () => Promise.resolve(0),
    unwanted: (ids) => Promise.resolve({ cancelled: [], gone: ids.filter((id) => !rows.has(id)) }),
    interrupt: () => Promise.resolve(),
    requestCancel: () => Promise.resolve(),
    leave: () => Promise.resolve(),
  };
  const running = runner({
    journal,
    workers,
    endings: {
      store: (ending) => journal.finish(ending),
      lose: () => {},
      settle: () => Promise.resolve(),
    },
    provider: model.provider,
    gateway: model.provider,
    toolkit: toolkit([], { names: [], of: () => Promise.resolve([]) }),
    lifecycle: createLifecycle(),
    log: createLogger({ write: () => {} }),
    alone: false,
    budget: TEST_LIMITS,
    prices: {},
    maxConcurrent: 10,
    traceContent: false,
    limits: { maxSteps: 5, toolTimeoutMs: 1_000, modelTimeoutMs: 10_000, contextTokens: 10_000 },
  });
  return { running, insert: (stored = true) => resolve(stored), rows };
}

const request = { agent: AGENT, input: "Hello", caller: { sub: "user-1", role: "user" as const } };

Deno.test("a run is not cancelled when the database is read before its row exists", async () => {
  await using model = scriptedModel([{ content: "Hello." }]);
  const { running, insert } = fakes(model);
  const starting = running.start(request);
  // Joins a round that began before the run did, then makes one in which the run has no row yet.
  await running.look();
  await running.look();
  insert();
  const run = await (await starting).done;
  assert.deepEqual([run.status, run.output], ["completed", "Hello."]);
  await running.close();
});

Deno.test("a run whose row is gone is cancelled", async () => {
  const asked = Promise.withResolvers<void>();
  await using model = scriptedModel(() => ({
    respond: (request) => {
      asked.resolve();
      return new Promise((answer) => request.signal.addEventListener("abort", () => answer(new Response())));
    },
  }));
  const { running, insert, rows } = fakes(model);
  insert();
  const live = await running.start(request);
  await asked.promise;
  await running.look();
  rows.clear();
  await running.look();
  await running.look();
  assert.equal((await live.done).status, "cancelled");
  await running.close();
});

Deno.test("a run that could not be stored is refused and no longer active", async () => {
  await using model = scriptedModel([{ content: "Hello." }]);
  const { running, insert } = fakes(model);
  insert(false);
  await assert.rejects(running.start(request), /Agent not found/);
  await running.close();
});
