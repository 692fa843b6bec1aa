import assert from "node:assert/strict";
import { testCaller, testTarget } from "../calls/call_fixture.ts";
import { costOf } from "../providers/price.ts";
import type { GatewayConfig, ProviderAccess } from "../providers/routing.ts";
import type { Target } from "../providers/target.ts";
import { namedModels } from "./named_models.ts";
import { targetFor } from "./passed_rights.ts";

const GPT = testTarget("http://a.example", { provider: "azure", wire: "azure_openai", model: "gpt-5" });
const ACCESS: ProviderAccess = {
  itself: { ...GPT, model: "" },
  model: (name) => name === "our-deployment" || name === "gpt-5" ? GPT : undefined,
};
const CONFIG: GatewayConfig = {
  resolve: (model) => model === "gpt-5" ? [GPT] : [],
  route: () => ({ targets: [], by: "order", weights: [] }),
  models: () => [],
  discoverable: () => [],
  configuredPrice: () => undefined,
  provider: () => ACCESS,
  version: "test",
};

function targetOf(allowed_models: string[] | null, path: string, data?: Record<string, unknown>): Target {
  const config = { current: () => CONFIG, reload: () => Promise.resolve() };
  const deps = {
    config,
    costOf: ({ price }: Target, usage: Parameters<typeof costOf>[0]) => price && costOf(usage, price),
  };
  const asked = {
    provider: "azure",
    path,
    search: "",
    method: "POST",
    headers: new Headers(),
    body: undefined,
    data,
  };
  const named = namedModels("azure_openai", path, data);
  return targetFor(deps, testCaller({ allowed_models }), { access: ACCESS, named, asked });
}

const CHAT = "/openai/deployments/our-deployment/chat/completions";

Deno.test("a deployment has the access and price of its model, and does not count in the load of aliases", () => {
  for (const allowed of [null, ["gpt-5"], ["azure/gpt-5"], ["azure/our-*"], ["azure/*"]]) {
    const target = targetOf(allowed, CHAT);
    assert.deepEqual([target.model, target.load], ["gpt-5", undefined]);
  }
  for (const allowed of [[], ["gpt-4"], ["our-deployment"], ["other/*"]]) {
    assert.throws(() => targetOf(allowed, CHAT), { status: 403 });
  }
});

Deno.test("a model that is not configured at the provider is a 404, also beside an allowed one", () => {
  assert.throws(() => targetOf(null, "/openai/deployments/other/chat/completions"), { status: 404 });
  assert.throws(() => targetOf(null, CHAT, { fallbacks: ["other"] }), { status: 404 });
  assert.equal(targetOf(null, "/openai/files").model, "");
});
