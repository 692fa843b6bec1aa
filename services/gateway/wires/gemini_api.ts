/** Requests to Google's Gemini API, and the common parts of its answers. */
import type { JsonObject } from "lib/json_object.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { FinishReason } from "./chat_answer.ts";
import { objectOf, objectsOf, textOf, type WireRequest } from "./http.ts";
import type { WireContext } from "./wire.ts";

/** `models/<name>`; a tuned model has its own prefix. Names come from callers, so each is one path segment. */
export function modelPath(model: string): string {
  const [, prefix = "models/", name = ""] = /^(models\/|tunedModels\/)?(.*)$/s.exec(model) ?? [];
  return prefix + encodeURIComponent(name);
}

export function modelRequest(method: string, body: JsonObject, { target, key }: WireContext): WireRequest {
  return {
    url: `${target.baseUrl.href.replace(/\/$/, "")}/${modelPath(target.model)}:${method}`,
    headers: { "x-goog-api-key": key.secret },
    body: JSON.stringify(body),
  };
}

export function candidateParts(answer: JsonObject): JsonObject[] {
  const [candidate] = objectsOf(answer.candidates);
  return objectsOf(objectOf(candidate?.content).parts);
}

const FINISH: Record<string, FinishReason> = {
  STOP: "stop",
  MAX_TOKENS: "length",
  SAFETY: "content_filter",
  RECITATION: "content_filter",
  BLOCKLIST: "content_filter",
  PROHIBITED_CONTENT: "content_filter",
  SPII: "content_filter",
  LANGUAGE: "content_filter",
  IMAGE_SAFETY: "content_filter",
  IMAGE_PROHIBITED_CONTENT: "content_filter",
  IMAGE_RECITATION: "content_filter",
};

/** The finish reason; undefined before the end. @throws {UpstreamError} for a failed generation. */
export function finishReason(
  answer: JsonObject,
  called: boolean,
  provider: string,
): FinishReason | undefined {
  if (textOf(objectOf(answer.promptFeedback).blockReason)) return "content_filter";
  const [candidate = {}] = objectsOf(answer.candidates);
  const reason = textOf(candidate.finishReason);
  if (reason === "") return undefined;
  const finish = FINISH[reason];
  if (finish) return finish === "stop" && called ? "tool_calls" : finish;
  // MALFORMED_FUNCTION_CALL and similar: an error is better than an empty answer that looks valid.
  throw new UpstreamError(`Provider ${provider} failed: ${textOf(candidate.finishMessage) || reason}`, {
    status: 502,
    code: reason.toLowerCase(),
    beforeFirstByte: false,
  });
}
