import type { Alias } from "./alias.ts";
import { CATALOGUE } from "./catalogue.ts";
import type { Route } from "./choice.ts";
import type { ConfigFile } from "./config_file.ts";
import type { Load } from "./load.ts";
import { type ModelRecord, record } from "./model_record.ts";
import { mayHave } from "./owner.ts";
import { catalogued, priceList, priceOf } from "./prices.ts";
import type { Price } from "./price.ts";
import type { Provider } from "./provider.ts";
import type { SetPrices } from "./set_prices.ts";
import { matches } from "./model_pattern.ts";
import type { Target } from "./target.ts";

/** An immutable configuration of providers, models and chains; a reload replaces it. */
export interface GatewayConfig {
  /** The chain for a model or alias, in the order of the file; empty for an unknown model. */
  resolve(model: string): Target[];
  /** Like `resolve`, with the alias's method of choice. */
  route(model: string): Route;
  models(): ModelRecord[];
  version: string;
  /** Providers that list their own models. */
  discoverable(): Target[];
  /** A provider by name, for calls of its own endpoints. */
  provider(name: string): ProviderAccess | undefined;
  /** The price of a model without set prices; undefined for a model that the provider does not have. */
  configuredPrice(provider: string, model: string): { price: Price | null } | undefined;
}

/** Access to a provider and its models. */
export interface ProviderAccess {
  /** Target for calls without a model. */
  itself: Target;
  /** A model by the provider's name; undefined if it is not configured. */
  model(name: string): Target | undefined;
}

/** Recognises model names, without aliases. */
export interface KnowsModels {
  isModel(name: string): boolean;
}

export interface RoutesOptions {
  /** Providers in order of preference for a model that several have. */
  providers: Provider[];
  file: ConfigFile;
  version: string;
  loadOf(provider: string, model: string): Load;
  /** HTTP client for `fetch` to providers. */
  client?: Deno.HttpClient | undefined;
  /** Override the prices of `file` and the list prices. */
  setPrices?: SetPrices;
}

// Limited, since callers choose names; only names with targets are cached.
const MOST_ROUTES = 10_000;
const NOWHERE: Route = { targets: [], by: "order", weights: [] };

/** Builds the configuration from `providers` and the aliases of `file`. */
export function gatewayConfig(options: RoutesOptions): GatewayConfig & KnowsModels {
  const { providers, file, version, setPrices } = options;
  const byName = new Map(providers.map((provider) => [provider.name, provider]));

  /** Resolves `provider/model`, a known model, or any name at a provider that accepts any. */
  function single(model: string): Target | undefined {
    const slash = model.indexOf("/");
    const named = slash > 0 ? byName.get(model.slice(0, slash)) : undefined;
    const rest = model.slice(slash + 1);
    if (named && hasModel(named, rest)) {
      return targetOf(named, rest, options);
    }
    const owner = providers.find((provider) => offersModel(provider, model)) ??
      (named ? undefined : providers.find((provider) => provider.anyModel && mayHave(provider, model)));
    return owner && targetOf(owner, model, options);
  }

  function routeTo(name: string): Route {
    const alias = Object.hasOwn(file.aliases, name) ? file.aliases[name] : undefined;
    if (alias) return routeOf(alias, single);
    const target = single(name);
    return target ? { targets: [target], by: "order", weights: [1] } : NOWHERE;
  }

  const route = remembered(routeTo, setPrices);
  return {
    version,
    route,
    resolve: (model) => route(model).targets,
    provider: (name) => accessTo(byName.get(name), options),
    configuredPrice(name, model) {
      const provider = byName.get(name);
      if (!provider || !hasModel(provider, model)) return undefined;
      return { price: priceIn(file, provider, model) ?? null };
    },
    isModel: (name) => single(name) !== undefined,
    discoverable: () =>
      providers.filter(({ wire, anyModel }) => wire === "openai" && anyModel)
        .map((provider) => targetOf(provider, "", options)),
    models() {
      const own = providers.flatMap((provider) =>
        modelsOf(provider).map((model) => record(targetOf(provider, model, options)))
      );
      const aliases = Object.entries(file.aliases).flatMap(([alias, { models }]) => {
        const [first] = route(alias).targets;
        return first ? [{ ...record(first), id: alias, aliases: models.map(({ model }) => model) }] : [];
      });
      return [...new Map([...own.toReversed(), ...aliases].map((model) => [model.id, model])).values()];
    },
  };
}

