import assert from "node:assert/strict";
import { noAnswer, testOnEngines } from "lib/testing.ts";
import { calls, events, fixture, SCHEMA } from "./fixture.ts";
import { Trace } from "./runs/traces.ts";

const sum = calls("calculator", { expression: "0.1+0.2" });

testOnEngines("runs, traces and metrics tell the same story", SCHEMA, async (sql) => {
  await using service = await fixture(sql, {
    script: (_, index) =>
      [{ ...sum, reasoning_content: "I add." }, { content: "0.3" }, { status: 400 }, {
        content: "ok \0\ud800",
      }][index] ?? sum,
  });
  const { request } = service;
  const agent = await service.agent({ system_prompt: "Be exact.", max_steps: 2 });
  const path = `agents/${agent.id}`;
  const response = await request("POST", `${path}/run`, {
    body: { input: "0.1+0.2?", context: { a: "</context>" } },
  });
  assert.equal(response.status, 201);
  const run = await response.json();
  assert.deepEqual([run.status, run.output, run.steps_count, run.total_tokens, run.agent_id], [
    "completed",
    "0.3",
    2,
    30,
    agent.id,
  ]);
  assert.ok(run.completed_at >= run.started_at);
  assert.deepEqual(await service.read(run), run);
  const [system, user] = service.model.asked()[0]?.messages ?? [];
  assert.equal(system?.content, "Be exact.");
  assert.match(
    user?.content ?? "",
    /^<context>\n[\s\S]*u003c\/context>[\s\S]*\n<\/context>\n\n0\.1\+0\.2\?$/,
  );

  const failed = await request("POST", `${path}/run`, { body: { input: "x" } });
  assert.equal(failed.status, 502);
  assert.match((await failed.json()).error, /answered 400/);
  const where = failed.headers.get("location") ?? "";
  assert.equal((await (await request("GET", where)).json()).status, "failed");
  const odd = await service.run(agent.id, "odd text");
  assert.deepEqual([odd.status, odd.output], ["completed", "ok \uFFFD\uFFFD"]);
  for (const body of [{ input: "odd \0 text" }, { input: "x", context: { note: ["odd \0 text"] } }]) {
    assert.equal((await request("POST", `${path}/run`, { body })).status, 422);
  }
  assert.equal((await request("GET", "agents/odd%00id")).status, 422);
  const exceeded = await service.run(agent.id);
  assert.deepEqual([exceeded.status, exceeded.failure, exceeded.steps_count], [
    "max_steps_exceeded",
    "max_steps_exceeded",
    2,
  ]);

  const list = await request("GET", `${path}/traces`);
  assert.equal(list.headers.get("x-total-count"), "4");
  const trace = Trace.parse(await (await request("GET", `${path}/traces/${run.id}`)).json());
  assert.deepEqual(trace.steps.map(({ step, type }) => [step, type]), [[1, "model"], [2, "final"]]);
  assert.equal(trace.steps[0]?.reasoning, "I add.");
  assert.equal(trace.steps[0]?.tool_calls[0]?.result, '{"expression":"0.1+0.2","result":"0.3"}');
  assert.deepEqual([trace.agent.max_steps, trace.tool_calls, trace.tool_errors], [2, 1, 0]);

  const metrics = await (await request("GET", `${path}/metrics`)).json();
  assert.deepEqual(
    [
      metrics.total_runs,
      metrics.completed_runs,
      metrics.failed_runs,
      metrics.running_runs,
      metrics.success_rate,
    ],
    [4, 2, 2, 0, 0.5],
  );
  assert.deepEqual(metrics.failure_breakdown, { provider_error: 1, max_steps_exceeded: 1 });
  assert.deepEqual([metrics.total_tokens, metrics.avg_tokens, metrics.avg_steps, metrics.tool_calls], [
    75,
    18.75,
    1.5,
    3,
  ]);
  assert.ok(metrics.p95_duration_ms >= metrics.p50_duration_ms);
  const now = await (await request("GET", path)).json();
  assert.deepEqual([now.runs_count, now.success_rate], [4, 0.5]);

  const completed = await request("GET", `${path}/runs?status=completed&limit=1`);
  assert.equal(completed.headers.get("x-total-count"), "2");
  assert.equal((await request("GET", `${path}/runs`, { sub: "stranger" })).status, 404);
  assert.equal((await request("GET", `${path}/runs/${run.id}`, { sub: "stranger" })).status, 404);
  assert.equal((await request("GET", `${path}/traces/${run.id}`, { sub: "stranger" })).status, 404);
  assert.equal((await request("GET", `${path}/runs/${run.id}`, { role: "admin" })).status, 200);
});

