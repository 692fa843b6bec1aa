/** Model calls: one OpenAI-compatible client, our own retry, failures as 502 without secrets. */
import OpenAI, { APIConnectionError, APIError, AzureOpenAI } from "openai";
import { deadlineSignal } from "lib/deadlines.ts";
import { outboundProxy } from "lib/env.ts";
import { unavailable } from "lib/errors.ts";
import { HttpError } from "lib/http/http_error.ts";
import { isObject } from "lib/json_object.ts";
import { ownHeaders } from "lib/processes/own_process.ts";
import { createPoster, type Poster } from "lib/providers/poster.ts";
import { type CallLimits, retrying } from "lib/providers/provider_retry.ts";
import { isOnlyFailure, reportedStatus } from "lib/providers/reported_failure.ts";
import { fetchTraceHeaders } from "lib/telemetry/tracing.ts";

/** The options of a call, to pass on to the client. */
export interface CallOptions {
  /** Aborts when the caller gives up or the timeout passes. */
  signal: AbortSignal;
  /** Milliseconds. */
  timeout: number;
  /** The trace that the call belongs to. */
  headers: Record<string, string>;
}

/** A provider of models. */
export interface Provider {
  /** Its name in errors and records. */
  name: string;
  /** Whether it is configured completely enough to be called. */
  configured: boolean;
  /** The setting to name when it is not configured. */
  setting: string;
  /** Its base URL, when it is configured. */
  baseUrl: string | undefined;
  /**
   * Runs `work` with the client, with retries on 408, 409, 429, 5xx and connection failures that honour
   * Retry-After.
   * @throws 503 naming the setting when not configured, 502 when the provider failed, the signal's reason
   * when the caller gave up.
   */
  call<T>(work: (client: OpenAI, options: CallOptions) => Promise<T>, limits?: CallLimits): Promise<T>;
  /**
   * Posts `body` to `path` (`/chat/completions`) and gives the JSON answered, or the text where it is none. Like
   * `call`, but without the client and at a sixth of its cost: for those who make thousands of calls a second.
   */
  post(path: string, body: Record<string, unknown>, limits?: CallLimits): Promise<unknown>;
  /** Closes the connections that are idle. */
  close(): void;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** Any OpenAI-compatible endpoint; with a custom base URL the key is optional. */
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
  const address = baseUrl ?? "https://api.openai.com/v1";
  const key = apiKey ?? "none";
  const client = apiKey || baseUrl
    ? new OpenAI({
      apiKey: key,
      baseURL: address,
      maxRetries: 0,
      timeout: timeoutMs,
      defaultHeaders: headers,
      organization: null,
      project: null,
    })
    : undefined;
  const direct = () =>
    createPoster({ baseUrl: address, headers: { authorization: `Bearer ${key}`, ...headers } });
  return provider({ name, setting, client, timeoutMs, direct, secrets: apiKey ? [apiKey] : [] });
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
  const direct = () =>
    createPoster({
      baseUrl: `${endpoint?.replace(/\/+$/, "")}/openai/deployments/${encodeURIComponent(deployment ?? "")}`,
      query: `?api-version=${encodeURIComponent(apiVersion)}`,
      headers: { "api-key": apiKey ?? "" },
    });
  return provider({ name, setting, client, timeoutMs, direct, secrets: apiKey ? [apiKey] : [] });
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
    headers: { ...ownHeaders(root), ...headers },
  });
}

interface Parts {
  name: string;
  setting: string;
  client: OpenAI | undefined;
  timeoutMs: number;
  direct(): Poster;
  /** Secrets that its errors must not show. */
  secrets: string[];
}

function provider({ name, setting, client, timeoutMs: usual, direct, secrets }: Parts): Provider {
  const attempts = retrying(name, secrets);
  const configured = () => {
    if (!client) throw unavailable(`No model provider: set ${setting}`);
    return client;
  };
  const call: Provider["call"] = async (work, limits = {}) => {
    const ready = configured();
    const { signal, timeoutMs = usual } = limits;
    return await attempts(
      () =>
        timed(
          timeoutMs,
          signal,
          (until) => work(ready, { signal: until, timeout: timeoutMs, headers: fetchTraceHeaders() }),
        ),
      limits,
    );
  };
  let poster: Poster | undefined;
  return {
    name,
    setting,
    configured: !!client,
    baseUrl: client?.baseURL,
    call,
    async post(path, body, limits = {}) {
      configured();
      // Only fetch, which the client uses, supports proxies.
      proxied ??= outboundProxy();
      if (proxied) {
        return await call(async (client, options) => {
          const { data, response } = await client.post(path, { body, ...options }).withResponse();
          limits.onAnswer?.((name) => response.headers.get(name));
          return data;
        }, limits);
      }
      const { post } = poster ??= direct();
      const { signal, timeoutMs = usual } = limits;
      const text = JSON.stringify(body);
      return await attempts(
        () => postOnce(post, { path, text, signal, timeoutMs, onAnswer: limits.onAnswer }),
        limits,
      );
    },
    close: () => poster?.close(),
  };
}

let proxied: boolean | undefined;

async function timed<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = () => new DOMException("The call took too long", "TimeoutError");
  const deadline = deadlineSignal(ms, late, signal);
  try {
    return await work(deadline.signal);
  } finally {
    deadline.stop();
  }
}

/** One post; failures are thrown as the client throws them. */
async function postOnce(
  post: Poster["post"],
  { path, text: body, signal, timeoutMs, onAnswer }: Pick<CallLimits, "signal" | "onAnswer"> & {
    path: string;
    text: string;
    timeoutMs: number;
  },
): Promise<unknown> {
  try {
    const { status, header, text } = await post(path, body, { signal, timeoutMs });
    const answer = parsed(text);
    const failed = isObject(answer) && isOnlyFailure(answer);
    if (status >= 200 && status < 300 && !failed) {
      onAnswer?.(header);
      return answer;
    }
    const given = RETRY_HEADERS.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value]];
    });
    const said = typeof answer === "object" && answer !== null ? answer : undefined;
    // Some providers answer 200 with nothing but an error.
    throw APIError.generate(
      status < 300 ? reportedStatus(said) : status,
      said,
      undefined,
      new Headers(given),
    );
  } catch (error) {
    if (error instanceof HttpError) throw new APIConnectionError({ message: error.message, cause: error });
    throw error;
  }
}

const RETRY_HEADERS = ["x-should-retry", "retry-after-ms", "retry-after"];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
