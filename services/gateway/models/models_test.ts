import assert from "node:assert/strict";
import { createLogger } from "lib/telemetry/log.ts";
import { serveScript } from "lib/testing.ts";
import { type Caller, gatewayFeature } from "../access/caller.ts";
import { type ConfigHolder, openConfig } from "../providers/config.ts";
import { discovery } from "../providers/discovery.ts";
import { renderGatewayError } from "../errors.ts";
import { noSetPrices } from "../providers/set_prices.ts";
import { models } from "./models.ts";
import { GatewayProviderEnv } from "../providers/provider_env.ts";

const log = createLogger({ write: () => {} });
const admin: Caller = {
  actor: "admin",
  kind: "admin",
  role: "admin",
  tenant_id: "admin",
  team_id: null,
  customer_id: null,
  limits: [],
  budgets: [],
  allowed_models: null,
  may_skip_guardrails: true,
  cache: null,
};

function served(
  config: ConfigHolder,
  { caller = admin, down = "", discovered = () => [] as ReturnType<ReturnType<typeof discovery>["models"]> } =
    {},
) {
  const app = gatewayFeature();
  app.onError(renderGatewayError);
  app.use(async (c, next) => {
    c.set("caller", caller);
    await next();
  });
  app.route("/", models({ config, discovered, available: (model) => model !== down }));
  return app;
}

const open = (env: Record<string, string> = {}, setPrices = noSetPrices()) =>
  openConfig(GatewayProviderEnv.parse(env), { setPrices });