testOnEngines("a streamed run tells steps, calls and text, then [DONE]", SCHEMA, async (sql) => {
  await using service = await fixture(sql, {
    script: [{ ...sum, content: "أحسب" }, { content: "It is 0.3 😀" }],
  });
  const agent = await service.agent();
  const response = await service.request("POST", `agents/${agent.id}/run?stream=true`, {
    body: { input: "?" },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  const told = await events(response);
  const kinds = told.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1]);
  assert.deepEqual(kinds, [
    "run.started",
    "step.started",
    "text.delta",
    "tool_call.started",
    "tool_call.finished",
    "step.finished",
    "step.started",
    "text.delta",
    "step.finished",
    "run.finished",
  ]);
  assert.equal(
    told.filter(({ type, step }) => type === "text.delta" && step === 2).map(({ delta }) => delta).join(""),
    "It is 0.3 😀",
  );
  const both = await service.request("POST", `agents/${agent.id}/run?stream=true&background=true`, {
    body: { input: "?" },
  });
  assert.equal(both.status, 422);
  const missing = await service.request("POST", "agents/none/run?stream=true", { body: { input: "?" } });
  assert.equal(missing.status, 404);
});

testOnEngines(
  "background runs go on, are cancelled, and end at once with their agent",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, {
      script: [{ delayMs: 50, content: "Late." }, { respond: noAnswer }],
    });
    const agent = await service.agent();
    const begun = await service.run(agent.id, "?", "?background=true");
    assert.equal(begun.status, "running");
    assert.equal((await service.until(begun, "completed")).output, "Late.");

    const unwanted = await service.run(agent.id, "?", "?background=true");
    const path = `agents/${agent.id}/runs/${unwanted.id}/cancel`;
    assert.equal((await service.request("POST", path, { sub: "stranger" })).status, 404);
    const cancelled = await service.request("POST", path);
    assert.deepEqual([cancelled.status, (await cancelled.json()).status], [200, "cancelled"]);
    assert.equal((await service.request("POST", path)).status, 409);

    const waiting = service.request("POST", `agents/${agent.id}/run`, { body: { input: "?" } });
    const atWork = async () => (await sql`select from agents.runs where status = 'running'`).length;
    while (await atWork() === 0) await new Promise((done) => setTimeout(done, 5));
    assert.equal((await service.request("DELETE", `agents/${agent.id}`)).status, 204);
    assert.equal((await waiting).status, 404);
    const [left] = await sql`select (select count(*) from agents.runs) + (select count(*) from agents.steps) +
    (select count(*) from agents.outcomes) as left`;
    assert.equal(Number(left?.left), 0);
  },
);

testOnEngines("without a provider key runs are refused with the setting's name", SCHEMA, async (sql) => {
  await using service = await fixture(sql, { script: [], settings: { AGENTS_OPENAI_BASE_URL: "" } });
  const agent = await service.agent();
  const response = await service.request("POST", `agents/${agent.id}/run`, { body: { input: "?" } });
  assert.equal(response.status, 503);
  assert.match((await response.json()).error, /OPENAI_API_KEY/);
  const health = await (await service.request("GET", "/api/v1/health")).json();
  assert.equal(health.dependencies.provider.status, "not_configured");
});

testOnEngines(
  "every route answers 401 without a token, and the schema documents them all",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: [] });
    const { paths } = await (await service.request("GET", "/openapi.json")).json();
    const routes: [string, string[]][] = [
      ["/api/v1/agents", ["post", "get"]],
      ["/api/v1/agents/{id}", ["get", "put", "delete"]],
      ["/api/v1/agents/{id}/run", ["post"]],
      ["/api/v1/agents/{id}/runs", ["get"]],
      ["/api/v1/agents/{id}/runs/{run_id}/cancel", ["post"]],
      ["/api/v1/agents/{id}/runs/{run_id}/approve", ["post"]],
      ["/api/v1/agents/{id}/runs/{run_id}/reject", ["post"]],
      ["/api/v1/agents/{id}/traces", ["get"]],
      ["/api/v1/agents/{id}/traces/{run_id}", ["get"]],
      ["/api/v1/agents/{id}/metrics", ["get"]],
      ["/api/v1/playground/chat", ["post"]],
      ["/api/v1/playground/sessions", ["get"]],
      ["/api/v1/tools", ["get"]],
    ];
    for (const [path, methods] of routes) {
      for (const method of methods) {
        assert.ok(paths[path]?.[method], `${method} ${path}`);
        const bare = await service.app.request(path.replaceAll(/\{\w+\}/g, "x"), {
          method: method.toUpperCase(),
        });
        assert.equal(bare.status, 401, `${method} ${path}`);
        assert.deepEqual(Object.keys(await bare.json()), ["detail"]);
      }
    }
  },
);

