import { OpenAPIHono } from "@hono/zod-openapi";
import assert from "node:assert/strict";
import type { AppEnv } from "lib/auth/app_env.ts";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { createRegistry } from "lib/telemetry/metrics.ts";
import { countRequests, countSurroundings } from "lib/service/service_metrics.ts";

const linesOf = async (registry: { render(): Promise<string> }, start: string) =>
  (await registry.render()).split("\n").filter((line) => line.startsWith(start));

Deno.test("requests are counted by status, failures apart, and those in flight until they are answered", async () => {
  const registry = createRegistry();
  const release = Promise.withResolvers<void>();
  const app = new OpenAPIHono<AppEnv>();
  app.use(countRequests(registry));
  app.get("/slow", async (c) => (await release.promise, c.text("late")));
  app.get("/fails", (c) => c.text("no", 500));
  const slow = app.request("/slow");
  await app.request("/fails");
  await app.request("/absent");
  assert.deepEqual(await linesOf(registry, "diwan_http_requests_in_flight"), [
    "diwan_http_requests_in_flight 1",
  ]);
  release.resolve();
  await slow;
  assert.deepEqual(await linesOf(registry, "diwan_http_requests_in_flight"), [
    "diwan_http_requests_in_flight 0",
  ]);
  assert.deepEqual((await linesOf(registry, "diwan_http_errors_total")).sort(), [
    'diwan_http_errors_total{method="other",route="other",status="500"} 1',
  ]);
  assert.equal((await linesOf(registry, "diwan_http_requests_total")).length, 3);
});

Deno.test("the database is up, with the time of its answer, only while it answers", async () => {
  const registry = createRegistry();
  let isAway = false;
  countSurroundings(registry, {
    lifecycle: createLifecycle(),
    calls: { answering: true, abandoned: 0, run: (call) => call() },
    connections: 4,
    ping: () => isAway ? Promise.reject(new Error("away")) : Promise.resolve(),
  });
  const database = async () => (await linesOf(registry, "diwan_database_")).map((line) => line.split(" ")[0]);
  assert.deepEqual(await linesOf(registry, "diwan_database_up"), ["diwan_database_up 1"]);
  assert.ok((await database()).includes("diwan_database_ping_seconds"));
  isAway = true;
  assert.deepEqual(await linesOf(registry, "diwan_database_up"), ["diwan_database_up 0"]);
  assert.ok(!(await database()).includes("diwan_database_ping_seconds"));
});
