/** The whole gateway as `main.ts` starts it, on the embedded database. */
import assert from "node:assert/strict";
import { readEnv } from "lib/env.ts";
import { ALONE } from "lib/processes/sibling_processes.ts";
import { bearer, serveScript, TEST_SECRET, testDatabase, testKv, testService } from "lib/testing.ts";
import { mockProvider } from "./bench/mock_provider.ts";
import { Env } from "./env.ts";
import { startGatewayApp } from "./main.ts";

const ADMIN = { authorization: "Bearer dwn-admin-key-of-a-test" };
const JSON_TYPE = { "content-type": "application/json" };

async function withApp(
  settings: Record<string, string>,
  test: (call: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
  changes: Parameters<typeof testService>[0] = {},
) {
  await using database = await testDatabase("gateway", import.meta.resolve("./migrations/"));
  using kv = await testKv();
  const dir = await Deno.makeTempDir({ prefix: "gateway-app-" });
  const service = testService(changes);
  const running = await startGatewayApp({
    env: readEnv(Env, (name) => name === "DATA_DIR" ? dir : settings[name]),
    sql: database.sql,
    reads: () => database.sql,
    engine: database.engine,
    kv,
    siblings: ALONE,
    log: service.log,
    secrets: { jwtSecret: TEST_SECRET, gatewayAdminKey: "dwn-admin-key-of-a-test" },
    service,
  });
  const info = {
    remoteAddr: { transport: "tcp", hostname: "10.0.0.9", port: 1 },
    completed: Promise.resolve(),
  } as const;
  try {
    await test(async (path, init) => await running.fetch(new Request(`http://gateway${path}`, init), info));
  } finally {
    await running.stop?.();
    await Deno.remove(dir, { recursive: true });
  }
}

const CHAT = { model: "echo", messages: [{ role: "user", content: "Hello" }] };

function chat(headers: Record<string, string>, body: unknown = CHAT): RequestInit {
  return { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

Deno.test("on a new gateway a created key can call a model, and see its own costs and events", async () => {
  await withApp({}, async (call) => {
    const created = await call("/governance/virtual-keys", chat(ADMIN, { name: "robot" }));
    assert.equal(created.status, 201);
    const { id, key } = await created.json();
    const mine = { authorization: `Bearer ${key}` };
    const answer = await call("/v1/chat/completions", chat({ ...mine, "x-request-id": "r-1" }));
    assert.equal(answer.status, 200);
    assert.equal((await answer.json()).choices[0].message.content, "Hello");
    await (await call("/v1/chat/completions", chat(ADMIN))).body?.cancel();
    const costs = await (await call("/costs", { headers: mine })).json();
    assert.equal(costs.total, 1);
    assert.deepEqual([costs.data[0].tenant_id, costs.data[0].request_id], [id, "r-1"]);
    const events = await (await call("/logs/events?action=model_request", { headers: ADMIN })).json();
    assert.deepEqual([events.total, events.data[1].ip, events.data[1].actor], [2, "10.0.0.9", `key:${id}`]);
    assert.match(await (await call("/metrics")).text(), /requests_total\{provider="echo",model="echo".*\} 2/);
  });
});

Deno.test("every path except health, metrics and documentation needs a credential", async () => {
  await withApp({}, async (call) => {
    for (const path of ["/health", "/v1/health", "/metrics", "/openapi.json", "/docs", "/redoc"]) {
      const response = await call(path);
      assert.equal(response.status, 200, path);
      assert.ok(response.headers.get("x-request-id"), path);
      await response.body?.cancel();
    }
    for (
      const path of [
        "/v1/models",
        "/costs",
        "/costs/summary",
        "/logs/events",
        "/governance/teams",
        "/nothing",
      ]
    ) {
      const response = await call(path);
      assert.equal(response.status, 401, path);
      assert.equal((await response.json()).error.type, "rbac_denied", path);
    }
    const user = await bearer("user");
    assert.equal((await call("/v1/chat/completions", chat(user))).status, 200);
    assert.equal((await call("/governance/teams", { headers: user })).status, 403);
    const missing = await call("/nothing", { headers: ADMIN });
    assert.equal(missing.status, 404);
    assert.equal((await missing.json()).error.code, "no_route");
    const denied = await (await call("/logs/events?action=auth_denied", { headers: ADMIN })).json();
    assert.equal(denied.total, 7);
  });
});

Deno.test("a body is read only with a valid credential, and at most 10 MB of it for other requests than model calls", async () => {
  await withApp({}, async (call) => {
    let read = 0;
    const endless = (headers: Record<string, string>) => {
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(2 ** 20));
          read += 1;
        },
      }, { highWaterMark: 0 });
      return { method: "POST", headers: { ...JSON_TYPE, "transfer-encoding": "chunked", ...headers }, body };
    };
    const stranger = await call("/governance/teams", endless({}));
    assert.equal(stranger.status, 401);
    await stranger.body?.cancel();
    assert.equal(read, 0);
    const known = await call("/governance/teams", endless(ADMIN));
    assert.equal(known.status, 413);
    await known.body?.cancel();
    assert.ok(read >= 10 && read < 13, `${read} MB were read`);
  }, { maxBodyBytes: 2 ** 30 });
});

Deno.test("with GATEWAY_RBAC=off model calls need no credential, but governance does", async () => {
  await withApp({ GATEWAY_RBAC: "off" }, async (call) => {
    assert.equal((await call("/v1/chat/completions", chat({}))).status, 200);
    assert.equal((await call("/governance/teams")).status, 403);
  });
});