Deno.test("a list price names its source page and date; a configured price has no source", async () => {
  const path = await Deno.makeTempFile({ suffix: ".yaml" });
  await Deno.writeTextFile(
    path,
    `providers: [{ name: openai, keys: [{ key: k }], prices: { gpt-4o: { input: "1", output: "1" } } }]\n`,
  );
  const app = served(await open({ GATEWAY_CONFIG: path, COHERE_API_KEY: "k" }));
  await Deno.remove(path);
  const sourceOf = async (id: string) => (await (await app.request(`/v1/models/${id}`)).json()).price_source;
  assert.match((await sourceOf("dall-e-3")).page, /^https:\/\/developers\.openai\.com\//);
  assert.match((await sourceOf("rerank-v4.0-pro")).as_of, /^2026-/);
  assert.equal(await sourceOf("gpt-4o"), null);
  assert.equal(await sourceOf("echo"), null);
});

Deno.test("GET /v1/models lists models in OpenAI's format, with capability, price and availability", async () => {
  const app = served(await open({ OPENAI_API_KEY: "k", GROQ_API_KEY: "k" }), { down: "openai/gpt-oss-20b" });
  const { object, data } = await (await app.request("/v1/models")).json();
  assert.equal(object, "list");
  const mini = data.find(({ id }: { id: string }) => id === "gpt-4o-mini");
  assert.deepEqual([mini.object, mini.owned_by, mini.available], ["model", "openai", true]);
  assert.deepEqual(mini.capabilities, ["chat", "tools", "vision"]);
  assert.equal(mini.price.input, "0.15");
  const groq = data.filter(({ owned_by }: { owned_by: string }) => owned_by === "groq");
  assert.ok(groq.length > 1);
  for (const { id, available } of groq) assert.equal(available, id !== "openai/gpt-oss-20b", id);
});

Deno.test("GET /v1/models/{model} finds names with slashes, and is 404 for an unknown or forbidden model", async () => {
  const app = served(await open({ GROQ_API_KEY: "k" }));
  assert.equal((await (await app.request("/v1/models/openai/gpt-oss-20b")).json()).owned_by, "groq");
  assert.equal((await (await app.request("/v1/models/openai%2Fgpt-oss-20b")).json()).owned_by, "groq");
  const missing = await app.request("/v1/models/nope");
  assert.equal(missing.status, 404);
  assert.equal((await missing.json()).error.code, "model_not_found");
  const narrow = served(await open({ GROQ_API_KEY: "k" }), {
    caller: { ...admin, allowed_models: ["echo"] },
  });
  assert.deepEqual(
    (await (await narrow.request("/v1/models")).json()).data.map(({ id }: { id: string }) => id),
    ["echo"],
  );
  assert.equal((await narrow.request("/v1/models/openai/gpt-oss-20b")).status, 404);
});

Deno.test("GET /v1/models/{model} finds a second provider's model of the same name as provider/name", async () => {
  const own = { id: "gpt-4o-mini", object: "model" as const, created: 5, owned_by: "vllm", capabilities: [] };
  const app = served(await open({ OPENAI_API_KEY: "k" }), { discovered: () => [own] });
  const ownerOf = async (id: string) => (await (await app.request(`/v1/models/${id}`)).json()).owned_by;
  assert.equal(await ownerOf("gpt-4o-mini"), "openai");
  assert.equal(await ownerOf("openai/gpt-4o-mini"), "openai");
  assert.equal(await ownerOf("vllm/gpt-4o-mini"), "vllm");
});

Deno.test("GET /v1/models lists for a key with patterns exactly the model names that it may call", async () => {
  const config = await open({ OPENAI_API_KEY: "k", GROQ_API_KEY: "k" });
  const idsFor = async (...allowed_models: string[]) => {
    const app = served(config, { caller: { ...admin, allowed_models } });
    const { data } = await (await app.request("/v1/models")).json();
    return data.map(({ id }: { id: string }) => id);
  };
  const mini = await idsFor("gpt-4o-m*");
  assert.ok(mini.includes("gpt-4o-mini"));
  assert.ok(mini.every((id: string) => id.startsWith("gpt-4o-m")), mini.join());
  assert.ok((await idsFor("*")).length > mini.length);
  const groq = await idsFor("groq/*");
  assert.ok(groq.includes("groq/openai/gpt-oss-20b"));
  assert.ok(groq.every((id: string) => config.current().resolve(id)[0]?.provider === "groq"), groq.join());
  assert.deepEqual(await idsFor("openai/gpt-4o-mini"), ["openai/gpt-4o-mini"]);
  assert.deepEqual(await idsFor("gpt-4o-mini"), ["gpt-4o-mini"]);
  assert.deepEqual(await idsFor("nothing*"), []);
});

Deno.test("models of a self-hosted server are discovered and can be priced; a server that fails is left out", async () => {
  await using server = serveScript((_request, { headers }) =>
    headers.get("authorization") === "Bearer k"
      ? Response.json({ object: "list", data: [{ id: "allam-7b", created: 5 }] })
      : new Response("no", { status: 401 })
  );
  const setPrices = noSetPrices();
  const config = await open({
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_API_KEY: "k",
    VLLM_BASE_URL: server.url,
  }, setPrices);
  const discovered = discovery({ config, log });
  await discovered.refresh();
  discovered.close();
  const app = served(config, { discovered: discovered.models });
  const { data } = await (await app.request("/v1/models")).json();
  assert.deepEqual(data.map(({ id }: { id: string }) => id), ["allam-7b", "echo", "echo-embedding"]);
  assert.deepEqual([data[0].price, data[0].created], [null, 5]);
  const price = { input: "0.05", output: "0.1" };
  setPrices.take([{ provider: data[0].owned_by, model: "allam-7b", price, version: 1 }]);
  const priced = await (await app.request("/v1/models/allam-7b")).json();
  assert.deepEqual([priced.price, priced.price_source], [price, null]);
  assert.deepEqual([...new Set(server.requests.map(({ path }) => path))].sort(), ["/v1/models"]);
});

Deno.test("models are discovered at the start and after a change of the configuration", async () => {
  await using server = serveScript((request) =>
    Response.json({ data: [{ id: new URL(request.url).pathname.includes("old") ? "old-7b" : "new-7b" }] })
  );
  const configs = [
    await open({ OPENAI_BASE_URL: `${server.url}/old` }),
    await open({ VLLM_BASE_URL: `${server.url}/new` }),
  ];
  let [holder] = configs;
  const discovered = discovery({
    config: { current: () => (holder ?? assert.fail()).current(), reload: () => Promise.resolve() },
    log,
  });
  const ids = () => discovered.models().map(({ id }) => id);
  const until = async (id: string) => {
    for (let tries = 0; tries < 200 && ids()[0] !== id; tries++) {
      await new Promise((done) => setTimeout(done, 10));
    }
    assert.deepEqual(ids(), [id]);
  };
  await until("old-7b");
  holder = configs[1];
  assert.deepEqual(ids(), []);
  await until("new-7b");
  discovered.close();
});
