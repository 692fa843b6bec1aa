import type { OpenAPIHono } from "@hono/zod-openapi";
import { Hono } from "hono";
import assert from "node:assert/strict";
import { signJwt } from "lib/auth/auth.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { createLimiter } from "lib/limits/rate_limit.ts";
import type { AppEnv } from "lib/service/service.ts";
import { bearer, TEST_SECRET, testKv } from "lib/testing.ts";
import { example } from "./service_fixture.ts";

const JSON_TYPE = { "content-type": "application/json" };

function post(body: string, headers: Record<string, string>): RequestInit {
  return { method: "POST", body, headers };
}

Deno.test("health, documentation and OpenAPI need no token", async () => {
  const app = example();
  const documentation = ["/docs", "/redoc", "/openapi.json", "/docs/swagger-ui-bundle.js"];
  for (const path of ["/health", "/api/v1/health", ...documentation]) {
    assert.equal((await app.request(path)).status, 200, path);
  }
});

Deno.test("every response carries the shared headers, errors too", async () => {
  for (const path of ["/health", "/api/v1/whoami", "/nowhere"]) {
    const { headers } = await example().request(path);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("x-frame-options"), "DENY");
    assert.equal(headers.get("strict-transport-security"), "max-age=63072000; includeSubDomains");
    assert.match(headers.get("x-response-time") ?? "", /^\d+\.\d\dms$/);
    assert.match(headers.get("x-request-id") ?? "", /^[\w-]{8,}$/);
  }
});

Deno.test("a caller's X-Request-ID is echoed, a hostile one is replaced", async () => {
  const given = await example().request("/health", { headers: { "x-request-id": "abc-123" } });
  assert.equal(given.headers.get("x-request-id"), "abc-123");
  const hostile = await example().request("/health", { headers: { "x-request-id": "a".repeat(9999) } });
  assert.notEqual(hostile.headers.get("x-request-id")?.length, 9999);
});

Deno.test("401 has a detail for no token, a wrong one, an expired one, another secret's and alg none", async () => {
  const app = example();
  const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"eve","role":"admin","exp":9999999999}')}.`;
  const expired = await signJwt(TEST_SECRET, { sub: "a", role: "admin", expiresInSeconds: -3600 });
  const foreign = await signJwt("another secret of at least 32 characters", { sub: "a", role: "admin" });
  for (const jwt of [undefined, "nonsense", none.replaceAll("=", ""), expired, foreign]) {
    const headers = jwt ? { authorization: `Bearer ${jwt}` } : undefined;
    const response = await app.request("/api/v1/whoami", { headers });
    assert.equal(response.status, 401, jwt);
    assert.deepEqual(Object.keys(await response.json()), ["detail"]);
  }
});

Deno.test("403 names the caller's role and those required", async () => {
  const response = await example().request("/api/v1/notes/1", {
    method: "DELETE",
    headers: await bearer("manager"),
  });
  assert.equal(response.status, 403);
  assert.deepEqual(await response.json(), { detail: "Role 'manager' is not permitted; required: admin" });
  const allowed = await example().request("/api/v1/notes/1", {
    method: "DELETE",
    headers: await bearer("admin"),
  });
  assert.equal(allowed.status, 204);
});

Deno.test("400 for a body that is not JSON, 415 for another content type, 422 naming each field", async () => {
  const app = example();
  const auth = await bearer();
  const broken = await app.request("/api/v1/notes", post("{", { ...auth, ...JSON_TYPE }));
  assert.equal(broken.status, 400);
  const plain = await app.request("/api/v1/notes", post("{}", { ...auth, "content-type": "text/plain" }));
  assert.equal(plain.status, 415);
  const form = await app.request("/api/v1/files", post("{}", { ...auth, ...JSON_TYPE }));
  assert.equal(form.status, 415);
  const wrong = await app.request(
    "/api/v1/notes",
    post('{"title":"","tags":[1]}', { ...auth, ...JSON_TYPE }),
  );
  assert.equal(wrong.status, 422);
  const { error, details } = await wrong.json();
  assert.equal(error, "Request validation failed");
  assert.deepEqual(details.map(({ loc }: { loc: unknown }) => loc), [["body", "title"], ["body", "tags", 0]]);
  const path = await app.request("/api/v1/notes/x", { headers: auth });
  assert.equal((await path.json()).details[0].loc[0], "path");
});

Deno.test("400 for a multipart body that cannot be read", async () => {
  const headers = { ...await bearer(), "content-type": "multipart/form-data; boundary=x" };
  const response = await example().request("/api/v1/files", post("not multipart", headers));
  assert.equal(response.status, 400);
});

