import { CATALOGUE } from "./catalogue.ts";
import { ConfigError, type ConfigFile, parseConfigFile } from "./config_file.ts";
import { catalogued, priceList, priceOf } from "./prices.ts";
import { fromEnv, fromFile, type Provider } from "./provider.ts";
import type { GatewayProviderEnv } from "./provider_env.ts";
import type { Target } from "./target.ts";

/** A model as `/v1/models` lists it. */
export interface ModelRecord {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  [field: string]: unknown;
}

/** Providers, models and chains as they are configured at one time. Never changed, only replaced. */
export interface GatewayConfig {
  /** The chain for a model or alias, first to try first; empty for an unknown model. */
  resolve(model: string): Target[];
  models(): ModelRecord[];
  version: string;
  /** Providers that list their own models. */
  discoverable(): Target[];
}

/** Holds the configuration in force. */
export interface ConfigHolder {
  current(): GatewayConfig;
  /** Reads it again; throws with line and reason when it is wrong, and the old one stays. */
  reload(): Promise<void>;
}

/** Opens the configuration: the file of GATEWAY_CONFIG, and providers whose keys are in the environment. */
export async function openConfig(env: GatewayProviderEnv): Promise<ConfigHolder> {
  let current = await load(env);
  return {
    current: () => current,
    async reload() {
      current = await load(env);
    },
  };
}

async function load(env: GatewayProviderEnv): Promise<GatewayConfig> {
  const path = env.GATEWAY_CONFIG;
  const text = path ? await readFile(path) : "";
  const file = parseConfigFile(text, path ?? "GATEWAY_CONFIG");
  const providers = [...file.providers.map(fromFile), ...fromEnv(env)];
  const unique = [...new Map(providers.toReversed().map((provider) => [provider.name, provider])).values()]
    .reverse();
  const config = gatewayConfig(unique, file, await version(text, unique));
  for (const [alias, chain] of Object.entries(file.aliases)) {
    for (const step of chain) {
      if (step !== alias && config.resolve(step).length > 0) continue;
      if (step === alias && config.plain(step)) continue;
      throw new ConfigError(`${path}: aliases.${alias}: no provider has the model ${step}`);
    }
  }
  return config;
}

async function readFile(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    throw new ConfigError(`GATEWAY_CONFIG: ${path} cannot be read`, { cause });
  }
}

/** Changes when the file or the set of providers does, and says nothing of keys. */
async function version(text: string, providers: Provider[]): Promise<string> {
  const names = providers.map(({ name, baseUrl }) => `${name} ${baseUrl}`).join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${text}\n${names}`));
  return new Uint8Array(digest).toHex().slice(0, 12);
}

function modelsOf(provider: Provider): string[] {
  if (provider.models) return provider.models;
  const list = priceList(provider.name, provider.wire);
  return CATALOGUE.filter((model) => model.provider === list).map(({ id }) => id);
}

function has(provider: Provider, model: string): boolean {
  return modelsOf(provider).includes(model) ||
    provider.models === undefined && catalogued(model, priceList(provider.name, provider.wire)) !== undefined;
}

function gatewayConfig(
  providers: Provider[],
  file: ConfigFile,
  version: string,
): GatewayConfig & { plain(model: string): boolean } {
  const byName = new Map(providers.map((provider) => [provider.name, provider]));
  const resolved = new Map<string, Target[]>();

  const targetOf = (provider: Provider, model: string): Target => ({
    provider: provider.name,
    model,
    wire: provider.wire,
    baseUrl: provider.baseUrl,
    keys: provider.keys,
    headers: provider.headers,
    timeoutMs: provider.timeoutMs,
    idleTimeoutMs: provider.idleTimeoutMs,
    price: provider.prices[model] ?? file.prices[model] ??
      priceOf(model, priceList(provider.name, provider.wire)),
    ...provider.wire === "azure_openai"
      ? { azure: { deployment: provider.deployments[model] ?? model, apiVersion: provider.apiVersion } }
      : {},
    region: provider.region,
  });

  /** A model by its own name: `provider/model`, one that a provider is known to have, or any at one that takes any. */
  function single(model: string): Target | undefined {
    const slash = model.indexOf("/");
    const named = slash > 0 ? byName.get(model.slice(0, slash)) : undefined;
    const rest = model.slice(slash + 1);
    if (named && (has(named, rest) || named.anyModel || named.models === undefined)) {
      return targetOf(named, rest);
    }
    const taker = named ? undefined : providers.find(({ anyModel }) => anyModel);
    const owner = providers.find((provider) => has(provider, model)) ?? taker;
    return owner && targetOf(owner, model);
  }

  function resolve(model: string): Target[] {
    const found = resolved.get(model);
    if (found) return found;
    const steps = Object.hasOwn(file.aliases, model) ? file.aliases[model] ?? [] : [model];
    const chain = steps.flatMap((step) => single(step) ?? []);
    // Names come from callers: only those that lead somewhere are kept, and not without bound.
    if (chain.length > 0 && resolved.size < 10_000) resolved.set(model, chain);
    return chain;
  }

  return {
    version,
    resolve,
    plain: (model) => single(model) !== undefined,
    discoverable: () =>
      providers.filter(({ wire, anyModel }) => wire === "openai" && anyModel).map((provider) =>
        targetOf(provider, "")
      ),
    models() {
      const own = providers.flatMap((provider) =>
        modelsOf(provider).map((model) => record(targetOf(provider, model)))
      );
      const aliases = Object.entries(file.aliases).flatMap(([alias, steps]) => {
        const [first] = resolve(alias);
        return first ? [{ ...record(first), id: alias, aliases: steps }] : [];
      });
      return [...new Map([...own.toReversed(), ...aliases].map((model) => [model.id, model])).values()];
    },
  };
}

/** A model for `/v1/models`, with what the catalogue knows of it. */
export function record({ provider, model, wire, price }: Target): ModelRecord {
  const known = catalogued(model, priceList(provider, wire));
  const echo = model === "echo-embedding" ? ["embeddings"] : ["chat"];
  return {
    id: model,
    object: "model",
    created: 0,
    owned_by: provider,
    provider,
    wire,
    capabilities: known?.capabilities ?? (provider === "echo" ? echo : []),
    context_window: known?.context_window ?? null,
    price: price ?? null,
    available: true,
  };
}
