/**
 * Posts JSON to one server on connections that are kept open. A call costs about a third of one through fetch, and
 * a sixth of one through the openai client, which matters where thousands a second are made.
 */
import { createHttpClient, headerLines, requestOf, wholeBody } from "lib/http/http_client.ts";
import type { AnswerHead } from "lib/http/http_reader.ts";
import { traceHeaders } from "lib/telemetry/tracing.ts";

/** A server's answer. */
export interface Posted extends Omit<AnswerHead, "fields"> {
  /** The body. */
  text: string;
}

/** Abort signal and timeout of a call. */
export interface PostLimits {
  /** Aborts the call. */
  signal?: AbortSignal;
  /** Milliseconds until the answer must be complete; up to 50 more. */
  timeoutMs: number;
}

/** Posts to one server. */
export interface Poster {
  /**
   * Posts `body` to `path` below the base URL.
   * @throws HttpError when the server cannot be reached or breaks off, a DOMException `TimeoutError` at the
   * deadline, the signal's reason when that aborts.
   */
  post(path: string, body: string, limits: PostLimits): Promise<Posted>;
  /** Closes idle connections. */
  close(): void;
}

const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const decoder = new TextDecoder();

/** A poster to `baseUrl` (with `query` after each path), every call with these headers. */
export function createPoster(
  { baseUrl, query = "", headers }: { baseUrl: string; query?: string; headers: Record<string, string> },
): Poster {
  const url = new URL(baseUrl);
  const client = createHttpClient();
  const base = url.pathname.replace(/\/+$/, "");
  // Made once: they are the same for each call.
  const lines = headerLines({
    "content-type": "application/json",
    "accept": "application/json",
    "accept-encoding": "identity",
    "user-agent": "diwan",
    ...headers,
  });
  return {
    post(path, body, limits) {
      const head = `POST ${base}${path}${query} HTTP/1.1\r\nhost: ${url.host}\r\n${lines}`;
      const trace = traceHeaders();
      const request = requestOf(Object.keys(trace).length > 0 ? head + headerLines(trace) : head, body);
      return client.send({ url, request, ...limits }, async ({ head: { status, header }, body }) => {
        const text = decoder.decode(await wholeBody(body, MAX_ANSWER_BYTES));
        return { status, header, text };
      });
    },
    close: client.close,
  };
}
