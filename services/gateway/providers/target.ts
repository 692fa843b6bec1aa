import type { CacheMarks } from "./cache_marks.ts";
import type { Load } from "./load.ts";
import type { Price } from "./price.ts";

/** The protocol of a provider's API; all but the first two are translated by a `Wire`. */
export type WireName = "openai" | "azure_openai" | "anthropic" | "gemini" | "bedrock" | "cohere" | "echo";

/** One of a provider's keys; `id` names it in metrics and circuits, never its secret. */
export interface ProviderKey {
  id: string;
  secret: string;
  weight: number;
  /** A shorter timeout for calls with this key. */
  timeoutMs?: number | undefined;
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
  /** HTTP client for `fetch`. */
  client?: Deno.HttpClient | undefined;
  /** Whether it has a Responses API. */
  responses?: boolean;
  /** Chats with tools go to the Responses API, since chat completions refuse them. */
  toolsByResponses?: boolean;
  /** Prompt cache marks, used if the client sets none. */
  cacheMarks?: CacheMarks | undefined;
  /** Shared by all targets of this model at this provider. */
  load?: Load;
  /** Targets with a longer context, called when a request is too long for this one. */
  longer?: readonly Target[];
  /** For the first of a chain: also calls the next one if there is no answer by then. */
  hedgeAfterMs?: number | undefined;
}
