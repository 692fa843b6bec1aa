import { azureProvider, gatewayProvider, openaiProvider, type Provider } from "lib/providers/provider.ts";
import type { Env } from "../env.ts";
import { createGate, type Gate } from "./rate_limit_gate.ts";
import type { ProviderName } from "./provider_name.ts";

export type Providers = Record<ProviderName, Provider>;

/** The providers that evaluations may name, as the settings describe them. */
export function createProviders(env: Env, gatewayAdminKey: string): Providers {
  return {
    openai: openaiProvider({ apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL }),
    azure_openai: azureProvider({
      apiKey: env.AZURE_OPENAI_API_KEY,
      endpoint: env.AZURE_OPENAI_ENDPOINT,
      deployment: env.AZURE_OPENAI_DEPLOYMENT,
    }),
    gateway: gatewayProvider({
      baseUrl: env.GATEWAY_BASE_URL,
      apiKey: env.GATEWAY_API_KEY ?? gatewayAdminKey,
    }),
  };
}

/** Finds a provider and its one gate, which all evaluations of this process share. */
export function reachOf(providers: Providers): (name: string) => { provider: Provider; gate: Gate } {
  const reaches = new Map<string, { provider: Provider; gate: Gate }>(
    Object.entries(providers).map(([name, provider]) => [name, { provider, gate: createGate() }]),
  );
  return (name) => {
    const reach = reaches.get(name);
    if (!reach) throw new Error(`unknown provider ${name}`);
    return reach;
  };
}
