/** The error that a client receives, and the accounting of a failed call. */
import { type Books, settle, turnAway } from "./accounting.ts";
import type { Call } from "./call.ts";
import { asGatewayError, GatewayError, invalidRequest, providerError, unsupported } from "../errors.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import { isCallersFault } from "../providers/resilience.ts";
import { UpstreamError } from "../providers/upstream_error.ts";

/** Status for refusals of a provider: always 502, or its own 400, 413 and 422. */
export type ClientErrors = "as_gateway" | "as_provider";

/** Accounts for a call that ended with `error`; returns the client's error. */
export function endFailed(
  books: Books,
  call: Call,
  error: unknown,
  { signal, clientErrors }: { signal: AbortSignal; clientErrors: ClientErrors },
): GatewayError {
  const failure = failureOf(error, clientErrors);
  const { status, type, code } = failure;
  const detail = {
    status,
    type,
    code,
    ...(error instanceof UpstreamError ? { provider_status: error.status } : {}),
  };
  if (signal.aborted && call.begun) {
    // A called provider may bill for the prompt.
    const usage = call.target ? undefined : estimatedUsage(0, 0);
    settle(books, call, { outcome: "aborted", status: 499, usage });
  } else if (type === "guardrails_blocked") {
    settle(books, call, { outcome: "blocked", status, usage: call.answered ?? estimatedUsage(0, 0), detail });
  } else if (call.begun) {
    settle(books, call, { outcome: "error", status, usage: call.answered, detail });
  } else {
    turnAway(books, call, failure);
  }
  return failure;
}

function failureOf(error: unknown, clientErrors: ClientErrors): GatewayError {
  if (error instanceof UpstreamError) return providerFailure(error, clientErrors);
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return invalidRequest(422, "The body is nested too deeply");
  }
  return asGatewayError(error);
}

/** An error with the provider's message. If a retry is useless, a header tells the client not to retry. */
function providerFailure(error: UpstreamError, clientErrors: ClientErrors): GatewayError {
  const { status, param, retryAfterMs } = error;
  if (error.code === "unsupported") {
    return unsupported(error.message, { param: param ?? "model", cause: error });
  }
  const code = error.code ?? (status > 0 ? `provider_${status}` : null);
  if (clientErrors === "as_provider" && (status === 400 || status === 413 || status === 422)) {
    return invalidRequest(status, error.message, { code, param, cause: error });
  }
  const final = isCallersFault(error) || [401, 403, 404].includes(status);
  const wait = retryAfterMs === null ? undefined : String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  return providerError(error.message, {
    shouldRetry: !final,
    code,
    param,
    headers: wait === undefined ? {} : { "retry-after": wait },
    cause: error,
  });
}