Deno.test("404 for a missing resource or route", async () => {
  const headers = await bearer();
  const note = await example().request("/api/v1/notes/7", { headers });
  assert.equal(note.status, 404);
  assert.deepEqual(await note.json(), { error: "Note not found" });
  assert.equal((await example().request("/api/v1/nowhere", { headers })).status, 404);
});

Deno.test("413 names the maximum, whatever Content-Length says", async () => {
  const app = example({ maxBodyBytes: 2 ** 20, bodyLimits: { "POST /api/v1/files": 2 ** 21 } });
  const headers = { ...await bearer(), ...JSON_TYPE };
  const big = JSON.stringify({ title: "x".repeat(2 ** 20) });
  const declared = await app.request(
    "/api/v1/notes",
    post(big, { ...headers, "content-length": `${big.length}` }),
  );
  assert.equal(declared.status, 413);
  assert.deepEqual(await declared.json(), { error: "Request body exceeds the maximum of 1 MB" });
  const stream = new Blob([big]).stream();
  assert.equal((await app.request("/api/v1/notes", { method: "POST", headers, body: stream })).status, 413);
  const form = new FormData();
  form.set("file", new File([new Uint8Array(1.5 * 2 ** 20)], "a"));
  assert.equal(
    (await app.request("/api/v1/files", { method: "POST", headers: await bearer(), body: form })).status,
    201,
  );
});

Deno.test("413 also for a body streamed without a length over a real connection", async () => {
  const app = example({ maxBodyBytes: 1000 });
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
  const response = await fetch(`http://127.0.0.1:${server.addr.port}/api/v1/notes`, {
    method: "POST",
    headers: { ...await bearer(), ...JSON_TYPE },
    body: new Blob([new Uint8Array(5000)]).stream(),
  });
  assert.equal(response.status, 413);
  await response.body?.cancel();
});

Deno.test("500 says nothing of the cause, the log does, with the request id", async () => {
  const lines: string[] = [];
  const app = example({ log: createLogger({ write: (line) => void lines.push(line) }) });
  const response = await app.request("/api/v1/crash", {
    headers: { ...await bearer(), "x-request-id": "r-1" },
  });
  assert.equal(response.status, 500);
  assert.deepEqual(await response.json(), { error: "Internal server error" });
  const logged = JSON.parse(lines[0] ?? "");
  assert.equal(logged.request_id, "r-1");
  assert.match(logged.error.message, /hunter2/);
});

Deno.test("429 after the minute's requests, with Retry-After, per client address; health is never limited", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "test" });
  const app = new Hono().mount(
    "/",
    example({ limiter, limits: { perMinute: 3, heavyPerMinute: 1 }, heavy: ["POST /api/v1/notes"] }).fetch,
  );
  const headers = { ...await bearer(), ...JSON_TYPE };
  const ask = (path: string, init: RequestInit = {}) => app.request(path, { headers, ...init });
  for (let i = 0; i < 3; i++) assert.equal((await ask("/api/v1/whoami")).status, 200);
  const refused = await ask("/api/v1/whoami");
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  assert.match((await refused.json()).error, /try again later/);
  const heavy = () => ask("/api/v1/notes", post('{"title":"a"}', headers));
  assert.equal((await heavy()).status, 201);
  assert.equal((await heavy()).status, 429);
  for (let i = 0; i < 9; i++) assert.equal((await ask("/health")).status, 200);
  await limiter.flush();
});

Deno.test("the platform's own services are not counted, an impostor is", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "test" });
  const app = example({ limiter, limits: { perMinute: 1, heavyPerMinute: 1 } });
  const service = await signJwt(TEST_SECRET, { sub: "gateway", role: "user", service: "gateway" });
  for (let i = 0; i < 3; i++) {
    const response = await app.request("/api/v1/whoami", { headers: { authorization: `Bearer ${service}` } });
    assert.equal(response.status, 200);
  }
  const person = await bearer();
  const forPerson = await app.request("/api/v1/whoami", {
    headers: { ...person, "x-service-token": service },
  });
  assert.deepEqual([forPerson.status, (await forPerson.json()).user], [200, "user-1"]);
  const forged = await signJwt("another secret of at least 32 characters", {
    sub: "x",
    role: "user",
    service: "x",
  });
  const ask = () => app.request("/api/v1/whoami", { headers: { authorization: `Bearer ${forged}` } });
  assert.equal((await ask()).status, 401);
  assert.equal((await ask()).status, 429);
  const pretended = { ...person, "x-service-token": person.authorization.slice(7) };
  assert.equal((await app.request("/api/v1/whoami", { headers: pretended })).status, 429);
  await limiter.flush();
});

