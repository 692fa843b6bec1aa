import { NO_FILE, parseConfigFile, type ReadConfig } from "./config_file.ts";
import { readConfigText } from "./config_text.ts";
import { createLoad, type Load } from "./load.ts";
import { fromEnv, fromFile, type Provider } from "./provider.ts";
import type { GatewayProviderEnv } from "./provider_env.ts";
import { type GatewayConfig, gatewayConfig, type RoutesOptions } from "./routing.ts";
import type { SetPrices } from "./set_prices.ts";

/** Holds the current configuration. */
export interface ConfigHolder {
  current(): GatewayConfig;
  /** Reloads it; throws with line and reason when it is invalid, and keeps the old one. */
  reload(): Promise<void>;
}

interface Loaded {
  text: string;
  read: ReadConfig;
  config: GatewayConfig;
}

/** Opens the configuration: the file of GATEWAY_CONFIG, and providers whose keys are in the environment. */
export async function openConfig(
  env: GatewayProviderEnv,
  { client, setPrices }: { client?: Deno.HttpClient | undefined; setPrices?: SetPrices } = {},
): Promise<ConfigHolder> {
  const loads = new Map<string, Load>();
  // Measurements of a model outlive a reload of the file.
  const loadOf = (provider: string, model: string): Load => {
    const name = `${provider} ${model}`;
    const known = loads.get(name) ?? createLoad();
    if (loads.size < MOST_LOADS) loads.set(name, known);
    return known;
  };
  const options = { loadOf, client, ...setPrices ? { setPrices } : {} };
  let current = await load(env, options);
  return {
    current: () => current.config,
    async reload() {
      const next = await load(env, options);
      refuseCut(next, current);
      current = next;
    },
  };
}

// Limited, because callers can invent models at providers that accept any.
const MOST_LOADS = 10_000;

async function load(
  env: GatewayProviderEnv,
  options: Pick<RoutesOptions, "loadOf" | "client" | "setPrices">,
): Promise<Loaded> {
  const path = env.GATEWAY_CONFIG;
  const text = path ? await readConfigText(path) : "";
  const read = path ? parseConfigFile(text, path) : NO_FILE;
  const { file, fault } = read;
  const providers = [...file.providers.map((given, index) => fromFile(given, index, fault)), ...fromEnv(env)];
  const unique = [...new Map(providers.toReversed().map((provider) => [provider.name, provider])).values()]
    .reverse();
  const config = gatewayConfig({
    providers: unique,
    file,
    version: await version(text, unique),
    ...options,
  });
  for (const [alias, { models, longer }] of Object.entries(file.aliases)) {
    for (const name of [...models.map(({ model }) => model), ...longer]) {
      const known = name === alias ? config.isModel(name) : config.resolve(name).length > 0;
      if (!known) throw fault(["aliases", alias], `no provider has the model ${name}`);
    }
  }
  return { text, read, config };
}

/** A partially written file may be valid YAML and would remove providers. @throws {ConfigError} */
function refuseCut({ text, read }: Loaded, before: Loaded): void {
  const lines = text.split("\n").length;
  const [left, had] = [read, before.read].map(({ file }) => file.providers.length);
  if (left === 0 && had !== 0) {
    throw read.fault([], `it removes all ${had} providers; if that is intended, restart the gateway`);
  }
  if (before.text.endsWith("\n") && !text.endsWith("\n")) {
    throw read.fault(
      [],
      `line ${lines} has no line break, so the file may be truncated; end the line with one`,
    );
  }
  if (text.length < before.text.length && before.text.startsWith(text)) {
    const kept = `it ends after line ${lines - 1} of the previous file, so it may be truncated; `;
    throw read.fault([], `${kept}if that is intended, end it with a comment`);
  }
}

/** Changes with the file and the set of providers, and reveals no keys. */
async function version(text: string, providers: Provider[]): Promise<string> {
  const names = providers.map(({ name, baseUrl }) => `${name} ${baseUrl}`).join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${text}\n${names}`));
  return new Uint8Array(digest).toHex().slice(0, 12);
}
