import type { Bytes } from "lib/http/http_client.ts";
import type { JsonObject } from "lib/json_object.ts";
import type { ProviderKey, Target } from "../providers/target.ts";
import type { Teller } from "../providers/told_failure.ts";
import type { FormFile } from "../uploads/form.ts";
import type { Media } from "./media.ts";

/** A wire's surroundings: the target, its key, the caller's signal. */
export interface WireContext {
  target: Target;
  key: ProviderKey;
  signal: AbortSignal;
}

/** Who tells of a failure within an answer. */
export function tellerOf({ target, key }: Pick<WireContext, "target" | "key">): Teller {
  return { provider: target.provider, secrets: [key.secret] };
}

/** A wish for pictures. */
export interface DrawingWish {
  /** Its fields, in OpenAI's form. */
  data: JsonObject;
  /** Those to begin with, of an edit or a variation. */
  pictures: Media[];
}

/** A wish for a sound to be written down. */
export interface HearingWish {
  /** Its fields, in OpenAI's form. */
  data: JsonObject;
  file: FormFile;
  /** In English, whatever is spoken. */
  inEnglish: boolean;
}

/** A text that was spoken. */
export interface Speech {
  contentType: string;
  bytes: Bytes;
  /** As OpenAI tells it; undefined where the provider counts nothing. */
  usage: JsonObject | undefined;
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
  /** Answers with an object of `data`, each with `b64_json`, and `usage` where the provider counts it. */
  draw?(wish: DrawingWish, context: WireContext): Promise<JsonObject>;
  /** Speaks the `input` of a request for speech. */
  speak?(request: JsonObject, context: WireContext): Promise<Speech>;
  /** Answers with an object of `text`, and `usage` where the provider counts it. */
  hear?(wish: HearingWish, context: WireContext): Promise<JsonObject>;
  /** Whether `hear` also does so in English. */
  hearsInEnglish?: boolean;
}
