/** The fallback chain of a call: its models in order. */
import { mayUse } from "../access/allowed_models.ts";
import type { Caller } from "../access/caller.ts";
import { invalidRequest, notNow, rbacDenied, unsupported } from "../errors.ts";
import { orderedTargets } from "../providers/choice.ts";
import type { ConfigHolder } from "../providers/config.ts";
import { ownerOf } from "../providers/owner.ts";
import type { Target } from "../providers/target.ts";
import type { Units, Usage } from "../usage.ts";
import type { Wire } from "../wires/wire.ts";
import type { Providers } from "./answer.ts";
import { estimatedUsage } from "../streams/estimate.ts";

export interface RouteDeps {
  config: ConfigHolder;
  /** Cost in nano US dollars; undefined for a model without a price. */
  costOf(target: Target, usage: Usage): bigint | undefined;
}

export interface ChainDeps extends RouteDeps, Pick<Providers, "wireOf" | "moderator"> {}

/** The properties of a call that determine its chain. */
export interface ChainWish {
  model: string;
  streamed: boolean;
  promptTokens: number;
  /** Maximum tokens of the answer; an estimate if the client sets none. */
  completionTokens: number;
  /** Estimated usage in units other than tokens. */
  units?: Units;
}

/** An endpoint that not every provider has. */
export interface Able {
  path: string;
  /** Whether a translated provider has the endpoint; true by default. */
  offeredBy?(wire: Wire): boolean;
  /** The targets for `model`, if its name alone does not determine them. */
  chain?(targets: Target[], model: string, deps: ChainDeps): Target[];
}

/** The targets of a call, by its caller's rights, budgets and timeouts. Throws a GatewayError when there is none. */
export function chainFor(
  deps: ChainDeps,
  caller: Caller,
  { able, wish }: { able: Able; wish: ChainWish },
): Target[] {
  const chain = able.chain
    ? able.chain(ableTargets(deps, foundFor(deps, caller, wish), able), wish.model, deps)
    : ableChain(deps, chainOf(deps, caller, wish), able);
  return pricedChain(deps, caller, timedChain(caller, chain), wish.units);
}

/** The targets that have the endpoint. Throws when there are none. */
function ableChain(deps: ChainDeps, chain: Target[], able: Able): Target[] {
  const targets = ableTargets(deps, chain, able);
  const [first] = chain;
  if (targets.length > 0 || !first) return targets;
  const what = able.path.slice(1);
  throw unsupported(
    `${first.provider} does not support ${what}, and no other provider serves '${first.model}'`,
  );
}

function ableTargets({ wireOf }: ChainDeps, chain: Target[], { offeredBy }: Able): Target[] {
  if (!offeredBy) return chain;
  return chain.filter(({ wire }) => {
    const translation = wireOf(wire);
    return !translation || offeredBy(translation);
  });
}

/** The targets of a call in order. Throws a GatewayError when there is none for this caller. */
export function chainOf(deps: RouteDeps, caller: Caller, wish: ChainWish): Target[] {
  const targets = foundFor(deps, caller, wish);
  if (targets.length > 0) return targets;
  const { model } = wish;
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

/** The targets for a model name; empty if unknown. Throws when the caller may not use it. */
function foundFor(
  { config, costOf }: RouteDeps,
  caller: Caller,
  { model, streamed, promptTokens, completionTokens }: ChainWish,
): Target[] {
  if (!mayUse(caller, model)) throw rbacDenied(403, `This key may not use the model '${model}'`);
  const route = config.current().route(model);
  if (route.by === "order" || route.targets.length === 0) return route.targets;
  const usage = estimatedUsage(promptTokens, completionTokens);
  return orderedTargets(route, { streamed, costOf: (target) => costOf(target, usage) });
}

/** Sorts `chain` by current load again, since concurrent calls have chosen their targets meanwhile. */
export function leastBusyFirst(
  { config }: Pick<RouteDeps, "config">,
  model: string,
  chain: Target[],
): Target[] {
  if (chain.length < 2 || config.current().route(model).by !== "in_flight") return chain;
  return chain.toSorted((a, b) => (a.load?.inFlight ?? 0) - (b.load?.inFlight ?? 0));
}

/** The setting that would enable a known model, or one named with its provider. */
function settingFor(model: string): string | undefined {
  const known = ownerOf(model);
  return known?.local ? known.urlEnv : known?.keyEnv;
}

/** The targets with the timeout of the caller's key, if that is shorter. */
export function timedChain({ timeout_ms }: Pick<Caller, "timeout_ms">, chain: Target[]): Target[] {
  if (timeout_ms === undefined || timeout_ms === null) return chain;
  return chain.map((target) => ({
    ...target,
    timeoutMs: Math.min(target.timeoutMs, timeout_ms),
    ...target.longer ? { longer: timedChain({ timeout_ms }, [...target.longer]) } : {},
  }));
}

/** Drops models without a price when a budget applies, since they would never use it up. */
export function pricedChain(
  { costOf }: Pick<RouteDeps, "costOf">,
  caller: Caller,
  chain: Target[],
  units?: Units,
): Target[] {
  if (caller.budgets.length === 0) return chain;
  const hasPrice = (target: Target) => costOf(target, withUnits(estimatedUsage(1, 1), units)) !== undefined;
  const priced = chain.filter(hasPrice).map((target) =>
    target.longer?.every(hasPrice) === false ? { ...target, longer: target.longer.filter(hasPrice) } : target
  );
  if (priced.length > 0) return priced;
  const message = `The model '${chain[0]?.model}' has no price, so it cannot be used where a budget applies`;
  throw invalidRequest(422, message, { param: "model", code: "model_unpriced" });
}

export function withUnits(usage: Usage, units: Units | undefined): Usage {
  return units ? { ...usage, units } : usage;
}
