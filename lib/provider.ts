/** Model calls: one OpenAI-compatible client, our own retry, failures as 502 without secrets. */
import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError, AzureOpenAI } from "openai";
import { badGateway, unavailable } from "lib/errors.ts";

/** What a call's work is given, to be passed on to the client. */
export interface CallOptions {
  /** Aborts when the caller gives up or the time is over. */
  signal: AbortSignal;
  /** Milliseconds. */
  timeout: number;
}

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

/** Someone who answers model calls. */
export interface Provider {
  /** Its name in errors and records. */
  name: string;
  /** Whether it has what it needs to be called. */
  configured: boolean;
  /** The setting to set when it has not. */
  setting: string;
  /** Where it is called, when it is configured. */
  baseUrl: string | undefined;
  /**
   * Does `work` with the client, again on 408, 409, 429, 5xx and connection failures, Retry-After honoured.
   * @throws 503 naming the setting when not configured, 502 when the provider failed, the signal's reason
   * when the caller gave up.
   */
  call<T>(work: (client: OpenAI, options: CallOptions) => Promise<T>, limits?: CallLimits): Promise<T>;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const TRIES = 3;
const MAX_WAIT_MS = 20_000;

/** Any OpenAI-compatible endpoint; with a base URL of its own it may do without a key. */
export function openaiProvider(
  { name = "openai", apiKey, baseUrl, setting = "OPENAI_API_KEY", timeoutMs = DEFAULT_TIMEOUT_MS, headers }: {
    name?: string;
    apiKey?: string;
    baseUrl?: string;
    setting?: string;
    timeoutMs?: number;
    headers?: Record<string, string>;
  },
): Provider {
  const client = apiKey || baseUrl
    ? new OpenAI({
      apiKey: apiKey ?? "none",
      baseURL: baseUrl ?? "https://api.openai.com/v1",
      maxRetries: 0,
      timeout: timeoutMs,
      defaultHeaders: headers,
      organization: null,
      project: null,
    })
    : undefined;
  return {
    name,
    setting,
    configured: !!client,
    baseUrl: client?.baseURL,
    call: caller(name, setting, client, timeoutMs),
  };
}

/** A deployment of Azure OpenAI. */
export function azureProvider(
  { apiKey, endpoint, deployment, apiVersion = "2024-10-21", timeoutMs = DEFAULT_TIMEOUT_MS }: {
    apiKey?: string;
    endpoint?: string;
    deployment?: string;
    apiVersion?: string;
    timeoutMs?: number;
  },
): Provider {
  const name = "azure_openai";
  const setting = !apiKey
    ? "AZURE_OPENAI_API_KEY"
    : !endpoint
    ? "AZURE_OPENAI_ENDPOINT"
    : "AZURE_OPENAI_DEPLOYMENT";
  const client = apiKey && endpoint && deployment
    ? new AzureOpenAI({ apiKey, endpoint, deployment, apiVersion, maxRetries: 0, timeout: timeoutMs })
    : undefined;
  return {
    name,
    setting,
    configured: !!client,
    baseUrl: client?.baseURL,
    call: caller(name, setting, client, timeoutMs),
  };
}

/** The platform's own gateway. */
export function gatewayProvider(
  { baseUrl, apiKey, timeoutMs, headers }: {
    baseUrl: string;
    apiKey: string;
    timeoutMs?: number;
    headers?: Record<string, string>;
  },
): Provider {
  const root = baseUrl.replace(/\/+$/, "");
  return openaiProvider({
    name: "gateway",
    apiKey,
    baseUrl: root.endsWith("/v1") ? root : `${root}/v1`,
    setting: "GATEWAY_API_KEY",
    timeoutMs,
    headers,
  });
}

function caller(
  name: string,
  setting: string,
  client: OpenAI | undefined,
  usualTimeoutMs: number,
): Provider["call"] {
  return async (work, { signal, timeoutMs = usualTimeoutMs, tries = TRIES, onRetry } = {}) => {
    if (!client) throw unavailable(`No model provider: set ${setting}`);
    for (let attempt = 1;; attempt++) {
      // Not AbortSignal.timeout(), whose timer outlives the call: thousands a minute would wait for their end.
      const deadline = new AbortController();
      const timer = setTimeout(
        () => deadline.abort(new DOMException("The call took too long", "TimeoutError")),
        timeoutMs,
      );
      try {
        return await work(client, {
          signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
          timeout: timeoutMs,
        });
      } catch (error) {
        signal?.throwIfAborted();
        const waitMs = retryWait(error, attempt);
        if (attempt >= tries || waitMs === undefined) throw failure(name, error);
        onRetry?.({ attempt, status: statusOf(error), waitMs });
        await pause(waitMs, signal);
      } finally {
        clearTimeout(timer);
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
