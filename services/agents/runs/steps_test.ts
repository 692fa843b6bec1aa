import assert from "node:assert/strict";
import { serveScript, testOnEngines } from "lib/testing.ts";
import { calls, type Fixture, fixture, SCHEMA } from "../fixture.ts";
import type { Run } from "./run.ts";
import { Trace } from "./traces.ts";

/** A documents service that answers when it is let go; `asked` resolves with the first question. */
function slowDocuments() {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const server = serveScript(async () => {
    asked.resolve();
    await go.promise;
    return Response.json({ text: "The contract." });
  });
  return { server, asked: asked.promise, go: () => go.resolve() };
}

const script = (_: unknown, index: number) =>
  index === 0
    ? {
      tool_calls: [
        { id: "c1", name: "read_document", arguments: '{"document_id":"7"}' },
        { id: "c2", name: "calculator", arguments: '{"expression":"6*7"}' },
      ],
    }
    : { content: "Read." };

async function traceOf({ request }: Fixture, { agent_id, id }: Pick<Run, "agent_id" | "id">) {
  return Trace.parse(await (await request("GET", `agents/${agent_id}/traces/${id}`)).json());
}

/** Polls the trace until its calls have this state, since nothing else waits for a call's end. */
async function until(service: Fixture, run: Run, ...types: string[]) {
  for (let i = 0; i < 500; i++) {
    const trace = await traceOf(service, run);
    const statuses = trace.steps[0]?.tool_calls.map(({ status }) => status) ?? [];
    if (statuses.join() === types.join()) return trace;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`The calls never were ${types}`);
}

testOnEngines(
  "a step is on record while its tools are at work, each call from its start",
  SCHEMA,
  async (sql) => {
    const { server, asked, go } = slowDocuments();
    await using _ = server;
    await using service = await fixture(sql, { script, settings: { DOCUMENTS_BASE_URL: server.url } });
    const agent = await service.agent({ tools: ["read_document", "calculator"] });
    const run = await service.run(agent.id, "?", "?background=true");
    await asked;
    const during = await until(service, run, "running", "ok");
    assert.deepEqual([during.status, during.steps.length, during.steps[0]?.usage?.total_tokens], [
      "running",
      1,
      15,
    ]);
    const [reading, summing] = during.steps[0]?.tool_calls ?? [];
    assert.deepEqual([reading?.result, summing?.result], ["", '{"expression":"6*7","result":"42"}']);
    assert.ok(reading?.started_at && summing?.started_at);
    go();
    await service.until(run, "completed");
    const after = await traceOf(service, run);
    assert.deepEqual(after.steps[0]?.tool_calls.map(({ status }) => status), ["ok", "ok"]);
    assert.equal(after.steps[0]?.tool_calls[0]?.started_at, reading.started_at);
  },
);

testOnEngines(
  "a process that ends under a tool leaves the step, its tokens and the call that was at work",
  SCHEMA,
  async (sql) => {
    const { server, asked, go } = slowDocuments();
    await using _ = server;
    await using crashed = await fixture(sql, { script, settings: { DOCUMENTS_BASE_URL: server.url } });
    const agent = await crashed.agent({ tools: ["read_document", "calculator"] });
    const run = await crashed.run(agent.id, "?", "?background=true");
    await asked;
    await until(crashed, run, "running", "ok");
    // The next process on the database takes the first for crashed.
    await using next = await fixture(sql, { script });
    const trace = await traceOf(next, run);
    assert.deepEqual([trace.status, trace.steps_count, trace.total_tokens], ["interrupted", 1, 15]);
    assert.deepEqual(trace.steps[0]?.tool_calls.map(({ status }) => status), ["interrupted", "ok"]);
    assert.match(trace.steps[0]?.tool_calls[0]?.error ?? "", /stopped while the tool was at work/);
    go();
  },
);

testOnEngines(
  "calls and questions stay recorded when the tool never answers",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, {
      script: (_, index) =>
        index === 0 ? calls("run_javascript", { code: "for(;;);" }) : { content: "It never ended." },
      settings: { AGENTS_TOOL_TIMEOUT_SECONDS: "1" },
    });
    const agent = await service.agent({ tools: ["run_javascript"] });
    const run = await service.run(agent.id);
    const [call] = (await traceOf(service, run)).steps[0]?.tool_calls ?? [];
    assert.deepEqual([call?.status, call?.arguments], ["timeout", { code: "for(;;);" }]);
  },
);

testOnEngines("fifty runs at once keep exact counts", SCHEMA, async (sql) => {
  await using service = await fixture(sql, {
    script: ({ messages }) => {
      const input = Number(messages.find(({ role }) => role === "user")?.content);
      if (input % 5 === 0) return { status: 400 };
      return messages.some(({ role }) => role === "tool")
        ? { content: `done ${input}` }
        : { ...calls("calculator", { expression: "0.1+0.2" }), delayMs: input % 7 };
    },
  });
  const agent = await service.agent();
  const answers = await Promise.all(
    Array.from(
      { length: 50 },
      (_, i) => service.request("POST", `agents/${agent.id}/run`, { body: { input: String(i) } }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 502).length, 10);
  for (const [i, answer] of answers.entries()) {
    if (answer.status === 201) assert.equal((await answer.json()).output, `done ${i}`);
  }
  const metrics = await (await service.request("GET", `agents/${agent.id}/metrics`)).json();
  assert.deepEqual(
    [
      metrics.total_runs,
      metrics.completed_runs,
      metrics.total_tokens,
      metrics.tool_calls,
      metrics.failure_breakdown,
    ],
    [50, 40, 40 * 30, 40, { provider_error: 10 }],
  );
  assert.equal((await (await service.request("GET", `agents/${agent.id}`)).json()).runs_count, 50);
});
