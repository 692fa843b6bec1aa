/** Errors in the format of Anthropic's API. */
import type { JsonObject } from "lib/json_object.ts";
import type { GatewayError } from "../errors.ts";
import { isCallersFault } from "../providers/resilience.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

const TYPES: Record<number, string> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  503: "overloaded_error",
};

export function failureBody(error: GatewayError, requestId: string): JsonObject {
  const { cause, code, param, message } = error;
  // In a started stream the status of a provider's refusal is only in its cause.
  const status = cause instanceof UpstreamError && isCallersFault(cause) ? cause.status : error.status;
  const overloaded = cause instanceof UpstreamError &&
    (cause.status === 529 || cause.type === "overloaded_error");
  const type = overloaded
    ? "overloaded_error"
    : TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
  // Anthropic's format has no code and no param, so they are added under `details`.
  const details = code || param ? { details: { error_code: code, param } } : {};
  return { type: "error", error: { type, message, ...details }, request_id: requestId };
}

export function failureResponse(error: GatewayError, headers: Record<string, string>): Response {
  const requestId = headers["x-request-id"] ?? "";
  return Response.json(failureBody(error, requestId), {
    status: error.status,
    headers: { ...headers, ...error.headers, "request-id": requestId },
  });
}
