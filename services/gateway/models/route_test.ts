import assert from "node:assert/strict";
import { type Caller, gatewayFeature } from "../access/caller.ts";
import { renderGatewayError } from "../errors.ts";
import { createCircuits } from "../providers/circuit.ts";
import { openConfig } from "../providers/config.ts";
import { costNanoUsd } from "../providers/price.ts";
import { GatewayProviderEnv } from "../providers/provider_env.ts";
import { testCaller } from "../calls/call_fixture.ts";
import { route } from "./route.ts";

const FILE = `
providers:
  - name: a
    base_url: http://127.0.0.1:9/v1
    models: [m, big]
    prices: { m: { input: "1", output: "2" } }
    keys: [{ id: a-key, key: secret-of-a }]
  - name: b
    base_url: http://127.0.0.1:9/v1
    models: [m]
    prices: { m: { input: "0.5", output: "1" } }
    keys: [{ id: b-key, key: secret-of-b }]
aliases:
  ordered: { models: [a/m, b/m], longer: [a/big], hedge_after_seconds: 2, timeout_seconds: 20 }
  cheap: { models: [a/m, b/m, a/big], by: cost }
  quick: { models: [a/m, b/m], by: latency }
  drawn: { models: [{ model: a/m, weight: 3 }, b/m], by: weight }
  idle: { models: [a/m, b/m], by: in_flight }
`;

async function served(caller: Caller) {
  const path = await Deno.makeTempFile({ suffix: ".yaml" });
  await Deno.writeTextFile(path, FILE);
  const config = await openConfig(GatewayProviderEnv.parse({ GATEWAY_CONFIG: path }));
  await Deno.remove(path);
  const circuits = createCircuits();
  const app = gatewayFeature();
  app.onError(renderGatewayError);
  app.use(async (c, next) => {
    c.set("caller", caller);
    await next();
  });
  app.route(
    "/",
    route({
      config,
      resilience: { circuits },
      costOf: ({ price }, usage) => price && costNanoUsd(usage, price),
    }),
  );
  const plan = async (query: string) => await (await app.request(`/v1/route?${query}`)).json();
  return { app, plan, config: config.current(), circuits };
}

type Candidate = { provider: string; provider_model: string; reason: string };
const reasons = (candidates: Candidate[]) =>
  candidates.map(({ provider, provider_model, reason }) => `${provider}/${provider_model}: ${reason}`);

Deno.test("GET /v1/route lists the providers that would be called, in order, each with its reason", async () => {
  const { plan, config } = await served(testCaller({ role: "admin" }));
  const ordered = await plan("model=ordered");
  assert.deepEqual(
    [ordered.by, ordered.would_ask, ordered.hedge_after_seconds, ordered.candidates[0].timeout_seconds],
    ["order", "a/m", 2, 20],
  );
  assert.deepEqual(reasons(ordered.longer), ["a/big: accepts longer requests than the others"]);
  assert.deepEqual(
    reasons((await plan("model=cheap&prompt_tokens=1000&completion_tokens=1000")).candidates),
    [
      "b/m: estimated cost: 0.0015 USD",
      "a/m: estimated cost: 0.003 USD",
      "a/big: has no known price, so it is last",
    ],
  );
  const [a, b] = config.resolve("quick").map(({ load }) => load);
  b?.answered(true, 120);
  a?.answered(true, 80);
  assert.deepEqual(reasons((await plan("model=quick&stream=true")).candidates), [
    "a/m: median latency of the last minute: 80 ms",
    "b/m: median latency of the last minute: 120 ms",
  ]);
  assert.match(reasons((await plan("model=quick")).candidates)[0] ?? "", /its latency is unknown/);
  if (a) a.inFlight = 2;
  assert.deepEqual(reasons((await plan("model=idle")).candidates), [
    "b/m: calls in progress: 0",
    "a/m: calls in progress: 2",
  ]);
  assert.deepEqual((await plan("model=drawn")).candidates.length, 2);
  assert.deepEqual(reasons((await plan("model=a/m")).candidates), ["a/m: first in the configured order"]);
});

Deno.test("GET /v1/route names the first available provider, and when the others become available", async () => {
  const { plan, circuits } = await served(testCaller({ role: "admin" }));
  for (let count = 0; count < 5; count++) circuits.of("a/a-key", "m").failed();
  const { would_ask, candidates } = await plan("model=ordered");
  assert.equal(would_ask, "b/m");
  assert.deepEqual([candidates[0].available, candidates[1].available], [false, true]);
  assert.ok(candidates[0].retry_after_seconds >= 1);
  assert.deepEqual(candidates[0].keys, [{ id: "a-key", weight: 1, available: false }]);
});

Deno.test("GET /v1/route refuses like a call, shows key names only to admins, and never a secret", async () => {
  const { app, plan } = await served(testCaller({ allowed_models: ["cheap", "ghost"], timeout_ms: 1_500 }));
  const status = async (query: string) => (await app.request(`/v1/route?${query}`)).status;
  assert.equal(await status("model=ordered"), 403);
  assert.equal(await status("model=ghost"), 404);
  assert.equal(await status(""), 422);
  assert.equal(await status("model=cheap&prompt_tokens=-1"), 422);
  const { candidates } = await plan("model=cheap");
  assert.equal(candidates[0].keys, undefined);
  assert.equal(candidates[0].timeout_seconds, 1.5);
  const admin = await served(testCaller({ role: "admin" }));
  assert.doesNotMatch(JSON.stringify(await admin.plan("model=cheap")), /secret-of/);
});

Deno.test("GET /v1/route leaves out models without a price when a budget applies", async () => {
  const budget = { key: "key:k1", scope: "key", id: "k1", limit_nano_usd: 5n, period: "daily" } as const;
  const { plan } = await served(testCaller({ budgets: [budget] }));
  const { candidates, left_out } = await plan("model=cheap");
  assert.equal(candidates.length, 2);
  assert.deepEqual(left_out, ["a/big"]);
});
