/** Failures by name. Handlers throw them; `renderError` alone turns a failure into a response. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Fields, Logger } from "lib/telemetry/log.ts";
import { isDatabaseAway, isDiskFull } from "lib/outages.ts";

/** One fault of a request, as the specification's validation errors list them. */
export interface Detail {
  /** Where: starts with body, query, path, header or file. */
  loc: (string | number)[];
  /** The fault, for people. */
  msg: string;
  /** The fault, for programs. */
  type: string;
}

/** A failure with the validation details or headers that its response carries. */
export class ServiceError extends HTTPException {
  /** Response headers beside the usual ones, such as Retry-After. */
  readonly headers: Record<string, string>;
  /** The faults of a 422. */
  readonly details: Detail[] | undefined;

  /** A failure of `status`, its message for the caller, its cause for the log. */
  constructor(
    status: ConstructorParameters<typeof HTTPException>[0],
    message: string,
    options: { cause?: unknown; headers?: Record<string, string>; details?: Detail[] } = {},
  ) {
    super(status, { message, cause: options.cause });
    this.headers = options.headers ?? {};
    this.details = options.details;
  }
}

/** 400: the body does not match its content type. */
export function badRequest(message: string): ServiceError {
  return new ServiceError(400, message);
}

/** 401: no token, or one that is not valid. */
export function unauthorized(message: string): ServiceError {
  return new ServiceError(401, message, { headers: { "www-authenticate": "Bearer" } });
}

/** 403: a valid token whose role may not do this. */
export function forbidden(role: string, required: readonly string[]): ServiceError {
  return new ServiceError(403, `Role '${role}' is not permitted; required: ${required.join(", ")}`);
}

/** 404: `what` ("Tender") does not exist, or not for this caller. */
export function notFound(what: string): ServiceError {
  return new ServiceError(404, `${what} not found`);
}

/** 409: another resource already has this name or key. */
export function conflict(what: string): ServiceError {
  return new ServiceError(409, `${what} already exists`);
}

/** 409: the resource is not in a state that allows this; the message says what to do first. */
export function wrongState(message: string): ServiceError {
  return new ServiceError(409, message);
}

/** 413: more bytes than the limit. */
export function tooLarge(maxBytes: number): ServiceError {
  const megabytes = Number((maxBytes / 2 ** 20).toFixed(2));
  return new ServiceError(413, `Request body exceeds the maximum of ${megabytes} MB`);
}

/** 415: the endpoint takes another content type. */
export function unsupportedMediaType(expected: string): ServiceError {
  return new ServiceError(415, `Content-Type must be ${expected}`);
}

/** 422: one field is not acceptable. */
export function invalid(loc: (string | number)[], msg: string, type = "value_error"): ServiceError {
  return invalidAll([{ loc, msg, type }]);
}

/** 422: several faults at once. */
export function invalidAll(details: Detail[]): ServiceError {
  return new ServiceError(422, "Request validation failed", { details });
}

/** 429: try again after that many seconds. */
export function tooManyRequests(retryAfterSeconds: number): ServiceError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new ServiceError(429, `Rate limit exceeded; try again later, in ${seconds} s`, {
    headers: { "retry-after": String(seconds) },
  });
}

/** 502: a service or provider behind this one failed. */
export function badGateway(message: string, options: { cause?: unknown } = {}): ServiceError {
  return new ServiceError(502, message, options);
}

/** 503: try again after that many seconds; without a number, set what the message names first. */
export function unavailable(
  message: string,
  { cause, retryAfterSeconds }: { cause?: unknown; retryAfterSeconds?: number } = {},
): ServiceError {
  const headers: Record<string, string> = retryAfterSeconds === undefined
    ? {}
    : { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) };
  return new ServiceError(503, message, { cause, headers });
}

/** 507: nothing can be stored. */
export function diskFull(options: { cause?: unknown } = {}): ServiceError {
  return new ServiceError(507, "The disk is full: nothing can be stored until space is freed", options);
}

const AWAY_RETRY_SECONDS = 5;

/**
 * The HTTP failure for an outage below a handler: 503 for an unreachable database, 507 for a full disk;
 * undefined for any other failure.
 */
export function foreseen(error: unknown): ServiceError | undefined {
  if (isDiskFull(error)) return diskFull({ cause: error });
  if (!isDatabaseAway(error)) return undefined;
  const options = { cause: error, retryAfterSeconds: AWAY_RETRY_SECONDS };
  return unavailable("The database does not answer; try again later", options);
}

/**
 * The response of a failure in the application services' format: `{error}`, `{error, details}` for
 * validation, `{detail}` for 401 and 403. Anything unforeseen is a 500 that does not reveal the cause.
 */
export function renderError(error: unknown, c: Context): Response {
  const known = error instanceof HTTPException ? error : foreseen(error);
  if (!known) return c.json({ error: "Internal server error" }, 500);
  const headers = known instanceof ServiceError ? known.headers : {};
  return c.json(errorBody(known), known.status, headers);
}

function errorBody(error: HTTPException): Record<string, unknown> {
  if (error.status === 401 || error.status === 403) return { detail: error.message };
  const details = error instanceof ServiceError ? error.details : undefined;
  return details ? { error: error.message, details } : { error: error.message };
}

/**
 * Logs a failure: nothing for the caller's faults, a warning for an outage around this process, and an error
 * with its stack for our own faults.
 */
export function logFailure(log: Logger, error: unknown, fields: Fields & { status: number }): void {
  const { status } = fields;
  if (status < 500) return;
  const cause = error instanceof Error ? error.cause : undefined;
  if (status === 500) return log.error("request failed", { ...fields, error, cause });
  const known = error instanceof HTTPException ? undefined : foreseen(error);
  log.warn("request not served", {
    ...fields,
    reason: known?.message ?? wordsOf(error),
    cause: wordsOf(known ? error : cause),
  });
}

function wordsOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return error instanceof Error ? error.message : String(error);
}
