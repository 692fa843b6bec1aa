import assert from "node:assert/strict";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { createLogger } from "lib/telemetry/log.ts";
import type { RunnableAgent } from "../agents/agent.ts";
import { TEST_LIMITS } from "../model/budget_fixture.ts";
import type { Journal } from "./journal_store.ts";
import { type Runner, runner } from "./runner.ts";
import { type ScriptedModel, scriptedModel } from "../model/scripted_model.ts";
import { z } from "zod";
import { defineTool } from "../tools/tool.ts";
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

/** A runner whose rows are ids in a set; `insert` stores them when the test says so. `done` tells what it did. */
function fakes(
  model: ScriptedModel,
  { putOffMs }: { putOffMs?: number } = {},
): {
  running: Runner;
  insert: (stored?: boolean) => void;
  rows: Set<string>;
  done: string[];
  /** Whether each row was to outlive a crash at once. */
  lasting: boolean[];
} {
  const rows = new Set<string>();
  const done: string[] = [];
  const lasting: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const totals = { steps_count: 1, total_tokens: 15, completed_at: null };
  const journal: Journal = {
    async begin({ id }, _status, told = true) {
      lasting.push(told);
      const stored = await promise;
      if (stored) rows.add(id);
      done.push(stored ? "begun" : "refused");
      return stored;
    },
    async whole({ id }, { status, steps = [] }) {
      const stored = await promise;
      if (stored) rows.add(id);
      done.push(stored ? `${status} with ${steps.length} steps` : "refused");
      return stored ? totals : undefined;
    },
    advance: () => Promise.resolve(true),
    step(_, { step }) {
      done.push(`step ${step}`);
      return Promise.resolve("going");
    },
    finish({ status }) {
      done.push(status);
      return Promise.resolve(totals);
    },
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
  const send = defineTool({
    name: "send",
    description: "",
    input: z.object({}),
    run: () => void done.push("sent"),
  });
  const running = runner({
    journal,
    workers,
    endings: {
      store: (ending, run) => run ? journal.whole(run, ending) : journal.finish(ending),
      lose: () => {},
      settle: () => Promise.resolve(),
    },
    provider: model.provider,
    gateway: model.provider,
    toolkit: toolkit([send], { names: [], of: () => Promise.resolve([]) }),
    lifecycle: createLifecycle(),
    log: createLogger({ write: () => {} }),
    alone: false,
    putOffMs,
    budget: TEST_LIMITS,
    prices: {},
    maxConcurrent: 10,
    traceContent: false,
    limits: { maxSteps: 5, toolTimeoutMs: 1_000, modelTimeoutMs: 10_000, contextTokens: 10_000 },
  });
  return { running, insert: (stored = true) => resolve(stored), rows, done, lasting };
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

/** A model that asks for the tool first; `answered` resolves when it has. */
function sender() {
  const answered = Promise.withResolvers<void>();
  const model = scriptedModel((_, index) => {
    if (index > 0) return { content: "Sent." };
    answered.resolve();
    return { tool_calls: [{ id: "c1", name: "send", arguments: "{}" }] };
  });
  return { model, answered: answered.promise };
}

const sending = { ...request, agent: { ...AGENT, tools: ["send"] } };

Deno.test("a model is asked before the run is in the database, a tool acts after the run and its step are", async () => {
  const { model, answered } = sender();
  await using _ = model;
  const { running, insert, done } = fakes(model);
  const starting = running.start(sending);
  await answered;
  await running.look();
  assert.deepEqual(done, []);
  insert();
  assert.equal((await (await starting).done).status, "completed");
  assert.deepEqual(done.slice(0, 3), ["begun", "step 1", "sent"]);
  assert.equal(done.at(-1), "completed");
  await running.close();
});

Deno.test("a run that is over in a moment is one write, unless its caller is told of it before", async () => {
  await using model = scriptedModel(() => ({ content: "Hello." }));
  const { running, insert, done } = fakes(model, { putOffMs: 600_000 });
  insert();
  for (const told of [{}, { background: true }, { emit: () => {} }]) {
    await (await running.start({ ...request, ...told })).done;
  }
  await running.close();
  const begun = ["begun", "completed"];
  assert.deepEqual(done, ["completed with 1 steps", ...begun, ...begun]);
});

Deno.test("a run that goes on is stored a moment after it began, before its model has answered", async () => {
  const answer = Promise.withResolvers<void>();
  await using model = scriptedModel(() => ({
    respond: () => answer.promise.then(() => new Response("{}", { status: 500 })),
  }));
  const { running, insert, done } = fakes(model);
  insert();
  const live = await running.start(request);
  assert.deepEqual(done, ["begun"]);
  answer.resolve();
  await live.done;
  await running.close();
});

Deno.test("a run that is refused after its model answered does and stores nothing", async () => {
  const { model, answered } = sender();
  await using _ = model;
  const { running, insert, done } = fakes(model);
  const starting = running.start(sending);
  await answered;
  insert(false);
  await assert.rejects(starting, /Agent not found/);
  await running.close();
  assert.deepEqual(done, ["refused"]);
});

Deno.test("a message in a session outlives a crash as soon as it is stored", async () => {
  await using model = scriptedModel([{ content: "Yes." }]);
  const { running, insert, lasting } = fakes(model);
  insert();
  const session = { id: AGENT.id, history: [] };
  await (await running.start({ ...request, session })).done;
  assert.deepEqual(lasting, [true]);
  await running.close();
});

Deno.test("a session's run asks no model before it is in the database", async () => {
  await using model = scriptedModel([{ content: "Hello." }]);
  const { running, insert } = fakes(model);
  const starting = running.start({ ...request, session: { id: AGENT.id, history: [] } });
  await running.look();
  insert(false);
  await assert.rejects(starting, /answering another message/);
  await running.close();
  assert.equal(model.asked().length, 0);
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
