import type { CacheMarks } from "./cache_marks.ts";
import type { Load } from "./load.ts";
import type { Price } from "./price.ts";

/** How a provider's API is spoken; all but the first two are translated by a `Wire`. */
export type WireName = "openai" | "azure_openai" | "anthropic" | "gemini" | "bedrock" | "cohere" | "echo";

/** One of a provider's keys; `id` names it in metrics and circuits, never its secret. */
export interface ProviderKey {
  id: string;
  secret: string;
  weight: number;
  /** Where this key's calls have less time than the provider's others. */
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
  /** By which `fetch` reaches it. */
  client?: Deno.HttpClient | undefined;
  /** Has the Responses API itself. */
  responses?: boolean;
  /** Is asked for responses where a chat has tools, which it refuses on chat completions. */
  toolsByResponses?: boolean;
  /** Marks for its prompt cache, where a client sets none. */
  cacheMarks?: CacheMarks | undefined;
  /** Shared by all targets of this model at this provider. */
  load?: Load;
  /** Asked in its place when a request is too long for it. */
  longer?: readonly Target[];
  /** As the first of a chain: the next is asked as well when it has not answered by then. */
  hedgeAfterMs?: number | undefined;
}
