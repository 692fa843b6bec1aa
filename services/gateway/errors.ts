import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { foreseen, ServiceError } from "lib/errors.ts";

export type GatewayErrorType =
  | "rbac_denied"
  | "oidc_auth_error"
  | "guardrails_blocked"
  | "guardrails_error"
  | "rate_limit_exceeded"
  | "provider_error"
  | "invalid_request_error"
  | "server_error";

interface Options {
  param?: string | null;
  code?: string | null;
  headers?: Record<string, string>;
  cause?: unknown;
}

type Status = ConstructorParameters<typeof HTTPException>[0];

/** An error in the format that OpenAI's clients expect. */
export class GatewayError extends HTTPException {
  readonly param: string | null;
  readonly code: string | null;
  readonly headers: Record<string, string>;

  constructor(status: Status, readonly type: GatewayErrorType, message: string, options: Options = {}) {
    super(status, { message, cause: options.cause });
    this.param = options.param ?? null;
    this.code = options.code ?? null;
    this.headers = options.headers ?? {};
  }
}

/** 401: no valid credential; 403: a valid one without the right to do this. */
export function rbacDenied(status: 401 | 403, message: string): GatewayError {
  const headers: Record<string, string> = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return new GatewayError(status, "rbac_denied", message, { headers });
}

export function oidcAuthError(message: string): GatewayError {
  return new GatewayError(401, "oidc_auth_error", message, { headers: { "www-authenticate": "Bearer" } });
}

export function guardrailsBlocked(message: string): GatewayError {
  return new GatewayError(403, "guardrails_blocked", message);
}

/** 403: the policies require a replacement in an answer whose format allows none. */
export function answerNotRedactable(): GatewayError {
  return guardrailsBlocked(
    "The model's answer contains content that the safety policies do not allow, and it cannot be redacted in this " +
      "format: change the request, or ask for another format",
  );
}

export function guardrailsError(message: string, options: { cause?: unknown } = {}): GatewayError {
  return new GatewayError(502, "guardrails_error", message, options);
}

export function rateLimitExceeded(message: string, retryAfterSeconds: number): GatewayError {
  const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  return new GatewayError(429, "rate_limit_exceeded", message, { headers: { "retry-after": seconds } });
}

/** 502: `shouldRetry` false tells clients that a retry cannot help. */
export function providerError(
  message: string,
  { shouldRetry = true, headers = {}, ...options }: Options & { shouldRetry?: boolean } = {},
): GatewayError {
  const more = shouldRetry ? headers : { ...headers, "x-should-retry": "false" };
  return new GatewayError(502, "provider_error", message, { ...options, headers: more });
}

export function invalidRequest(
  status: 400 | 404 | 409 | 413 | 415 | 422,
  message: string,
  options: Options = {},
): GatewayError {
  return new GatewayError(status, "invalid_request_error", message, options);
}

/** 400: no available provider supports this. */
export function unsupported(message: string, { param = "model", cause }: Options = {}): GatewayError {
  return invalidRequest(400, message, { param, code: "unsupported", cause });
}

/** The client did not read its stream. */
export function notRead(): GatewayError {
  return new GatewayError(408, "invalid_request_error", "The stream was not read in time", {
    code: "not_read",
  });
}

/** 503: temporarily unavailable. */
export function notNow(message: string, options: Options = {}): GatewayError {
  return new GatewayError(503, "server_error", message, options);
}

/** The body of an error response, or of the last event of a stream. */
export function errorBody({ message, type, param, code }: GatewayError) {
  return { error: { message, type, param, code } };
}

/** The response for an error that a route threw. */
export function renderGatewayError(error: unknown, c: Context): Response {
  const known = asGatewayError(error);
  return c.json(errorBody(known), known.status, known.headers);
}

/** A model call's failure as a response. */
export function errorResponse(error: GatewayError, headers: Record<string, string>): Response {
  return Response.json(errorBody(error), { status: error.status, headers: { ...headers, ...error.headers } });
}

export function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const known = error instanceof HTTPException ? error : foreseen(error);
  if (!known) return new GatewayError(500, "server_error", "Internal server error");
  const headers = known instanceof ServiceError ? known.headers : {};
  const details = known instanceof ServiceError ? known.details : undefined;
  const message = details?.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ") ?? known.message;
  return new GatewayError(known.status, typeOf(known.status), message, {
    headers,
    cause: error,
    param: details?.[0]?.loc.slice(1).join(".") ?? null,
  });
}

function typeOf(status: number): GatewayErrorType {
  if (status === 401 || status === 403) return "rbac_denied";
  if (status === 429) return "rate_limit_exceeded";
  if (status === 502) return "provider_error";
  return status < 500 ? "invalid_request_error" : "server_error";
}
