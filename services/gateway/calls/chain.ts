/** Which models are asked for a call, in which order. */
import { mayUse } from "../access/allowed_models.ts";
import type { Caller } from "../access/caller.ts";
import { invalidRequest, notNow, rbacDenied } from "../errors.ts";
import { CATALOGUE } from "../providers/catalogue.ts";
import { chosen } from "../providers/choice.ts";
import type { ConfigHolder } from "../providers/config.ts";
import { KNOWN_PROVIDERS } from "../providers/providers.ts";
import type { Target } from "../providers/target.ts";
import type { Usage } from "../usage.ts";
import { estimatedUsage } from "./estimate.ts";

export interface ChainDeps {
  config: ConfigHolder;
  /** Undefined for a model without a price. */
  costOf(target: Target, usage: Usage): bigint | undefined;
}

/** All of a call that its chain depends on. */
export interface ChainWish {
  model: string;
  streamed: boolean;
  promptTokens: number;
  completionTokens: number;
}

/** The targets of a call, first to ask first. Throws a GatewayError when there is none for this caller. */
export function chainOf(
  { config, costOf }: ChainDeps,
  caller: Caller,
  { model, streamed, promptTokens, completionTokens }: ChainWish,
): Target[] {
  if (!mayUse(caller, model)) throw rbacDenied(403, `This key may not use the model '${model}'`);
  const route = config.current().route(model);
  if (route.by === "order" && route.targets.length > 0) return route.targets;
  if (route.targets.length > 0) {
    const usage = estimatedUsage(promptTokens, completionTokens);
    return chosen(route, { streamed, costOf: (target) => costOf(target, usage) });
  }
  const setting = settingFor(model);
  if (setting) {
    const message = `The model '${model}' needs a provider that is not configured: set ${setting}`;
    const headers = { "x-should-retry": "false" };
    throw notNow(message, { param: "model", code: "provider_not_configured", headers });
  }
  throw invalidRequest(404, `The model '${model}' does not exist`, {
    param: "model",
    code: "model_not_found",
  });
}

/** The setting that would make a well-known model, or one that is named with its provider, answer. */
function settingFor(model: string): string | undefined {
  const owner = CATALOGUE.find(({ id }) => id === model)?.provider ?? /^[^/]+(?=\/)/.exec(model)?.[0];
  const known = KNOWN_PROVIDERS.find(({ name }) => name === owner);
  return known?.local ? known.urlEnv : known?.keyEnv;
}

/** The targets with the time that the caller's key allows, where that is less. */
export function timedChain({ timeout_ms }: Pick<Caller, "timeout_ms">, chain: Target[]): Target[] {
  if (timeout_ms === undefined || timeout_ms === null) return chain;
  return chain.map((target) => ({
    ...target,
    timeoutMs: Math.min(target.timeoutMs, timeout_ms),
    ...target.longer ? { longer: timedChain({ timeout_ms }, [...target.longer]) } : {},
  }));
}

/** Where a budget applies, a model whose price nobody knows would never use it up. */
export function pricedChain(
  { costOf }: Pick<ChainDeps, "costOf">,
  caller: Caller,
  chain: Target[],
): Target[] {
  if (caller.budgets.length === 0) return chain;
  const hasPrice = (target: Target) => costOf(target, estimatedUsage(1, 1)) !== undefined;
  const priced = chain.filter(hasPrice).map((target) =>
    target.longer?.every(hasPrice) === false ? { ...target, longer: target.longer.filter(hasPrice) } : target
  );
  if (priced.length > 0) return priced;
  const message = `The model '${chain[0]?.model}' has no price, so it cannot be used where a budget applies`;
  throw invalidRequest(422, message, { param: "model", code: "model_unpriced" });
}
