/** The client of OpenAI-compatible providers. */
import { Buffer } from "node:buffer";
import {
  type AnswerBody,
  type Bytes,
  createHttpClient,
  headOf as headBytes,
  type HttpAnswer,
  requestHead,
  requestOf,
  wholeBody,
} from "lib/http/http_client.ts";
import type { Egress } from "lib/http/egress.ts";
import { strangersTraceHeaders } from "lib/telemetry/tracing.ts";
import { HttpError } from "lib/http/http_error.ts";
import type { AnswerHead } from "lib/http/http_reader.ts";
import { refusalOf } from "./refusal.ts";
import type { ProviderKey, Target } from "./target.ts";
import { UpstreamError } from "./upstream_error.ts";

/** A 2xx answer with an unread body. */
export interface UpstreamAnswer {
  contentType: string;
  body: AnswerBody;
}

export interface UpstreamCall {
  target: Target;
  key: ProviderKey;
  /** Path below the base URL, such as `/chat/completions`. */
  path: string;
  body: string | UploadBody;
  signal: AbortSignal;
}

/** A body that is sent in pieces. */
export interface UploadBody {
  contentType: string;
  /** Bytes. */
  length: number;
  pieces(): AsyncIterable<Uint8Array>;
}

/** A request whose body can be sent only once. */
export interface Upload {
  url: URL;
  method: string;
  headers: Headers;
  /** Size of the body in bytes. */
  length: number;
  pieces(): AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

/** `open` and `ask` throw UpstreamError, or the signal's reason. */
export interface Upstream {
  /** Resolves with the headers of a 2xx answer. */
  open(call: UpstreamCall): Promise<UpstreamAnswer>;
  /** Streams a body, without retries; resolves with any answer. */
  upload(upload: Upload): Promise<Response>;
  /** Resolves with the body of a 2xx answer, which must be whole within the target's timeout. */
  ask(call: UpstreamCall): Promise<Bytes>;
  close(): void;
}

const encoder = new TextEncoder();
// Characters per piece of a long body.
const PIECE_LENGTH = 256 * 1024;
const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const MAX_ERROR_BYTES = 64 * 2 ** 10;

/** Calls providers through an own HTTP client, via `egress`. */
export function createUpstream(egress?: Egress): Upstream {
  const client = createHttpClient(egress);
  const send = async <T>(given: UpstreamCall, use: (answer: HttpAnswer) => Promise<T>): Promise<T> => {
    const call = given.body.length > PIECE_LENGTH ? { ...given, body: inPieces(given.body) } : given;
    const { target, signal } = call;
    const { baseUrl: url, timeoutMs } = target;
    const body = typeof call.body === "string" ? undefined : call.body.pieces;
    try {
      return await client.send(
        { url, request: requestBytes(call), body, timeoutMs, signal },
        (answer) => isSuccess(answer) ? use(answer) : refused(answer, call),
      );
    } catch (error) {
      throw signal.aborted ? error : failureOf(error, target);
    }
  };
  return {
    open: (call) =>
      send(call, ({ head, body }) =>
        Promise.resolve({
          contentType: head.header("content-type") ?? "application/json",
          body: withProviderErrors(body, call.target),
        })),
    upload: (upload) => uploaded(upload, egress),
    ask: (call) => send(call, ({ body }) => wholeBody(body, MAX_ANSWER_BYTES)),
    close: client.close,
  };
}

// Practically unlimited: the signal ends an upload, which may take as long as its sender needs.
const LONGEST_UPLOAD_MS = 24 * 60 * 60_000;

/**
 * Sends `upload` on a new connection, since a pooled one may turn out to be closed, and an upload cannot be retried.
 */
async function uploaded(
  { url, method, headers, length, pieces, signal }: Upload,
  egress: Egress | undefined,
): Promise<Response> {
  const client = createHttpClient(egress);
  const request = headBytes(requestHead(url, url.pathname + url.search, headers, method), length);
  try {
    return await client.send(
      { url, request, body: pieces, signal, timeoutMs: LONGEST_UPLOAD_MS },
      ({ head, body }) => Promise.resolve(responseFrom(head, body)),
    );
  } finally {
    client.close();
  }
}

function responseFrom({ status, fields }: AnswerHead, body: AnswerBody): Response {
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const bytes = await body.read();
      if (bytes) controller.enqueue(bytes);
      else controller.close();
    },
    cancel: body.cancel,
  }, { highWaterMark: 0 });
  if (!hasBody) body.cancel();
  return new Response(hasBody ? stream : null, { status, headers: fields() });
}