testOnEngines(
  "the platform's gateway may answer, and the shared key goes to the shared address only",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, {
      script: [{ content: "From the gateway." }],
      settings: { OPENAI_API_KEY: "shared-key" },
    });
    const own = await service.agent();
    await service.run(own.id);
    await using gateway = await fixture(sql, {
      script: [],
      settings: { AGENTS_PROVIDER: "gateway", GATEWAY_BASE_URL: service.model.server.url },
    });
    assert.equal((await gateway.run(own.id)).output, "From the gateway.");
    const sent = service.model.server.requests.map((
      { path, headers },
    ) => [path, headers.get("authorization")]);
    assert.deepEqual(sent, [
      ["/v1/chat/completions", "Bearer none"],
      ["/v1/chat/completions", "Bearer admin-key-for-tests"],
    ]);
  },
);

testOnEngines("no body, run, trace or log shows a key that the provider quoted", SCHEMA, async (sql) => {
  const key = "provider-key-of-no-known-form";
  const script = [400, 401, 500, 500, 500].map((status) => ({
    status,
    headers: { "retry-after-ms": "1" },
    error: { message: `Refused ${key}, not sk-live-Ab12Cd34`, code: key },
  }));
  await using service = await fixture(sql, { script, settings: { AGENTS_OPENAI_API_KEY: key } });
  const agent = await service.agent();
  for (let i = 0; i < 3; i++) {
    const response = await service.request("POST", `agents/${agent.id}/run`, { body: { input: "?" } });
    assert.equal(response.status, 502);
    const shown = [await response.text()];
    for (const what of ["runs", "traces"]) {
      shown.push(await (await service.request("GET", `agents/${agent.id}/${what}`)).text());
    }
    const { pathname } = new URL(response.headers.get("location") ?? "", "http://x");
    shown.push(await (await service.request("GET", pathname.replace("/runs/", "/traces/"))).text());
    assert.match(shown[1] ?? "", /Refused|key was refused/);
    assert.doesNotMatch([...shown, ...service.logs].join(), /no-known-form|Ab12/);
  }
});

testOnEngines(
  "an id that is too long is a 422 that names it, one of no resource a 404",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: [{ content: "Hello." }] });
    const routes: [method: string, path: (id: string) => string, body?: unknown][] = [
      ["GET", (id) => `agents/${id}`],
      ["PUT", (id) => `agents/${id}`, {}],
      ["DELETE", (id) => `agents/${id}`],
      ["POST", (id) => `agents/${id}/run`, { input: "?" }],
      ["GET", (id) => `agents/${id}/runs`],
      ["GET", (id) => `agents/${id}/runs/${id}`],
      ["POST", (id) => `agents/${id}/runs/${id}/cancel`],
      ["POST", (id) => `agents/${id}/runs/${id}/approve`, {}],
      ["POST", (id) => `agents/${id}/runs/${id}/reject`, {}],
      ["GET", (id) => `agents/${id}/traces`],
      ["GET", (id) => `agents/${id}/traces/${id}`],
      ["GET", (id) => `agents/${id}/metrics`],
      ["GET", (id) => `playground/sessions/${id}`],
      ["DELETE", (id) => `playground/sessions/${id}`],
    ];
    for (const [method, path, body] of routes) {
      const long = await service.request(method, path("x".repeat(10_000)), { body });
      assert.equal(long.status, 422, `${method} ${path("{id}")}`);
      assert.match(await long.text(), /"path","(id|run_id|session_id)"/);
      assert.equal(
        (await service.request(method, path("none"), { body })).status,
        404,
        `${method} ${path("none")}`,
      );
    }
  },
);
