/** Which failed model calls are made again, when, and what callers are told in the end. */
import { APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { badGateway } from "lib/errors.ts";

/** How one call differs from the provider's usual. */
export interface CallLimits {
  /** The caller's own. */
  signal?: AbortSignal;
  /** Time for one attempt, milliseconds. */
  timeoutMs?: number;
  /** Attempts in all. */
  tries?: number;
  /** Told of each failed attempt that is followed by another. */
  onRetry?(failure: { attempt: number; status: number | undefined; waitMs: number }): void;
}

const TRIES = 3;
const MAX_WAIT_MS = 20_000;

/** Does work again as long as that may help; in the end throws the 502 of provider `name`. */
export function retrying(
  name: string,
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
        if (attempt >= tries || waitMs === undefined) throw failure(name, error);
        onRetry?.({ attempt, status: statusOf(error), waitMs });
        await pause(waitMs, signal);
      }
    }
  };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof APIError ? error.status : undefined;
}

/** Milliseconds to wait before another attempt (full jitter, 0.5 s doubling), or undefined for none. */
function retryWait(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof APIError) || isTimeout(error)) return undefined;
  const { status, headers } = error;
  if (status !== undefined && ![408, 409, 429].includes(status) && status < 500) return undefined;
  if (headers?.get("x-should-retry") === "false") return undefined;
  const asked = retryAfterMs(headers);
  if (asked !== undefined) return asked <= MAX_WAIT_MS ? asked : undefined;
  return Math.random() * Math.min(MAX_WAIT_MS, 500 * 2 ** attempt);
}

function retryAfterMs(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get("retry-after-ms") ?? NaN);
  if (ms >= 0) return ms;
  const after = headers?.get("retry-after");
  if (!after) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function isTimeout(error: unknown): boolean {
  return error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError ||
    error instanceof DOMException && error.name === "TimeoutError";
}

/** The 502 of a failed call. A provider's words may quote the key it refused, so for 401 and 403 they stay here. */
function failure(name: string, error: unknown): unknown {
  if (isTimeout(error)) return badGateway(`Provider ${name} did not answer in time`, { cause: error });
  if (!(error instanceof APIError)) return error;
  if (error.status === undefined) return badGateway(`Provider ${name} cannot be reached`, { cause: error });
  const words = error.status === 401 || error.status === 403
    ? "its key was refused"
    : error.message.replace(/^\d+ /, "").slice(0, 500);
  return badGateway(`Provider ${name} answered ${error.status}: ${words}`, { cause: error });
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
