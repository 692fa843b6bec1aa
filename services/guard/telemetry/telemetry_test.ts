import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const NO_TOKEN = { headers: { authorization: "" } };

testOnEngines(
  "POST /telemetry/ingest stores events without a token, and metrics sum them exactly",
  options,
  async (sql) => {
    const { ask, clock } = await testGuard(sql);
    const events = [
      {
        product: "chat",
        model: "m1",
        latency_ms: 100,
        prompt_tokens: 3,
        completion_tokens: 4,
        metadata: { cost_usd: 0.25 },
      },
      { product: "chat", model: "m1", latency_ms: 300, total_tokens: 10, severity: "error" },
      { product: "chat", model: "m2", metadata: { status_code: 503 } },
      { product: "voice", event_type: "click" },
    ];
    const ingested = await ask("POST", "/telemetry/ingest", { events }, NO_TOKEN);
    assert.deepEqual([ingested.status, ingested.body], [200, { ingested: 4 }]);
    clock.now -= 86_400_000;
    await ask("POST", "/telemetry/ingest", { events: events.slice(0, 1) }, NO_TOKEN);
    clock.now += 86_400_000;
    const { body } = await ask("GET", "/monitoring/metrics?days=2");
    assert.deepEqual(
      [body.total_requests, body.avg_latency_ms, body.error_rate, body.total_cost_usd, body.total_tokens],
      [4, 166.667, 50, 0.5, 24],
    );
    assert.deepEqual(body.model_breakdown, [
      {
        model: "m1",
        requests: 3,
        error_rate: 33.3333,
        avg_latency_ms: 166.667,
        prompt_tokens: 6,
        completion_tokens: 8,
        total_tokens: 24,
        cost_usd: 0.5,
      },
      {
        model: "m2",
        requests: 1,
        error_rate: 100,
        avg_latency_ms: 0,
        prompt_tokens: 0,
        completion_tokens: 0,
        total_tokens: 0,
        cost_usd: 0,
      },
    ]);
    const { body: today } = await ask("GET", "/monitoring/metrics?days=1");
    assert.equal(today.total_requests, 3);
    const { body: month } = await ask("GET", "/monitoring/metrics?days=30");
    assert.equal(month.daily_usage?.length, 30);
    assert.equal(month.daily_usage?.[29]?.date, "2026-11-21");
    assert.equal(month.daily_usage?.[28]?.requests, 1);
  },
);

testOnEngines(
  "POST /telemetry/ingest stores an event_id once per product, also within one request",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const event = (product: string, event_id?: string) => ({ product, event_id, model: "m" });
    const ingest = async (...events: unknown[]) =>
      (await ask("POST", "/telemetry/ingest", { events }, NO_TOKEN)).body.ingested;
    assert.equal(await ingest(event("a", "1"), event("a", "1"), event("b", "1"), event("a")), 3);
    assert.equal(await ingest(event("a", "1"), event("a", "2")), 1);
    const together = await Promise.all([1, 2, 3, 4].map(() => ingest(event("a", "3"), event("a"))));
    assert.equal(together.map(Number).reduce((sum, n) => sum + n, 0), 5);
    assert.equal((await ask("GET", "/monitoring/metrics")).body.total_requests, 9);
  },
);

testOnEngines("POST /telemetry/ingest takes all events of a request or none", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const good = { product: "a", model: "m" };
  for (
    const bad of [
      {},
      { product: "" },
      { product: "a", content_snippet: "x".repeat(1_001) },
      { product: "a", latency_ms: -1 },
      { product: "a", prompt_tokens: 1.5 },
      { product: "a", model: "\0" },
      { product: "a", metadata: [] },
    ]
  ) {
    const refused = await ask("POST", "/telemetry/ingest", { events: [good, bad] }, NO_TOKEN);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.details?.[0]?.loc?.[2], 1);
  }
  assert.equal((await ask("POST", "/telemetry/ingest", { events: [] }, NO_TOKEN)).status, 422);
  assert.equal(
    (await ask("POST", "/telemetry/ingest", { events: Array(1_001).fill(good) }, NO_TOKEN)).status,
    422,
  );
  assert.equal((await ask("GET", "/monitoring/metrics")).body.total_requests, 0);
  assert.equal(
    (await ask("POST", "/telemetry/ingest", { events: Array(1_000).fill(good) }, NO_TOKEN)).body.ingested,
    1_000,
  );
});

testOnEngines("TELEMETRY_KEY closes ingest to everyone without it", options, async (sql) => {
  const { ask } = await testGuard(sql, { settings: { TELEMETRY_KEY: "a key of sixteen or more" } });
  const body = { events: [{ product: "a" }] };
  assert.equal((await ask("POST", "/telemetry/ingest", body, NO_TOKEN)).status, 401);
  const wrong = { headers: { "x-telemetry-key": "another" } };
  assert.equal((await ask("POST", "/telemetry/ingest", body, wrong)).status, 401);
  const right = { headers: { "x-telemetry-key": "a key of sixteen or more" } };
  assert.equal((await ask("POST", "/telemetry/ingest", body, right)).status, 200);
});

testOnEngines(
  "GET /monitoring/metrics is for managers and admins, over 1 to 90 days",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    assert.equal((await ask("GET", "/monitoring/metrics", undefined, { role: "user" })).status, 403);
    assert.equal((await ask("GET", "/monitoring/metrics", undefined, { role: "manager" })).status, 200);
    for (const days of ["0", "91", "x"]) {
      assert.equal(
        (await ask("GET", `/monitoring/metrics?days=${days}`)).status,
        422,
      );
    }
  },
);
