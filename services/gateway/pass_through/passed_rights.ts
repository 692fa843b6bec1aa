/** Access to providers' own endpoints and models. */
import { mayUse } from "../access/allowed_models.ts";
import type { Caller } from "../access/caller.ts";
import { pricedChain, type RouteDeps, timedChain } from "../calls/chain.ts";
import { invalidRequest, rbacDenied } from "../errors.ts";
import type { ProviderAccess } from "../providers/routing.ts";
import type { Target } from "../providers/target.ts";
import type { NamedModels } from "./named_models.ts";
import type { PassedRequest } from "./passed_request.ts";

/** Throws rbac_denied. */
export function refuseUnlessAllowed({ may_pass_through }: Caller): void {
  if (may_pass_through) return;
  throw rbacDenied(403, "This credential may not call providers' own endpoints");
}

/** The target within the caller's rights, budgets and timeouts. Throws a GatewayError when there is none. */
export function targetFor(
  deps: RouteDeps,
  caller: Caller,
  { access, named, asked }: { access: ProviderAccess; named: NamedModels; asked: PassedRequest },
): Target {
  const { itself } = access;
  refuseModels(deps, caller, { access, named });
  const missing = named.all.find((model) => !access.model(model));
  if (missing !== undefined) throw unknownModel(itself.provider, missing);
  const modelTarget = named.model === undefined ? itself : access.model(named.model) ?? itself;
  // Without load figures: those of aliases are measured on other endpoints.
  const target = { ...modelTarget, load: undefined };
  const [timed = target] = timedChain(caller, [target]);
  if (caller.budgets.length === 0 || isFree(asked)) return timed;
  if (named.model === undefined) {
    const message =
      "The request names no model, so it has no known price and cannot be counted in the budget: name a model";
    throw invalidRequest(422, message, { param: "model", code: "model_unpriced" });
  }
  for (const model of named.all) {
    const other = access.model(model);
    if (other) pricedChain(deps, caller, [other]);
  }
  pricedChain(deps, caller, [timed]);
  return timed;
}

/** Whether a call is free: reading and deleting cost nothing at any provider. */
export function isFree({ method }: Pick<PassedRequest, "method">): boolean {
  return method === "GET" || method === "DELETE";
}

/** Throws when a key with allowed models names another one, or names none and may not use all of the provider. */
function refuseModels(
  { config }: RouteDeps,
  caller: Caller,
  { access, named }: { access: ProviderAccess; named: NamedModels },
): void {
  const { provider } = access.itself;
  const allowed = caller.allowed_models;
  if (allowed === null || allowed.includes(`${provider}/*`) || allowed.includes("*")) return;
  if (named.all.length === 0) {
    throw rbacDenied(
      403,
      `The request names no model, and this key is restricted to models: name one of them, or allow '${provider}/*' for the key`,
    );
  }
  /** A bare name means this provider's model only if the gateway would call this provider for it. */
  const isPlainly = (name: string) =>
    mayUse(caller, name) &&
    config.current().resolve(name).some((target) => target.provider === provider && target.model === name);
  for (const model of named.all) {
    // Azure's paths name deployments, but keys allow the models in them.
    const names = [model, access.model(model)?.model ?? model];
    if (names.some((name) => mayUse(caller, `${provider}/${name}`) || isPlainly(name))) continue;
    throw rbacDenied(403, `This key may not use the model '${model}'`);
  }
}

function unknownModel(provider: string, model: string) {
  return invalidRequest(404, `The model '${model}' is not configured for ${provider}`, {
    param: "model",
    code: "model_not_found",
  });
}
