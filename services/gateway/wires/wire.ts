import type { JsonObject } from "lib/json_object.ts";
import type { ProviderKey, Target } from "../providers/target.ts";

/** A wire's surroundings: the target, its key, the caller's signal. */
export interface WireContext {
  target: Target;
  key: ProviderKey;
  signal: AbortSignal;
}

/**
 * Translates the chat-completion format to a provider's own API and back. Failures are thrown as
 * `UpstreamError`.
 */
export interface Wire {
  /** Answers with a chat completion object. */
  chat(request: JsonObject, context: WireContext): Promise<JsonObject>;
  /** Yields chat completion chunks; the last ones hold finish_reason, then usage with empty choices. */
  stream(request: JsonObject, context: WireContext): AsyncIterable<JsonObject>;
  /** Answers with an embedding list object. */
  embed?(request: JsonObject, context: WireContext): Promise<JsonObject>;
  /** Answers with an object of `results`, each with `index` and `relevance_score`. */
  rerank?(request: JsonObject, context: WireContext): Promise<JsonObject>;
}
