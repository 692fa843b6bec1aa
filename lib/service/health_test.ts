import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers";
import type { DependencyCheck, HealthDetails } from "lib/service/health.ts";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { NotReady } from "lib/service/readiness.ts";
import { createService } from "lib/service/service.ts";
import { bearer, testService } from "lib/testing.ts";
import type { z } from "zod";

function serviceWith(dependencies: Record<string, DependencyCheck>, lifecycle = testService().lifecycle) {
  const texts = { name: "example", title: "Diwan Example", description: "", prefix: "/api/v1" };
  return createService({ ...testService({ lifecycle }), ...texts, dependencies });
}

async function detailsOf(app: ReturnType<typeof serviceWith>): Promise<z.output<typeof HealthDetails>> {
  return await (await app.request("/api/v1/health")).json();
}

Deno.test("GET /health states status, version, product and uptime", async () => {
  const body = await (await serviceWith({}).request("/health")).json();
  assert.equal(body.status, "ok");
  assert.equal(body.product, "Diwan Example");
  assert.match(body.version, /^\d+\.\d+\.\d+$/);
  assert.equal(typeof body.uptime_seconds, "number");
});

Deno.test("HEAD /health answers without a token as GET does, as balancers ask", async () => {
  const response = await serviceWith({}).request("/health", { method: "HEAD" });
  assert.equal(response.status, 200);
  assert.equal(await response.text(), "");
});

Deno.test("GET /api/v1/health lists dependencies and is degraded when one fails", async () => {
  const app = serviceWith({
    database: () => Promise.resolve(),
    provider: () => Promise.resolve("set OPENAI_API_KEY"),
    queue: () => Promise.reject(new Error("secret address")),
    disk: () => {
      throw new Error("thrown at once");
    },
  });
  const { status, dependencies } = await detailsOf(app);
  assert.equal(status, "degraded");
  assert.equal(dependencies.database?.status, "ok");
  assert.deepEqual(
    [dependencies.provider?.status, dependencies.provider?.detail],
    ["not_configured", "set OPENAI_API_KEY"],
  );
  assert.deepEqual([dependencies.queue?.status, dependencies.queue?.detail], ["failing", "failed"]);
  assert.equal(dependencies.disk?.status, "failing");
});

Deno.test("GET /health stays ok while a dependency fails, so that a balancer keeps the service", async () => {
  const app = serviceWith({ database: () => Promise.reject(new Error("refused")) });
  const response = await app.request("/health");
  assert.equal(response.status, 200);
  assert.equal((await response.json()).status, "ok");
});

Deno.test("a hanging dependency is reported as failing in time, and is checked once for all concurrent requests", async () => {
  let asked = 0;
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const app = serviceWith({ database: () => (asked++, answer) });
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    for (let look = 0; look < 3; look++) {
      const details = detailsOf(app);
      let settled = false;
      details.finally(() => settled = true);
      while (!settled) {
        mock.timers.tick(2_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const { status, dependencies } = await details;
      assert.equal(status, "degraded");
      assert.equal(dependencies.database?.detail, "no answer in 2000 ms");
    }
    assert.equal(asked, 1);
    resolve();
    assert.equal((await detailsOf(app)).status, "ok");
    assert.equal((await detailsOf(app)).status, "ok");
    assert.ok(asked > 1, "it is asked again once it has answered");
  } finally {
    mock.timers.reset();
  }
});

Deno.test("a service that is starting or draining answers 503, its health too", async () => {
  const lifecycle = createLifecycle();
  const app = serviceWith({}, lifecycle);
  const ask = async () => await app.request("/api/v1/nothing", { headers: await bearer() });
  assert.equal((await app.request("/health")).status, 503);
  assert.equal((await app.request("/api/v1/health")).status, 503);
  const starting = await ask();
  assert.equal(starting.status, 503);
  assert.deepEqual(await starting.json(), { error: "The service is starting" });
  lifecycle.ready();
  assert.equal((await ask()).status, 404);
  lifecycle.drain();
  assert.equal((await app.request("/health")).status, 503);
  assert.equal((await ask()).status, 503);
});

Deno.test("GET /ready is 503 with each reason in fixed words, while GET /health stays 200", async () => {
  const app = createService({
    ...testService(),
    ...{ name: "example", title: "Diwan Example", description: "", prefix: "/api/v1" },
    readiness: {
      database: () => Promise.reject(new NotReady("the database does not answer")),
      kv: () => Promise.resolve("counted without it"),
      disk: () => Promise.reject(new Error("secret address")),
      migrations: () => Promise.resolve(),
    },
  });
  const response = await app.request("/ready");
  assert.equal(response.status, 503);
  assert.equal(response.headers.get("retry-after"), "5");
  assert.deepEqual(await response.json(), {
    status: "not_ready",
    service: "example",
    reasons: [
      { what: "database", detail: "the database does not answer" },
      { what: "disk", detail: "failed" },
    ],
    notes: [{ what: "kv", detail: "counted without it" }],
  });
  assert.equal((await app.request("/health")).status, 200);
});

Deno.test("GET /ready is 200 when all works, and 503 while the service starts and drains", async () => {
  const lifecycle = createLifecycle();
  const app = serviceWith({}, lifecycle);
  assert.equal((await app.request("/ready")).status, 503);
  lifecycle.ready();
  assert.deepEqual(await (await app.request("/ready")).json(), {
    status: "ready",
    service: "example",
    reasons: [],
    notes: [],
  });
  lifecycle.drain();
  const response = await app.request("/ready");
  assert.equal(response.status, 503);
  assert.equal((await response.json()).reasons[0].what, "draining");
});

Deno.test("a working check may add a note", async () => {
  const app = serviceWith({
    records: () => Promise.resolve({ status: "ok", detail: "3 records were set aside" }),
    disk: () => Promise.resolve({ status: "failing", detail: "it is full" }),
  });
  const { status, dependencies } = await detailsOf(app);
  assert.equal(status, "degraded");
  assert.deepEqual([dependencies.records?.status, dependencies.records?.detail], [
    "ok",
    "3 records were set aside",
  ]);
  assert.deepEqual([dependencies.disk?.status, dependencies.disk?.detail], ["failing", "it is full"]);
});