/** Caches resolved routes until a price changes; a running call keeps its targets. */
function remembered(routeTo: (name: string) => Route, setPrices?: SetPrices): (name: string) => Route {
  const routes = new Map<string, Route>();
  let pricedAt = setPrices?.changes();
  return (name) => {
    const prices = setPrices?.changes();
    if (prices !== pricedAt) routes.clear();
    pricedAt = prices;
    const route = routes.get(name);
    if (route) return route;
    const fresh = routeTo(name);
    if (fresh.targets.length > 0 && routes.size < MOST_ROUTES) routes.set(name, fresh);
    return fresh;
  };
}

function accessTo(provider: Provider | undefined, options: RoutesOptions): ProviderAccess | undefined {
  if (!provider || provider.wire === "echo") return undefined;
  return {
    itself: targetOf(provider, "", options),
    model(given) {
      const [model = given] = Object.entries(provider.deployments).find(([, own]) => own === given) ?? [];
      return hasModel(provider, model) ? targetOf(provider, model, options) : undefined;
    },
  };
}

function routeOf(alias: Alias, single: (model: string) => Target | undefined): Route {
  const seconds = (value: number | undefined) => value === undefined ? undefined : value * 1000;
  const hedgeAfterMs = seconds(alias.hedge_after_seconds);
  const timed = (target: Target): Target => ({
    ...target,
    timeoutMs: seconds(alias.timeout_seconds) ?? target.timeoutMs,
    idleTimeoutMs: seconds(alias.idle_timeout_seconds) ?? target.idleTimeoutMs,
    ...alias.cache_marks ? { cacheMarks: alias.cache_marks } : {},
  });
  const longer = alias.longer.flatMap((model) => single(model) ?? []).map(timed);
  const steps = alias.models.flatMap(({ model, weight = 1 }) => {
    const target = single(model);
    if (!target) return [];
    return [{ weight, target: { ...timed(target), hedgeAfterMs, ...longer.length > 0 ? { longer } : {} } }];
  });
  return {
    by: alias.by,
    targets: steps.map(({ target }) => target),
    weights: steps.map(({ weight }) => weight),
  };
}

function targetOf(
  provider: Provider,
  model: string,
  { file, loadOf, client, setPrices }: RoutesOptions,
): Target {
  return {
    provider: provider.name,
    model,
    wire: provider.wire,
    baseUrl: provider.baseUrl,
    keys: provider.keys,
    headers: provider.headers,
    timeoutMs: provider.timeoutMs,
    idleTimeoutMs: provider.idleTimeoutMs,
    price: setPrices?.find(provider.name, model) ?? priceIn(file, provider, model),
    ...provider.wire === "azure_openai"
      ? { azure: { deployment: provider.deployments[model] ?? model, apiVersion: provider.apiVersion } }
      : {},
    region: provider.region,
    responses: provider.responses,
    ...provider.toolsByResponses.some((pattern) => matches(pattern, model)) ? { toolsByResponses: true } : {},
    load: loadOf(provider.name, model),
    client,
  };
}

/** The configuration's own price, else the list price. */
function priceIn(file: ConfigFile, { name, wire, prices }: Provider, model: string): Price | undefined {
  // Own properties only, since callers may name a model `constructor`.
  for (const own of [prices, file.prices]) if (Object.hasOwn(own, model)) return own[model];
  return priceOf(model, priceList(name, wire));
}

function modelsOf(provider: Provider): string[] {
  if (provider.models) return provider.models;
  const list = priceList(provider.name, provider.wire);
  return CATALOGUE.filter((model) => model.provider === list).map(({ id }) => id);
}

/** Whether `model` may be called at `provider`. */
function hasModel(provider: Provider, model: string): boolean {
  return offersModel(provider, model) || provider.anyModel || provider.models === undefined;
}

function offersModel(provider: Provider, model: string): boolean {
  return modelsOf(provider).includes(model) ||
    provider.models === undefined && catalogued(model, priceList(provider.name, provider.wire)) !== undefined;
}
