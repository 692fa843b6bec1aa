/** The client of OpenAI-compatible providers: node:http with kept connections, which streams at half of fetch's cost. */
import { Buffer } from "node:buffer";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import type { ProviderKey, Target } from "./config.ts";
import { after } from "./deadlines.ts";
import { refusalOf } from "./refusal.ts";
import { UpstreamError } from "./upstream_error.ts";

/** A request that a provider answered with 2xx, its body not read yet. */
export interface UpstreamAnswer {
  contentType: string;
  body: Readable;
}

export interface UpstreamCall {
  target: Target;
  key: ProviderKey;
  /** Below the base URL: `/chat/completions`. */
  path: string;
  body: string;
  signal: AbortSignal;
}

/** Both throw UpstreamError, or the signal's reason. */
export interface Upstream {
  /** Resolves when the headers of a 2xx answer are there. */
  open(call: UpstreamCall): Promise<UpstreamAnswer>;
  /** Resolves with the body of a 2xx answer, which must be whole within the target's timeout. */
  ask(call: UpstreamCall): Promise<Buffer<ArrayBuffer>>;
  close(): void;
}

const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

export function createUpstream(): Upstream {
  const options = { keepAlive: true, maxFreeSockets: 1024, scheduling: "lifo" } as const;
  const agents = { plain: new http.Agent(options), secure: new https.Agent(options) };
  return {
    open: (call) =>
      send<UpstreamAnswer>(call, agents, (message, body, resolve) => {
        resolve({ contentType: message.headers["content-type"] ?? "application/json", body });
      }),
    ask: (call) =>
      send<Buffer<ArrayBuffer>>(call, agents, (_message, body, resolve, reject) => {
        collect(body, MAX_ANSWER_BYTES, (bytes, error) => bytes ? resolve(bytes) : reject(error));
      }),
    close() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

interface Agents {
  plain: http.Agent;
  secure: https.Agent;
}

type Settle<T> = (value: T) => void;

function send<T>(
  call: UpstreamCall,
  agents: Agents,
  onAnswer: (message: IncomingMessage, body: Readable, resolve: Settle<T>, reject: Settle<unknown>) => void,
): Promise<T> {
  const { target, key, signal, body } = call;
  return new Promise((resolvePromise, rejectPromise) => {
    if (signal.aborted) return rejectPromise(signal.reason);
    let settled = false;
    const settle = () => {
      settled = true;
      withdraw();
      signal.removeEventListener("abort", onAbort);
    };
    const resolve = (value: T) => {
      if (settled) return;
      settle();
      resolvePromise(value);
    };
    const reject = (reason: unknown) => {
      if (settled) return;
      settle();
      rejectPromise(reason);
      request.destroy();
    };
    const onAbort = () => reject(signal.reason);
    const withdraw = after(target.timeoutMs, () => {
      const message = `${target.provider} did not answer within ${target.timeoutMs} ms`;
      reject(new UpstreamError(message, { code: "timeout" }));
    });
    signal.addEventListener("abort", onAbort);
    const request = target.baseUrl.protocol === "https:"
      ? https.request(optionsOf(call, agents.secure))
      : http.request(optionsOf(call, agents.plain));
    request.on("response", (message) => {
      const answer = decoded(message);
      const status = message.statusCode ?? 0;
      if (status >= 200 && status < 300) return onAnswer(message, answer, resolve, reject);
      collect(answer, MAX_ERROR_BYTES, (bytes) => {
        const { headers } = message;
        reject(refusalOf({ status, headers, text: bytes?.toString() ?? "", provider: target.provider, key }));
      });
    });
    request.on("error", (cause) => {
      if (!settled) reject(unreachable(target.provider, cause));
    });
    request.end(body);
  });
}

interface Route {
  host: string;
  port: string | undefined;
  path: string;
  headers: string[];
}

const routes = new WeakMap<ProviderKey, Map<string, Route>>();

/** What stays the same between calls is made once. */
function optionsOf({ target, key, path, body }: UpstreamCall, agent: http.Agent) {
  let known = routes.get(key);
  if (!known) routes.set(key, known = new Map());
  const name = target.azure ? `${target.azure.deployment}${path}` : path;
  let route = known.get(name);
  if (!route) known.set(name, route = routeOf(target, key, path));
  const headers = [...route.headers, "content-length", String(Buffer.byteLength(body))];
  return { agent, method: "POST", host: route.host, port: route.port, path: route.path, headers };
}

function routeOf(target: Target, { secret }: ProviderKey, path: string): Route {
  const { baseUrl, azure } = target;
  const base = baseUrl.pathname.replace(/\/$/, "");
  const place = {
    host: baseUrl.hostname.replace(/^\[|\]$/g, ""),
    port: baseUrl.port || undefined,
    path: azure
      ? `${base}/openai/deployments/${
        encodeURIComponent(azure.deployment)
      }${path}?api-version=${azure.apiVersion}`
      : base + path + baseUrl.search,
  };
  const headers = {
    "content-type": "application/json",
    "accept-encoding": "identity",
    // Local servers run without a key.
    ...(secret === "" ? {} : azure ? { "api-key": secret } : { authorization: `Bearer ${secret}` }),
    ...target.headers,
  };
  return { ...place, headers: ["host", baseUrl.host, ...Object.entries(headers).flat()] };
}

function unreachable(provider: string, cause: unknown): UpstreamError {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : null;
  return new UpstreamError(`${provider} cannot be reached`, { code: code ?? "connection_failed", cause });
}

/** Providers are asked for plain bytes; some compress all the same. */
function decoded(message: IncomingMessage): Readable {
  const encoding = message.headers["content-encoding"];
  if (!encoding || encoding === "identity") return message;
  const decoder = encoding === "br" ? createBrotliDecompress() : createUnzip();
  message.on("error", (error) => decoder.destroy(error));
  message.on("aborted", () => decoder.destroy(new Error("aborted")));
  decoder.on("close", () => message.destroy());
  return message.pipe(decoder);
}

/** Calls `done` once: with a whole body, or with why there is none. */
function collect(
  body: Readable,
  maxBytes: number,
  done: (bytes: Buffer<ArrayBuffer> | undefined, error?: UpstreamError) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let over = false;
  const fail = (message: string, code: string, cause?: unknown) => {
    if (over) return;
    over = true;
    done(undefined, new UpstreamError(message, { code, cause }));
    body.destroy();
  };
  body.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) fail("The provider's answer is too large", "answer_too_large");
    else chunks.push(chunk);
  });
  body.on("end", () => {
    if (over) return;
    over = true;
    done(Buffer.concat(chunks, size));
  });
  body.on("error", (cause) => fail("The provider cut its answer", "cut", cause));
  body.on("close", () => fail("The provider cut its answer", "cut"));
}
