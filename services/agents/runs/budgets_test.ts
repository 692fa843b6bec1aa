import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { calls, fixture, SCHEMA } from "../fixture.ts";
import { Run } from "./run.ts";
import { Trace } from "./traces.ts";

/** An agent that asks itself eight times at once in every step. */
const SELF = { name: "Narcissus", tools: ["ask_agent"], max_steps: 10 };
const asksItself = () => ({
  tool_calls: Array.from({ length: 8 }, (_, i) => ({
    id: `c${i}`,
    name: "ask_agent",
    arguments: '{"agent":"Narcissus","input":"And you?"}',
  })),
});

testOnEngines(
  "an agent that calls itself ends at the budget of the run that began it",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, {
      script: asksItself,
      settings: { AGENTS_BUDGET_MODEL_CALLS: "20" },
    });
    const agent = await service.agent(SELF);
    const run = await service.run(agent.id);
    assert.deepEqual([run.status, run.failure], ["failed", "budget_exceeded"]);
    assert.match(run.error ?? "", /20 model calls/);
    assert.equal(service.model.asked().length, 20);
    assert.deepEqual([run.spent?.model_calls, run.spent?.tokens, run.budget?.model_calls], [20, 300, 20]);
    assert.deepEqual(await service.read(run), run);
    const [{ unfinished } = {}] = await sql<{ unfinished: number }[]>`
    select count(*)::int as unfinished from agents.runs where completed_at is null`;
    assert.equal(unfinished, 0);
  },
);

testOnEngines("the default budget ends an agent that calls itself", SCHEMA, async (sql) => {
  await using service = await fixture(sql, { script: asksItself });
  const run = await service.run((await service.agent(SELF)).id);
  assert.equal(run.failure, "budget_exceeded");
  assert.ok(service.model.asked().length <= 100);
});

testOnEngines(
  "a run's own budget is lower than the operator's, and shows what was spent",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, {
      script: () => calls("calculator", { expression: "1+1" }),
      settings: { AGENTS_MODEL_PRICES: '{"scripted":{"input":10000,"output":20000}}' },
    });
    const agent = await service.agent({ max_steps: 9 });
    const begun = async (budget: Record<string, unknown>) =>
      await service.request("POST", `agents/${agent.id}/run`, { body: { input: "?", budget } });
    const ended = async (budget: Record<string, unknown>) => Run.parse(await (await begun(budget)).json());

    const byCalls = await ended({ model_calls: 3 });
    assert.deepEqual([byCalls.failure, byCalls.spent?.model_calls], ["budget_exceeded", 3]);
    const byTools = await ended({ tool_calls: 2 });
    assert.deepEqual([byTools.failure, byTools.spent?.tool_calls], ["budget_exceeded", 2]);
    const byCost = await ended({ cost_usd: 0.3 });
    assert.deepEqual([byCost.failure, byCost.spent?.cost_usd], ["budget_exceeded", 0.4]);
    const byTokens = await ended({ tokens: 1 });
    assert.deepEqual([byTokens.failure, byTokens.spent?.model_calls], ["budget_exceeded", 0]);
    const trace = Trace.parse(
      await (await service.request("GET", `agents/${agent.id}/traces/${byCost.id}`)).json(),
    );
    assert.deepEqual([trace.spent, trace.steps.at(-1)?.type], [byCost.spent, "error"]);

    for (const wrong of [{ model_calls: 0 }, { tokens: "many" }, { cost_usd: -1 }, { unknown: 1 }]) {
      assert.equal((await begun(wrong)).status, 422, JSON.stringify(wrong));
    }
  },
);

testOnEngines(
  "a run that waited for approval goes on with what is left of its budget",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: () => calls("calculator", { expression: "1+1" }) });
    const agent = await service.agent({ needs_approval: ["calculator"] });
    const response = await service.request("POST", `agents/${agent.id}/run`, {
      body: { input: "?", budget: { model_calls: 2 } },
    });
    const run = Run.parse(await response.json());
    assert.deepEqual([run.status, run.spent?.model_calls], ["awaiting_approval", 1]);
    const path = `agents/${agent.id}/runs/${run.id}/approve`;
    await service.request("POST", path, { body: {} });
    const again = await service.until(run, "awaiting_approval", "failed");
    assert.equal(again.status, "awaiting_approval");
    await service.request("POST", path, { body: {} });
    const over = await service.until(run, "failed", "completed");
    assert.deepEqual([over.failure, over.spent?.model_calls], ["budget_exceeded", 2]);
  },
);

testOnEngines(
  "a price that is not known shows as null, and a budget in USD does not go on without",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: () => calls("calculator", { expression: "1+1" }) });
    const agent = await service.agent();
    const response = await service.request("POST", `agents/${agent.id}/run`, {
      body: { input: "?", budget: { cost_usd: 1 } },
    });
    const run = Run.parse(await response.json());
    assert.deepEqual([run.failure, run.spent?.cost_usd, run.spent?.model_calls], [
      "budget_exceeded",
      null,
      1,
    ]);
    assert.match(run.error ?? "", /price of a model call is not known/);
  },
);
