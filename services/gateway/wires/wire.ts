import type { Bytes } from "lib/http/http_client.ts";
import type { JsonObject } from "lib/json_object.ts";
import type { ProviderKey, Target } from "../providers/target.ts";
import type { FailureSource } from "../providers/reported_failure.ts";
import type { FormFile } from "../uploads/form.ts";
import type { Media } from "./media.ts";

/** Context of a call: the target, its key, the caller's signal. */
export interface WireContext {
  target: Target;
  key: ProviderKey;
  signal: AbortSignal;
}

/** The provider and key that a failure within an answer is attributed to. */
export function failureSourceOf({ target, key }: Pick<WireContext, "target" | "key">): FailureSource {
  return { provider: target.provider, secrets: [key.secret] };
}

/** A request for images. */
export interface ImageRequest {
  /** Its fields, in OpenAI's form. */
  data: JsonObject;
  /** Input images of an edit or a variation. */
  pictures: Media[];
}

/** A request for a transcript. */
export interface TranscriptionRequest {
  /** Its fields, in OpenAI's form. */
  data: JsonObject;
  file: FormFile;
  /** Whether to translate into English. */
  inEnglish: boolean;
}

/** Synthesized speech. */
export interface Speech {
  contentType: string;
  bytes: Bytes;
  /** Usage in OpenAI's form; undefined if the provider reports none. */
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
  generateImages?(request: ImageRequest, context: WireContext): Promise<JsonObject>;
  /** Answers with speech for the request's `input`. */
  synthesize?(request: JsonObject, context: WireContext): Promise<Speech>;
  /** Answers with an object of `text`, and `usage` where the provider counts it. */
  transcribe?(request: TranscriptionRequest, context: WireContext): Promise<JsonObject>;
  /** Whether `transcribe` can translate into English. */
  translatesToEnglish?: boolean;
}
