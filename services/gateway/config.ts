import type { Price } from "./prices.ts";

/** How a provider's API is spoken; all but the first two are translated by a `Wire`. */
export type WireName = "openai" | "azure_openai" | "anthropic" | "gemini" | "bedrock" | "cohere" | "echo";

/** One of a provider's keys; `id` names it in metrics and circuits, never its secret. */
export interface ProviderKey {
  id: string;
  secret: string;
  weight: number;
}

/** A model at a provider: one step of a fallback chain. */
export interface Target {
  provider: string;
  /** The model's name at the provider. */
  model: string;
  wire: WireName;
  baseUrl: URL;
  keys: ProviderKey[];
  headers: Record<string, string>;
  timeoutMs: number;
  idleTimeoutMs: number;
  price?: Price;
  azure?: { deployment: string; apiVersion: string };
  region?: string;
}

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
}

/** Holds the configuration in force. */
export interface ConfigHolder {
  current(): GatewayConfig;
  /** Reads it again; throws with line and reason when it is wrong, and the old one stays. */
  reload(): Promise<void>;
}
