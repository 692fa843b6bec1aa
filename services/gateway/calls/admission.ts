/** Whether a model call may go ahead: who asks, for which model, within which limits and budgets. */
import type { JsonObject } from "lib/json_object.ts";
import type { Limiter } from "lib/rate_limit.ts";
import type { Books } from "./accounting.ts";
import { type Call, describe, holdMoney, holdTokens, identify } from "./call.ts";
import type { Asked, Providers } from "./answer.ts";
import type { Budgets } from "../access/budget.ts";
import { CATALOGUE } from "../providers/catalogue.ts";
import { mayUse } from "../access/allowed_models.ts";
import type { Caller, Keyring } from "../access/caller.ts";
import type { ConfigHolder } from "../providers/config.ts";
import type { Target } from "../providers/target.ts";
import { estimatedUsage } from "./estimate.ts";
import { GatewayError, invalidRequest, notNow, rbacDenied, unsupported } from "../errors.ts";
import { takeLimits } from "../access/limits.ts";
import { KNOWN_PROVIDERS } from "../providers/providers.ts";
import { readBody } from "./request_body.ts";
import type { Units, Usage } from "../usage.ts";
import type { Wire } from "../wires/wire.ts";

export interface Gate extends Pick<Providers, "wireOf"> {
  keyring: Keyring;
  config: ConfigHolder;
  limiter: Limiter;
  budgets: Budgets;
  maxBodyBytes: number;
}

/** The fields of a body that an endpoint reads before it goes to a provider. */
export interface Reading {
  model: string;
  streamed: boolean;
  /** The client of a stream wants to see its usage. */
  showUsage: boolean;
  promptTokens: number;
  /** How long the answer may get; a guess where the client does not say. */
  completionTokens: number;
  /** What it will likely use beside tokens. */
  units?: Units;
}

/** What admission has to know of an endpoint. */
export interface Entrance {
  path: string;
  read(data: JsonObject): Reading;
  offeredBy?(wire: Wire): boolean;
}

/** A model call that may go ahead. */
export interface Admitted {
  caller: Caller;
  chain: Target[];
  asked: Asked;
  reading: Reading;
}

/** Throws a GatewayError when the call may not go ahead. What it learns it notes in `call`. */
export async function admit(
  deps: Gate & Books,
  call: Call,
  { request, endpoint }: { request: Request; endpoint: Entrance },
): Promise<Admitted> {
  const known = deps.keyring.authenticate(request);
  const caller = known instanceof Promise ? await known : known;
  identify(call, caller);
  const { text, data } = await readBody(request, deps.maxBodyBytes);
  const reading = endpoint.read(data);
  describe(call, reading);
  const chain = pricedChain(
    deps,
    caller,
    ableChain(deps, chainOf(deps, caller, reading.model), endpoint),
    reading,
  );
  const { promptTokens: prompt, completionTokens: completion } = reading;
  const onHit = deps.metrics.limitHit.bind(deps.metrics);
  const charge = takeLimits(deps.limiter, caller, { prompt, completion, onHit });
  holdTokens(call, charge instanceof Promise ? await charge : charge);
  if (caller.budgets.length > 0) await reserve(deps, call, { caller, chain, reading });
  const addUsage = reading.streamed && !reading.showUsage;
  return {
    caller,
    chain,
    asked: { path: endpoint.path, text, data, addUsage, headers: request.headers },
    reading,
  };
}

function chainOf({ config }: Gate, caller: Caller, model: string): Target[] {
  if (!mayUse(caller, model)) throw rbacDenied(403, `This key may not use the model '${model}'`);
  const chain = config.current().resolve(model);
  if (chain.length > 0) return chain;
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

/** The targets that have the endpoint at all. */
function ableChain({ wireOf }: Gate, chain: Target[], { path, offeredBy }: Entrance): Target[] {
  if (!offeredBy) return chain;
  const able = chain.filter(({ wire }) => {
    const translation = wireOf(wire);
    return !translation || offeredBy(translation);
  });
  const [first] = chain;
  if (able.length > 0 || !first) return able;
  throw unsupported(
    `${first.provider} has no ${path.slice(1)}, and nobody else answers for '${first.model}'`,
  );
}

/** Where a budget applies, a model whose price nobody knows would never use it up. */
function pricedChain({ costOf }: Books, caller: Caller, chain: Target[], { units }: Reading): Target[] {
  if (caller.budgets.length === 0) return chain;
  const priced = chain.filter((target) =>
    costOf(target, withUnits(estimatedUsage(1, 1), units)) !== undefined
  );
  if (priced.length > 0) return priced;
  const message = `The model '${chain[0]?.model}' has no price, so it cannot be used where a budget applies`;
  throw invalidRequest(422, message, { param: "model", code: "model_unpriced" });
}

function withUnits(usage: Usage, units: Units | undefined): Usage {
  return units ? { ...usage, units } : usage;
}

async function reserve(
  { budgets, costOf, metrics }: Gate & Books,
  call: Call,
  { caller, chain, reading }: { caller: Caller; chain: Target[]; reading: Reading },
): Promise<void> {
  const usage = withUnits(estimatedUsage(reading.promptTokens, reading.completionTokens), reading.units);
  const costs = chain.map((target) => costOf(target, usage) ?? 0n);
  const most = costs.reduce((a, b) => (a > b ? a : b), 0n);
  try {
    holdMoney(call, await budgets.reserve(caller.budgets, most));
  } catch (error) {
    if (error instanceof GatewayError) metrics.limitHit(caller.budgets[0]?.scope ?? "key", "budget");
    throw error;
  }
}