Deno.test("a provider from the environment answers, and its key is never returned", async () => {
  await using provider = serveScript((request) => mockProvider(request));
  const settings = { OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "sk-a-secret-of-the-provider" };
  await withApp(settings, async (call) => {
    const answer = await call("/v1/chat/completions", chat(ADMIN, { ...CHAT, model: "mock" }));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-diwan-provider"), "openai");
    await answer.body?.cancel();
    const asked = provider.requests.find(({ path }) => path === "/v1/chat/completions");
    assert.equal(asked?.headers.get("authorization"), "Bearer sk-a-secret-of-the-provider");
    for (const path of ["/v1/models", "/v1/health", "/metrics", "/costs", "/logs/events"]) {
      assert.doesNotMatch(await (await call(path, { headers: ADMIN })).text(), /sk-a-secret/, path);
    }
  });
});

Deno.test("a model whose provider has no key is a 503 that names the setting, as does health", async () => {
  await withApp({}, async (call) => {
    const response = await call("/v1/chat/completions", chat(ADMIN, { ...CHAT, model: "gpt-4o-mini" }));
    assert.equal(response.status, 503);
    assert.equal(response.headers.get("x-should-retry"), "false");
    assert.match((await response.json()).error.message, /OPENAI_API_KEY/);
    const { status, dependencies } = await (await call("/v1/health")).json();
    assert.equal(status, "ok");
    assert.equal(dependencies.providers.status, "not_configured");
    assert.equal(dependencies.database.status, "ok");
  });
});

Deno.test("a stopping gateway refuses new model calls", async () => {
  const { lifecycle } = testService();
  await withApp({}, async (call) => {
    lifecycle.drain();
    const response = await call("/v1/chat/completions", chat(ADMIN));
    assert.equal(response.status, 503);
    assert.equal((await response.json()).error.type, "server_error");
    assert.equal((await call("/health")).status, 503);
  }, { lifecycle });
});

Deno.test("the OpenAPI document describes the whole surface", async () => {
  await withApp({}, async (call) => {
    const { paths, openapi } = await (await call("/openapi.json")).json();
    assert.match(openapi, /^3\.1/);
    for (
      const path of [
        "/v1/chat/completions",
        "/v1/embeddings",
        "/v1/models",
        "/costs",
        "/costs/summary",
        "/costs/export",
      ]
        .concat(
          "/logs/events",
          "/logs/stats",
          "/governance/virtual-keys",
          "/governance/teams",
          "/governance/customers",
        )
    ) assert.ok(paths[path], path);
  });
});

Deno.test("an export has a request id and HSTS for two years, like every service", async () => {
  await withApp({}, async (call) => {
    const response = await call("/costs/export", { headers: { ...ADMIN, "x-request-id": "r-export" } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("x-request-id"), "r-export");
    assert.equal(response.headers.get("strict-transport-security"), "max-age=63072000; includeSubDomains");
    await response.body?.cancel();
  });
});

Deno.test("a base URL without /v1 works for model calls only", async () => {
  await withApp({}, async (call) => {
    const answer = await call("/chat/completions", chat(ADMIN));
    assert.equal(answer.status, 200);
    assert.equal((await answer.json()).choices[0].message.content, "Hello");
    const queried = await call("/chat/completions?api-version=1", chat(ADMIN));
    assert.equal((await queried.json()).choices[0].message.content, "Hello");
    assert.equal(
      (await call("/embeddings", chat(ADMIN, { model: "echo-embedding", input: "a" }))).status,
      200,
    );
    assert.equal((await (await call("/models/echo", { headers: ADMIN })).json()).id, "echo");
    assert.equal((await (await call("/v1/models/echo%2Fecho", { headers: ADMIN })).json()).id, "echo");
    assert.equal((await (await call("/v1/models/echo/echo", { headers: ADMIN })).json()).id, "echo");
    assert.equal((await call("/governance", { headers: ADMIN })).status, 404);
    const events = await (await call("/logs/events?action=model_request", { headers: ADMIN })).json();
    assert.equal(events.data[0].resource, "/v1/embeddings");
  });
});

Deno.test("web pages of origins in GATEWAY_CORS_ORIGINS can call models, and read errors", async () => {
  const page = { origin: "https://app.example.org" };
  const allowed = (response: Response) => response.headers.get("access-control-allow-origin");
  await withApp({ GATEWAY_CORS_ORIGINS: page.origin }, async (call) => {
    const preflight = { method: "OPTIONS", headers: { ...page, "access-control-request-method": "POST" } };
    assert.equal((await call("/v1/chat/completions", preflight)).status, 204);
    const methods = (await call("/openai/uploads/u1", preflight)).headers.get("access-control-allow-methods");
    assert.deepEqual(methods?.split(","), ["GET", "POST", "PUT", "PATCH", "DELETE"]);
    const answer = await call("/v1/chat/completions", chat({ ...ADMIN, ...page }));
    assert.deepEqual([answer.status, allowed(answer)], [200, page.origin]);
    assert.equal((await answer.json()).choices[0].message.content, "Hello");
    for (const path of ["/v1/chat/completions", "/v1/models", "/nothing"]) {
      const failed = await call(path, path === "/v1/models" ? { headers: page } : chat(page));
      assert.deepEqual([failed.status, allowed(failed)], [401, page.origin], path);
      await failed.body?.cancel();
    }
  });
  await withApp({}, async (call) => {
    const answer = await call("/v1/models", { headers: { ...ADMIN, ...page } });
    assert.deepEqual([answer.status, allowed(answer)], [200, null]);
    await answer.body?.cancel();
  });
});
