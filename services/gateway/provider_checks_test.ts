import assert from "node:assert/strict";
import { readEnv } from "lib/env.ts";
import { serveScript } from "lib/testing.ts";
import { type Caller, gatewayFeature, type Role, UNLIMITED } from "./access/caller.ts";
import { renderGatewayError } from "./errors.ts";
import { openConfig } from "./providers/config.ts";
import { providerChecks } from "./provider_checks.ts";
import { GatewayProviderEnv } from "./providers/provider_env.ts";

const KEY = "sk-of-this-test-only";

async function app(given: Record<string, string>, role: Role = "admin") {
  const config = await openConfig(readEnv(GatewayProviderEnv, (name) => given[name]));
  const caller: Caller = {
    ...{ ...UNLIMITED, actor: "user:amal", kind: "jwt", role, tenant_id: "user:amal" },
    may_skip_guardrails: false,
  };
  const app = gatewayFeature();
  app.onError(renderGatewayError);
  app.use(async (c, next) => {
    c.set("caller", caller);
    await next();
  });
  app.route("/", providerChecks({ config }));
  return () => app.request("/v1/providers/check", { method: "POST" });
}

Deno.test("each provider is checked once and reported with the wrong setting, never with its key", async () => {
  await using good = serveScript(() => Response.json({ data: [] }));
  await using bad = serveScript(() => Response.json({ error: `not ${KEY}` }, { status: 401 }));
  const check = await app({
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${good.url}/v1`,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: bad.url,
  });
  const answer = await check();
  assert.equal(answer.status, 200);
  const text = await answer.text();
  assert.ok(!text.includes(KEY));
  const { providers } = JSON.parse(text);
  const [anthropic, openai] = providers.toSorted((a: { provider: string }, b: { provider: string }) =>
    a.provider < b.provider ? -1 : 1
  );
  assert.deepEqual([openai.outcome, openai.status, openai.setting], ["answers", 200, null]);
  assert.deepEqual(
    [anthropic.outcome, anthropic.status, anthropic.setting],
    ["refuses_key", 401, "ANTHROPIC_API_KEY"],
  );
  assert.deepEqual([good.requests.length, bad.requests.length], [1, 1]);
});

Deno.test("only admins can check providers, and only one check runs at a time", async () => {
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await using slow = serveScript(async () => {
    asked.resolve();
    await release.promise;
    return Response.json({ data: [] });
  });
  const given = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: slow.url };
  for (const role of ["manager", "user"] as const) {
    assert.equal((await (await app(given, role))()).status, 403);
  }
  assert.equal(slow.requests.length, 0);
  const check = await app(given);
  const first = check();
  await asked.promise;
  const second = await check();
  assert.equal(second.status, 429);
  assert.ok(second.headers.has("retry-after"));
  release.resolve();
  assert.equal((await first).status, 200);
  assert.equal((await check()).status, 200);
});
