import assert from "node:assert/strict";
import { createLimiter } from "lib/limits/rate_limit.ts";
import { testDatabase, testKv } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "./guard_fixture.ts";

const ROUTES = [
  "POST /governance/evaluate",
  "GET /policies",
  "POST /policies",
  "GET /policies/{policy_id}",
  "PUT /policies/{policy_id}",
  "DELETE /policies/{policy_id}",
  "POST /pii/detect",
  "POST /pii/redact",
  "POST /safety/check",
  "GET /monitoring/metrics",
  "GET /monitoring/alerts",
  "POST /monitoring/alerts/{alert_id}/resolve",
  "POST /alerts/rules",
  "GET /alerts/rules",
  "PUT /alerts/rules/{rule_id}",
  "DELETE /alerts/rules/{rule_id}",
  "GET /alerts",
  "POST /alerts/{alert_id}/acknowledge",
  "POST /alerts/{alert_id}/resolve",
  "POST /webhooks",
  "GET /webhooks",
  "DELETE /webhooks/{webhook_id}",
  "POST /webhooks/{webhook_id}/test",
  "GET /compliance/reports/frameworks",
  "POST /compliance/reports/generate",
  "GET /compliance/reports",
  "GET /compliance/reports/{report_id}",
  "GET /compliance/reports/{report_id}/export",
  "GET /compliance/reports/{report_a_id}/diff/{report_b_id}",
  "GET /audit/trail",
  "GET /audit/verify",
  "POST /telemetry/ingest",
  "POST /proxy/chat/completions",
];

Deno.test("every route of the specification is documented, and all except ingest need a token", async () => {
  await using database = await testDatabase("guard", MIGRATIONS);
  const { app } = await testGuard(database.sql);
  const { paths } = await (await app.request("/openapi.json")).json();
  for (const route of ROUTES) {
    const [method = "", path = ""] = route.split(" ");
    assert.ok(paths[`/api/v1${path}`]?.[method.toLowerCase()], route);
    const response = await app.request(`/api/v1${path.replaceAll(/\{\w+\}/g, "x")}`, { method });
    const body = await response.json();
    if (path === "/telemetry/ingest") assert.notEqual(response.status, 401);
    else assert.deepEqual([response.status, typeof body.detail], [401, "string"], route);
  }
  const health = await (await app.request("/health")).json();
  assert.deepEqual([health.status, health.service, health.product], ["ok", "guard", "Diwan Guard"]);
});

Deno.test("the proxy and exports count as heavy", async () => {
  await using database = await testDatabase("guard", MIGRATIONS);
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "guard" });
  const service = { limiter, limits: { perMinute: 4, heavyPerMinute: 1 } };
  const { ask } = await testGuard(database.sql, { service });
  const statuses = async (method: string, path: string, times: number) => {
    const seen: number[] = [];
    for (let i = 0; i < times; i++) {
      seen.push((await ask(method, path, method === "POST" ? {} : undefined)).status);
    }
    return seen;
  };
  assert.deepEqual(await statuses("POST", "/proxy/chat/completions", 2), [422, 429]);
  assert.deepEqual(await statuses("GET", "/policies", 5), [200, 200, 200, 200, 429]);
  await limiter.flush();
});