Deno.test("X-Forwarded-For counts only from a trusted proxy, and only its last untrusted hop", async () => {
  const info = { remoteAddr: { hostname: "10.0.0.1", port: 1, transport: "tcp" } };
  const headers = { ...await bearer(), "x-forwarded-for": "1.1.1.1, 203.0.113.7, 10.0.0.9" };
  const ask = async (app: OpenAPIHono<AppEnv>) =>
    (await (await app.request("/api/v1/whoami", { headers }, info)).json()).ip;
  assert.equal(await ask(example()), "10.0.0.1");
  assert.equal(await ask(example({ trustedProxies: ["10.0.0.0/8"] })), "203.0.113.7");
});

Deno.test("a HEAD request counts as its GET does, and OPTIONS needs a token like any other", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "test" });
  const limits = { perMinute: 100, heavyPerMinute: 1 };
  const app = example({ limiter, limits, heavy: ["GET /api/v1/whoami"] });
  const head = async () =>
    await app.request("/api/v1/whoami", { method: "HEAD", headers: await bearer("user") });
  assert.equal((await head()).status, 200);
  assert.equal((await head()).status, 429);
  assert.equal((await app.request("/api/v1/whoami", { method: "OPTIONS" })).status, 401);
  await limiter.flush();
});

Deno.test("CORS answers only the origins that are configured", async () => {
  const app = example({ cors: ["https://console.example"] });
  const preflight = (origin: string) =>
    app.request("/api/v1/notes", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
  const good = await preflight("https://console.example");
  assert.equal(good.headers.get("access-control-allow-origin"), "https://console.example");
  assert.equal(good.status, 204);
  assert.equal((await preflight("https://evil.example")).headers.get("access-control-allow-origin"), null);
  const open = await example({ cors: ["*"] }).request("/api/v1/notes", {
    headers: { origin: "https://any.example" },
  });
  assert.equal(open.headers.get("access-control-allow-origin"), "*");
});

Deno.test("a database that is away is a 503 with Retry-After, a full disk a 507, and no stack in the log", async () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  const failures: [Error, number, RegExp][] = [
    [
      Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
      503,
      /database does not answer/,
    ],
    [Object.assign(new Error("disk"), { name: "PostgresError", code: "53100" }), 507, /disk is full/],
    [new Error("No space left on device (os error 28)"), 507, /disk is full/],
  ];
  for (const [failure, status, words] of failures) {
    const app = example({ log });
    app.get("/api/v1/fails", () => {
      throw failure;
    });
    const response = await app.request("/api/v1/fails", { headers: await bearer() });
    assert.equal(response.status, status);
    assert.equal(response.headers.get("retry-after"), status === 503 ? "5" : null);
    assert.match((await response.json()).error, words);
    const line = JSON.parse(lines.pop() ?? "");
    assert.deepEqual([line.level, line.cause], ["warn", failure.message]);
    assert.doesNotMatch(JSON.stringify(line), /stack/);
  }
});

Deno.test("a caller's fault writes no line above info", async () => {
  const lines: string[] = [];
  const app = example({ log: createLogger({ write: (line) => lines.push(line) }) });
  const headers = await bearer();
  await app.request("/api/v1/notes/1", { headers });
  await app.request("/api/v1/notes", { method: "POST", headers, body: "{" });
  await app.request("/api/v1/notes");
  assert.deepEqual(lines.filter((line) => /"(error|warn)"/.test(line)), []);
});

Deno.test("GET /metrics counts requests by endpoint, needs a token unless it is open, and is bounded", async () => {
  const app = example();
  const headers = await bearer();
  assert.equal((await app.request("/metrics")).status, 401);
  for (let i = 0; i < 50; i++) await app.request(`/api/v1/notes/${i}`, { headers });
  for (let i = 0; i < 50; i++) await app.request(`/nowhere/${i}`, { headers });
  const response = await app.request("/metrics", { headers });
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split("\n");
  const counted = lines.filter((line) => line.startsWith("diwan_http_requests_total{"));
  assert.deepEqual(counted.toSorted(), [
    'diwan_http_requests_total{method="GET",route="/api/v1/notes/{id}",status="404"} 50',
    'diwan_http_requests_total{method="GET",route="/metrics",status="401"} 1',
    'diwan_http_requests_total{method="other",route="other",status="404"} 50',
  ]);
  assert.ok(lines.some((line) => line.startsWith("diwan_http_request_duration_seconds_bucket{")));
  assert.equal((await example({ metricsOpen: true }).request("/metrics")).status, 200);
});

Deno.test("each answer names its request, even one that a handler created itself", async () => {
  const app = example();
  app.get("/api/v1/own", () => new Response("own"));
  const response = await app.request("/api/v1/own", {
    headers: { ...await bearer(), "x-request-id": "r-1" },
  });
  assert.equal(response.headers.get("x-request-id"), "r-1");
});