/** A long text is encoded piece by piece, so that it is never copied as a whole. */
function inPieces(body: string | UploadBody): UploadBody {
  if (typeof body !== "string") return body;
  return {
    contentType: "application/json",
    length: Buffer.byteLength(body),
    async *pieces() {
      for (let from = 0; from < body.length;) {
        const end = from + PIECE_LENGTH;
        // Do not split a surrogate pair.
        const to = isHighSurrogate(body.charCodeAt(end - 1)) ? end - 1 : end;
        yield encoder.encode(body.slice(from, to));
        from = to;
      }
    },
  };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isSuccess({ head: { status } }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** @throws UpstreamError with the provider's error. */
async function refused({ head, body }: HttpAnswer, { target, key }: UpstreamCall): Promise<never> {
  const { status, header } = head;
  const text = await wholeBody(body, MAX_ERROR_BYTES).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => "",
  );
  throw refusalOf({ status, header, text, provider: target.provider, secret: key.secret });
}

/** Wraps a body, so that its errors name the provider. */
function withProviderErrors(body: AnswerBody, target: Target): AnswerBody {
  const fail = (error: unknown): never => {
    throw failureOf(error, target);
  };
  return { read: () => body.read().catch(fail), cancel: body.cancel };
}

const FAILURES = {
  unreachable: { words: "cannot be reached", code: "connection_failed" },
  closed: { words: "closed the connection", code: "connection_closed" },
  cut: { words: "broke off its answer", code: "cut" },
  too_large: { words: "sent an answer that is too large", code: "answer_too_large" },
  malformed: { words: "closed the connection", code: "connection_closed" },
};

/** Converts errors of the HTTP client to UpstreamError; other errors are unchanged. */
function failureOf(error: unknown, { provider, timeoutMs }: Target): unknown {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return new UpstreamError(`${provider} did not answer within ${timeoutMs} ms`, {
      code: "timeout",
      cause: error,
    });
  }
  if (!(error instanceof HttpError)) return error;
  const { words, code } = FAILURES[error.code];
  return new UpstreamError(`${provider} ${words}`, { code, cause: error });
}

const ACCEPT: Record<string, string> = {
  "/audio/speech": "*/*",
  "/audio/transcriptions": "*/*",
  "/audio/translations": "*/*",
};

const heads = new WeakMap<ProviderKey, Map<string, string>>();

/** The bytes of a request; the head, which is the same for all calls of a key, is cached. */
function requestBytes({ target, key, path, body }: UpstreamCall): Uint8Array {
  if (typeof body !== "string") {
    return headBytes(headOf(target, key, path, body.contentType) + traceLines(), body.length);
  }
  let known = heads.get(key);
  if (!known) heads.set(key, known = new Map());
  const name = target.azure ? `${target.azure.deployment}${path}` : path;
  let head = known.get(name);
  if (!head) known.set(name, head = headOf(target, key, path));
  return requestOf(head + traceLines(), body);
}

function traceLines(): string {
  let lines = "";
  const headers = strangersTraceHeaders();
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`;
  return lines;
}

function headOf(
  { baseUrl, azure, headers: own }: Target,
  { secret }: ProviderKey,
  path: string,
  contentType = "application/json",
): string {
  const base = baseUrl.pathname.replace(/\/$/, "");
  const route = azure ? base + azureRoute(azure, path) : base + path + baseUrl.search;
  return requestHead(baseUrl, route, {
    "content-type": contentType,
    "accept": ACCEPT[path] ?? "application/json, text/event-stream",
    "accept-encoding": "identity",
    "user-agent": "diwan-gateway",
    // Local servers run without a key.
    ...(secret === "" ? {} : azure ? { "api-key": secret } : { authorization: `Bearer ${secret}` }),
    ...own,
  });
}

/** The path at Azure. The Responses API is only in the newer API, without version and with the deployment in the body. */
function azureRoute({ deployment, apiVersion }: NonNullable<Target["azure"]>, path: string): string {
  if (path === "/responses") return "/openai/v1/responses";
  return `/openai/deployments/${encodeURIComponent(deployment)}${path}?api-version=${apiVersion}`;
}
