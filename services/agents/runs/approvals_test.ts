import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { calls, fixture, SCHEMA } from "../fixture.ts";
import type { Asked, Scripted } from "../model/scripted_model.ts";
import { Trace } from "./traces.ts";

/** Asks for two calls, then answers. */
const script = ({ messages }: Asked): Scripted => {
  const results = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  if (results.length > 0) return { content: results.join(" | ") };
  return {
    content: "May I?",
    tool_calls: [
      { id: "a", name: "calculator", arguments: '{"expression":"1+1"}' },
      { id: "b", name: "calculator", arguments: '{"expression":"2+2"}' },
      { id: "c", name: "text_stats", arguments: '{"text":"free"}' },
    ],
  };
};
const careful = { tools: ["calculator", "text_stats"], needs_approval: ["calculator"] };

testOnEngines(
  "a run waits for approval, across a restart, and goes on with what was decided",
  SCHEMA,
  async (sql) => {
    const first = await fixture(sql, { script });
    const agent = await first.agent(careful);
    const run = await first.run(agent.id);
    assert.deepEqual([run.status, run.output, run.steps_count, run.total_tokens, run.completed_at], [
      "awaiting_approval",
      "May I?",
      1,
      15,
      null,
    ]);
    assert.deepEqual(run.pending_approvals, [
      { id: "a", name: "calculator", arguments: { expression: "1+1" }, decision: null },
      { id: "b", name: "calculator", arguments: { expression: "2+2" }, decision: null },
    ]);
    await first[Symbol.asyncDispose]();

    await using service = await fixture(sql, { script });
    assert.equal((await service.read(run)).status, "awaiting_approval");
    const path = `agents/${agent.id}/runs/${run.id}`;
    assert.equal(
      (await service.request("POST", `${path}/approve`, { body: {}, sub: "stranger" })).status,
      404,
    );
    assert.equal(
      (await service.request("POST", `${path}/approve`, { body: { tool_call_ids: ["c"] } })).status,
      422,
    );
    const inbox = async (sub?: string) =>
      (await (await service.request("GET", "runs?status=awaiting_approval", { sub })).json())
        .map(({ id }: { id: string }) => id);
    assert.deepEqual([await inbox(), await inbox("stranger")], [[run.id], []]);
    const half = await service.request("POST", `${path}/reject`, {
      body: { tool_call_ids: ["b"], reason: "too much" },
    });
    assert.equal(half.status, 202);
    const waiting = await half.json();
    assert.equal(waiting.status, "awaiting_approval");
    assert.deepEqual(waiting.pending_approvals.map(({ decision }: { decision: string }) => decision), [
      null,
      "rejected",
    ]);
    assert.equal(
      (await service.request("POST", `${path}/approve`, { body: { tool_call_ids: ["b"] } })).status,
      422,
    );

    const both = await Promise.all(
      [1, 2].map(() => service.request("POST", `${path}/approve`, { body: {} })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [202, 409]);
    const done = await service.until(run, "completed");
    assert.deepEqual(await inbox(), []);
    assert.match(
      done.output,
      /"result":"2"\} \| Error: A person rejected this call: too much \| \{"characters":4/,
    );
    assert.deepEqual([done.steps_count, done.total_tokens, done.pending_approvals], [2, 30, []]);
    const trace = Trace.parse(
      await (await service.request("GET", `agents/${agent.id}/traces/${run.id}`)).json(),
    );
    assert.deepEqual(trace.steps[0]?.tool_calls.map(({ status }) => status), ["ok", "rejected", "ok"]);
    const metrics = await (await service.request("GET", `agents/${agent.id}/metrics`)).json();
    assert.deepEqual([metrics.completed_runs, metrics.running_runs, metrics.tool_calls], [1, 0, 3]);
  },
);

testOnEngines("a waiting run can be cancelled, and its agent deleted", SCHEMA, async (sql) => {
  await using service = await fixture(sql, { script });
  const agent = await service.agent(careful);
  const run = await service.run(agent.id);
  const path = `agents/${agent.id}/runs/${run.id}`;
  const cancelled = await (await service.request("POST", `${path}/cancel`)).json();
  assert.deepEqual([cancelled.status, cancelled.output, cancelled.steps_count], ["cancelled", "May I?", 1]);
  assert.equal((await service.request("POST", `${path}/approve`, { body: {} })).status, 409);
  await service.run(agent.id);
  assert.equal((await service.request("DELETE", `agents/${agent.id}`)).status, 204);
});

testOnEngines(
  "an agent asks another, as a run of its own; what needs approval is refused there",
  SCHEMA,
  async (sql) => {
    const ask = (name: string) => calls("ask_agent", { agent: name, input: "How much?" });
    await using service = await fixture(sql, {
      script: ({ messages }) => {
        const [system] = messages;
        const answered = messages.findLast(({ role }) => role === "tool")?.content;
        if (system?.content === "boss") return answered ? { content: `He says ${answered}` } : ask("Clerk");
        if (system?.content === "endless") return answered ? { content: answered } : ask("Endless");
        return answered ? { content: answered } : calls("calculator", { expression: "1" });
      },
    });
    const clerk = await service.agent({
      name: "Clerk",
      system_prompt: "clerk",
      needs_approval: ["calculator"],
    });
    const boss = await service.agent({ name: "Boss", system_prompt: "boss", tools: ["ask_agent"] });
    const run = await service.run(boss.id);
    assert.equal(run.status, "completed");
    assert.match(run.output, /"agent":"Clerk".*"status":"completed".*needs a person's approval/);
    const [child] = await (await service.request("GET", `agents/${clerk.id}/runs`)).json();
    assert.deepEqual([child.parent_run_id, child.status], [run.id, "completed"]);

    const endless = await service.agent({ name: "Endless", system_prompt: "endless", tools: ["ask_agent"] });
    assert.match((await service.run(endless.id)).output, /at most 3 deep/);
    assert.equal((await (await service.request("GET", `agents/${endless.id}`)).json()).runs_count, 4);
  },
);
