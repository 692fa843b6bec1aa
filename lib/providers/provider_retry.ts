/** Which failed model calls are retried, when, and the error that callers finally get. */
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { pause } from "lib/deadlines.ts";
import { badGateway } from "lib/errors.ts";
import { maskSecrets, providerRefusal } from "lib/providers/provider_refusal.ts";
import { type HeaderReader, retryAfterMs } from "lib/http/retry_after.ts";

/** The options of one call. */
export interface CallLimits {
  /** The caller's signal. */
  signal?: AbortSignal;
  /** Timeout of one attempt, in milliseconds. */
  timeoutMs?: number;
  /** Most attempts. */
  tries?: number;
  /** Called with the headers of a successful answer that is not streamed. */
  onAnswer?(header: HeaderReader): void;
  /** Called for each failed attempt that is followed by another. */
  onRetry?(failure: { attempt: number; status: number | undefined; waitMs: number }): void;
}

const TRIES = 3;
const MAX_WAIT_MS = 20_000;
const MAX_WORDS = 500;

/** Retries work while that may help; finally throws the 502 of provider `name`, without its `secrets`. */
export function retrying(
  name: string,
  secrets: readonly string[] = [],
): <T>(work: () => Promise<T>, limits: CallLimits) => Promise<T> {
  return async <T>(
    work: () => Promise<T>,
    { signal, tries = TRIES, onRetry }: CallLimits,
  ): Promise<T> => {
    for (let attempt = 1;; attempt++) {
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        const waitMs = retryWait(error, attempt);
        if (attempt >= tries || waitMs === undefined) {
          throw failure({ name, secrets }, error);
        }
        onRetry?.({ attempt, status: statusOf(error), waitMs });
        await pause(waitMs, signal);
      }
    }
  };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof APIError ? error.status : undefined;
}

/**
 * Backoff in milliseconds before another attempt (full jitter, doubling from 0.5 s), or undefined for no
 * retry.
 */
function retryWait(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof APIError) || isTimeout(error)) return undefined;
  const { status, headers } = error;
  if (status !== undefined && ![408, 409, 429].includes(status) && status < 500) return undefined;
  if (headers?.get("x-should-retry") === "false") return undefined;
  const asked = retryAfterMs((header) => headers?.get(header));
  if (asked !== null) return asked <= MAX_WAIT_MS ? asked : undefined;
  return Math.random() * Math.min(MAX_WAIT_MS, 500 * 2 ** attempt);
}

function isTimeout(error: unknown): boolean {
  return error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError ||
    error instanceof DOMException && error.name === "TimeoutError";
}

/** The 502 of a failed call, and its cause, which is logged: neither holds a key. */
function failure({ name, secrets }: { name: string; secrets: readonly string[] }, error: unknown): unknown {
  if (isTimeout(error)) return badGateway(`Provider ${name} did not answer in time`, { cause: error });
  if (!(error instanceof APIError)) return error;
  const cause = withoutSecrets(error, secrets);
  if (error.status === undefined && error.error === undefined) {
    return badGateway(`Provider ${name} cannot be reached`, { cause });
  }
  const { status, message } = refusalOf(error, secrets);
  if (error.status === undefined) {
    return badGateway(`Provider ${name} broke off its answer: ${message}`, { cause });
  }
  const words = status === 401 || status === 403 ? "its key was refused" : message;
  return badGateway(`Provider ${name} answered ${status}: ${words}`, { cause });
}

function refusalOf({ status = 0, headers, error }: APIError, secrets: readonly string[]) {
  const refusal = providerRefusal({ status, header: (name) => headers?.get(name), body: error, secrets });
  return { ...refusal, message: refusal.message?.slice(0, MAX_WORDS) ?? "no message" };
}

/** The parts of the error that callers read: its status, headers, code and type. */
function withoutSecrets(error: APIError, secrets: readonly string[]): APIError {
  const { status, headers } = error;
  if (status === undefined || !headers) return error.error === undefined ? error : broken(error, secrets);
  const { message, type, code, param } = refusalOf(error, secrets);
  return APIError.generate(status, { error: { message, type, code, param } }, message, headers);
}

function broken({ message, headers }: APIError, secrets: readonly string[]): APIError {
  return new APIError(undefined, undefined, maskSecrets(message, secrets), headers);
}
