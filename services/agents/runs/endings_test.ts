import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { noAnswer, testOnEngines } from "lib/testing.ts";
import { endings } from "./endings.ts";
import { fixture, SCHEMA } from "../fixture.ts";
import type { Ending } from "./ending.ts";

const log = createLogger({ write: () => {} });

/** `sql`, whose statements fail as in an outage while `state.away` is set. */
function outage(sql: Sql, state: { away: boolean }): Sql {
  return new Proxy(sql, {
    apply(target, self, args) {
      const query = Reflect.apply(target, self, args);
      if (!state.away || !Array.isArray(args[0]) || !("raw" in args[0])) return query;
      return Object.assign(query, {
        then: (resolve: undefined, reject: (error: unknown) => unknown) =>
          Promise.reject(new Error("connection refused")).then(resolve, reject),
      });
    },
  });
}

testOnEngines(
  "a run that ends while the database is away is stored as it ended when that is back",
  SCHEMA,
  async (sql) => {
    const state = { away: false };
    const gate = Promise.withResolvers<void>();
    await using service = await fixture(outage(sql, state), {
      script: () => ({ content: "The answer.", after: gate.promise }),
      endingWaitsMs: [5, 5],
    });
    const agent = await service.agent();
    const stored = async () => (await sql`select id, agent_id, status from agents.runs`)[0];

    const answer = service.request("POST", `agents/${agent.id}/run`, { body: { input: "long" } });
    while (!await stored()) await new Promise((done) => setTimeout(done, 5));
    state.away = true;
    gate.resolve();
    assert.equal((await answer).status, 503);
    assert.equal((await stored())?.status, "running");
    state.away = false;
    const { id, agent_id } = await stored() ?? {};
    const run = await service.until({ id, agent_id }, "completed");
    assert.deepEqual([run.output, run.steps_count, run.total_tokens], ["The answer.", 1, 15]);
  },
);

testOnEngines(
  "a run that is over before it was stored, while the database is away, is stored when that is back",
  SCHEMA,
  async (sql) => {
    const state = { away: false };
    await using service = await fixture(outage(sql, state), {
      script: () => {
        state.away = true;
        return { content: "The answer." };
      },
      endingWaitsMs: [5, 5],
      // Longer than any run takes here, however busy the machine is.
      putOffMs: 600_000,
    });
    const agent = await service.agent();
    const stored = async () => (await sql`select from agents.runs`).length;

    const answer = await service.request("POST", `agents/${agent.id}/run`, { body: { input: "short" } });
    assert.equal(answer.status, 503);
    assert.equal(await stored(), 0);
    state.away = false;
    while (await stored() === 0) await new Promise((done) => setTimeout(done, 5));
    const [listed] = await (await service.request("GET", `agents/${agent.id}/runs`)).json();
    assert.deepEqual([listed.input, listed.output, listed.steps_count], ["short", "The answer.", 1]);
    const metrics = await (await service.request("GET", `agents/${agent.id}/metrics`)).json();
    assert.deepEqual([metrics.total_runs, metrics.completed_runs, metrics.running_runs], [1, 1, 0]);
  },
);

const ENDING: Ending = {
  id: crypto.randomUUID(),
  status: "completed",
  failure: null,
  error: null,
  output: "x",
  duration_ms: 1,
  truncated: false,
  spent: null,
};
const TOTALS = { steps_count: 1, total_tokens: 1, completed_at: null };

Deno.test("a short outage is not noticed", async () => {
  let failures = 2;
  const ended = endings({
    journal: {
      finish: () => failures-- > 0 ? Promise.reject(new Error("away")) : Promise.resolve(TOTALS),
      whole: () => Promise.reject(new Error("not asked")),
    },
    workers: { interrupt: () => Promise.reject(new Error("not asked")) },
    log,
    waitsMs: [1, 1],
  });
  assert.equal(await ended.store(ENDING), TOTALS);
});

testOnEngines(
  "an end that the database refuses leaves the run interrupted, not running",
  SCHEMA,
  async (sql) => {
    const interrupted: string[][] = [];
    const ended = endings({
      journal: {
        finish: async () => void await sql`select 1/0`,
        whole: () => Promise.reject(new Error("not asked")),
      },
      workers: {
        interrupt(runs) {
          interrupted.push(runs);
          return Promise.resolve();
        },
      },
      log,
    });
    await assert.rejects(ended.store(ENDING), { status: 503 });
    await ended.settle();
    await ended.settle();
    assert.deepEqual(interrupted, [[ENDING.id]]);
  },
);

testOnEngines("a caller that goes away cancels the run", SCHEMA, async (sql) => {
  await using service = await fixture(sql, { script: [{ respond: noAnswer }] });
  const agent = await service.agent();
  const gone = new AbortController();
  const waiting = service.request("POST", `agents/${agent.id}/run`, {
    body: { input: "?" },
    signal: gone.signal,
  });
  while (service.model.asked().length === 0) await new Promise((done) => setTimeout(done, 5));
  gone.abort();
  const run = await (await waiting).json();
  assert.equal(run.status, "cancelled");
});

testOnEngines("more runs than places wait as queued; a deadline ends them as failed", SCHEMA, async (sql) => {
  const gate = Promise.withResolvers<void>();
  await using service = await fixture(sql, {
    script: ({ messages }, index) => {
      if (messages.at(-1)?.content === "slow") return { respond: noAnswer };
      return { content: "Done.", after: index === 0 ? gate.promise : undefined };
    },
    settings: { AGENTS_MAX_CONCURRENT_RUNS: "1" },
  });
  const agent = await service.agent();
  const first = await service.run(agent.id, "?", "?background=true");
  const second = await service.run(agent.id, "?", "?background=true");
  const third = await service.run(agent.id, "?", "?background=true");
  assert.deepEqual([first.status, second.status, third.status], ["running", "queued", "queued"]);
  const dropped = await service.request("POST", `agents/${agent.id}/runs/${third.id}/cancel`);
  assert.equal((await dropped.json()).status, "cancelled");
  gate.resolve();
  assert.equal((await service.until(second, "completed")).output, "Done.");
  const ran = await service.request("POST", `agents/${agent.id}/run`, {
    body: { input: "slow", budget: { seconds: 1 } },
  });
  const slow = await ran.json();
  assert.deepEqual([slow.status, slow.failure], ["failed", "deadline_exceeded"]);
});
