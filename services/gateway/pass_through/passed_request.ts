/** Reads a request to a provider's own endpoint as far as access checks, limits and costs require. */
import type { JsonObject } from "lib/json_object.ts";
import type { Bytes } from "lib/http/http_client.ts";
import { SMALL_BYTES } from "lib/http/slow_body.ts";
import { promptTokens } from "../streams/estimate.ts";
import { requestText } from "../streams/message_texts.ts";
import type { Call } from "../calls/call.ts";
import { type BodyBounds, readBody, readLong, tooLarge } from "../calls/request_body.ts";
import { type StreamedBody, streamedBody } from "./streamed_body.ts";
import { guardrailsBlocked, invalidRequest } from "../errors.ts";
import { objectOf } from "../wires/http.ts";
import type { PassedPath } from "./passed_path.ts";

export interface PassedRequest extends PassedPath {
  method: string;
  headers: Headers;
  /** The raw body, or a stream if nothing needs the whole of it; undefined without a body. */
  body: Bytes | StreamedBody | undefined;
  /** The parsed body, if it is JSON. */
  data: JsonObject | undefined;
}

/**
 * Throws invalid_request_error for a body that is too large, or declared as JSON but invalid. `isSigned` reads the
 * whole body.
 */
export async function passedRequest(
  request: Request,
  place: PassedPath & { isSigned: boolean },
  { bounds, call }: { bounds: BodyBounds; call: Call },
): Promise<PassedRequest> {
  const { method, headers } = request;
  const { isSigned, ...to } = place;
  const whole = { ...to, method, headers };
  if (headers.has("upgrade")) {
    throw invalidRequest(400, "WebSockets are not supported: send plain requests", { code: "unsupported" });
  }
  const isEmpty = request.body === null || headers.get("content-length") === "0";
  if (method === "GET" || isEmpty) {
    await request.body?.cancel();
    return { ...whole, body: undefined, data: undefined };
  }
  if (/^application\/([\w.-]+\+)?json\b/i.test(headers.get("content-type") ?? "")) {
    const { text, data } = await readBody(request, bounds, call);
    return { ...whole, body: typeof text === "string" ? new TextEncoder().encode(text) : text, data };
  }
  const declared = headers.get("content-length");
  const length = Number(declared ?? NaN);
  if (length > bounds.maxBodyBytes) throw tooLarge(bounds.maxBodyBytes);
  const body = !isSigned && length > SMALL_BYTES
    ? streamedBody(request.body ?? new ReadableStream(), length)
    : await readLong(request, bounds, { call, declared });
  return { ...whole, body, data: undefined };
}

/** The text of a request. Throws guardrails_blocked when it cannot be read. */
export function wordsOf({ data, body, search }: PassedRequest): string {
  if (body && !data) {
    throw guardrailsBlocked(
      "The request body is not JSON, so the safety policies cannot check it: send JSON",
    );
  }
  return [requestText(data ?? {}), ...new URLSearchParams(search).values()].filter((text) => text !== "")
    .join("\n");
}

// Tokens reserved for an answer when the request sets no maximum.
const USUAL_TOKENS = 512;

/** Estimated tokens of a request. */
export function likelyTokens({ data, method }: PassedRequest): { prompt: number; completion: number } {
  if (!data || method === "GET" || method === "DELETE") return { prompt: 0, completion: 0 };
  const { max_tokens, max_completion_tokens, max_output_tokens, generationConfig, inferenceConfig } = data;
  const bounds = [
    ...[max_completion_tokens, max_tokens, max_output_tokens],
    ...[objectOf(generationConfig).maxOutputTokens, objectOf(inferenceConfig).maxTokens],
  ];
  const bound = bounds.find((value) => typeof value === "number" && value >= 0);
  const { model: _, ...said } = data;
  return { prompt: promptTokens(said), completion: typeof bound === "number" ? bound : USUAL_TOKENS };
}
