/** The client of OpenAI-compatible providers: node:http with kept connections, which streams at half of fetch's cost. */
import { Buffer } from "node:buffer";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import type { ProviderKey, Target } from "./config.ts";
import { refusalOf } from "./refusal.ts";
import { UpstreamError } from "./upstream_error.ts";

/** A request that a provider answered with 2xx, its body not read yet. */
export interface UpstreamAnswer {
  contentType: string;
  body: Readable;
}

export interface UpstreamCall {
  /** Below the base URL: `/chat/completions`. */
  path: string;
  body: string;
  signal: AbortSignal;
}

export interface Upstream {
  /** Resolves when headers of a 2xx answer are there; throws UpstreamError, or the signal's reason. */
  post(target: Target, key: ProviderKey, call: UpstreamCall): Promise<UpstreamAnswer>;
  close(): void;
}

const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

export function createUpstream(): Upstream {
  const options = { keepAlive: true, maxFreeSockets: 1024, scheduling: "lifo" } as const;
  const plain = new http.Agent(options);
  const secure = new https.Agent(options);
  return {
    async post(target, key, { path, body, signal }) {
      const agent = target.baseUrl.protocol === "https:" ? secure : plain;
      const message = await send(target, { agent, signal, body, ...addressOf(target, key, path) });
      const answer = decoded(message);
      const status = message.statusCode ?? 0;
      if (status >= 200 && status < 300) {
        return { contentType: message.headers["content-type"] ?? "application/json", body: answer };
      }
      const limits = { maxBytes: MAX_ERROR_BYTES, idleMs: 5_000, signal };
      const text = await readAll(answer, limits).then(String, () => "");
      throw refusalOf({ status, headers: message.headers, text, provider: target.provider, key });
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

interface Address {
  path: string;
  headers: Record<string, string>;
}

function addressOf(target: Target, { secret }: ProviderKey, path: string): Address {
  const base = target.baseUrl.pathname.replace(/\/$/, "");
  const search = target.baseUrl.search;
  const headers = { "content-type": "application/json", ...target.headers };
  if (target.azure) {
    const { deployment, apiVersion } = target.azure;
    const route = `${base}/openai/deployments/${
      encodeURIComponent(deployment)
    }${path}?api-version=${apiVersion}`;
    return { path: route, headers: { ...headers, "api-key": secret } };
  }
  // Local servers run without a key.
  if (secret === "") return { path: base + path + search, headers };
  return { path: base + path + search, headers: { ...headers, authorization: `Bearer ${secret}` } };
}

function send(
  { baseUrl, provider, timeoutMs }: Target,
  { agent, signal, body, path, headers }: Address & { agent: http.Agent; signal: AbortSignal; body: string },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const length = String(Buffer.byteLength(body));
    const options = {
      agent,
      path,
      method: "POST",
      host: baseUrl.hostname.replace(/^\[|\]$/g, ""),
      port: baseUrl.port || undefined,
      headers: { ...headers, "accept-encoding": "identity", "content-length": length },
    };
    const request = agent instanceof https.Agent ? https.request(options) : http.request(options);
    let failure: unknown;
    const stop = (reason: unknown) => {
      failure = reason;
      request.destroy();
      reject(reason);
    };
    const onAbort = () => stop(signal.reason);
    const late = setTimeout(
      () => stop(new UpstreamError(`${provider} did not answer within ${timeoutMs} ms`, { code: "timeout" })),
      timeoutMs,
    );
    const settled = () => {
      clearTimeout(late);
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort);
    request.on("response", (message) => {
      settled();
      resolve(message);
    });
    request.on("error", (cause) => {
      settled();
      reject(failure ?? unreachable(provider, cause));
    });
    request.end(body);
  });
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

/** A whole body. Throws UpstreamError when it is too large, stalls or is cut, and the signal's reason. */
export function readAll(
  body: Readable,
  { signal, idleMs, maxBytes = MAX_ANSWER_BYTES }: { signal: AbortSignal; idleMs: number; maxBytes?: number },
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (reason: unknown) => {
      reject(reason);
      clearTimeout(stalled);
      signal.removeEventListener("abort", onAbort);
      body.destroy();
    };
    const onAbort = () => stop(signal.reason);
    const stalled = setTimeout(
      () => stop(new UpstreamError(`the answer stalled for ${idleMs} ms`, { code: "timeout" })),
      idleMs,
    );
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort);
    body.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) stop(new UpstreamError("the answer is too large", { code: "answer_too_large" }));
      else chunks.push(chunk);
    });
    body.on("end", () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", onAbort);
      resolve(Buffer.concat(chunks, size));
    });
    const cut = (cause?: unknown) => stop(new UpstreamError("the answer was cut", { code: "cut", cause }));
    body.on("error", cut);
    body.on("close", cut);
  });
}
