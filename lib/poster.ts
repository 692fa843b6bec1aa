/**
 * Posts JSON to one server on connections that are kept open. A call costs about a third of one through fetch, and
 * a sixth of one through the openai client, which matters where thousands a second are made.
 */
import { context, propagation } from "@opentelemetry/api";
import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, unzip } from "node:zlib";
import { type Connection, type Connections, createConnections } from "lib/connections.ts";
import { after } from "lib/deadlines.ts";
import { type AnswerHead, HttpError } from "lib/http_reader.ts";

/** What a server answered. */
export interface Posted extends AnswerHead {
  /** The body. */
  text: string;
}

/** How long a call may last. */
export interface PostLimits {
  /** The caller's own. */
  signal?: AbortSignal;
  /** Until the answer is whole, milliseconds; up to 50 later. */
  timeoutMs: number;
}

/** Posts to one server. */
export interface Poster {
  /**
   * Posts `body` to `path` below the base URL.
   * @throws HttpError when the server cannot be reached or breaks off, a DOMException `TimeoutError` when time is
   * over, the signal's reason when that aborts.
   */
  post(path: string, body: string, limits: PostLimits): Promise<Posted>;
  /** Closes the connections that are idle. */
  close(): void;
}

const MAX_ANSWER_BYTES = 64 * 2 ** 20;

/** A poster to `baseUrl` (with `query` after each path), every call with these headers. */
export function createPoster(
  { baseUrl, query = "", headers }: { baseUrl: string; query?: string; headers: Record<string, string> },
): Poster {
  const url = new URL(baseUrl);
  const connections = createConnections();
  const base = url.pathname.replace(/\/+$/, "");
  const lines = [
    ...new Headers({
      "content-type": "application/json",
      "accept": "application/json",
      "accept-encoding": "identity",
      "user-agent": "diwan",
      ...headers,
    }),
  ].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const request = (path: string, body: string) =>
    encoder.encode(
      `POST ${base}${path}${query} HTTP/1.1\r\nhost: ${url.host}\r\n${lines}${traced()}content-length: ${
        Buffer.byteLength(body)
      }\r\n\r\n${body}`,
    );
  return {
    post: (path, body, limits) =>
      within(limits, (life) => exchange(connections, { url, request: request(path, body), life })),
    close: connections.close,
  };
}

const encoder = new TextEncoder();

/** The headers by which the server's spans join ours, as fetch sends them; none without OpenTelemetry. */
function traced(): string {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return Object.entries(carrier).map(([name, value]) => `${name}: ${value}\r\n`).join("");
}

/** The time in which a call is wanted: what it waits for ends with it. */
interface Life {
  over: boolean;
  /** What to do when it ends too soon. */
  onEnd(): void;
}

async function within<T>({ signal, timeoutMs }: PostLimits, work: (life: Life) => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  const life: Life = { over: false, onEnd: () => {} };
  let reason: unknown;
  const end = (why: unknown) => {
    if (life.over) return;
    life.over = true;
    reason = why;
    life.onEnd();
  };
  const onAbort = () => end(signal?.reason);
  const withdraw = after(timeoutMs, () => end(new DOMException("The call took too long", "TimeoutError")));
  signal?.addEventListener("abort", onAbort);
  try {
    return await work(life);
  } catch (error) {
    throw life.over ? reason : error;
  } finally {
    withdraw();
    signal?.removeEventListener("abort", onAbort);
  }
}

async function exchange(
  connections: Connections,
  { url, request, life }: { url: URL; request: Uint8Array; life: Life },
): Promise<Posted> {
  for (;;) {
    const taken = connections.take(url);
    const connection = taken instanceof Promise ? await opened(taken, life) : taken;
    life.onEnd = connection.close;
    try {
      return await answered(connection, request);
    } catch (cause) {
      connection.close();
      // An idle connection that the server had closed: nothing has happened yet.
      if (connection.used && !connection.reader.begun && !life.over) continue;
      throw cause instanceof HttpError ? cause : new HttpError("the connection was closed", { cause });
    }
  }
}

/** A new connection, unless the time for it ends before it is there. */
async function opened(opening: Promise<Connection>, life: Life): Promise<Connection> {
  const ended = Promise.withResolvers<never>();
  life.onEnd = () => ended.reject(new HttpError("the call ended"));
  try {
    return await Promise.race([opening, ended.promise]);
  } catch (cause) {
    opening.then((late) => late.close(), () => {});
    throw new HttpError("the server cannot be reached", { cause });
  }
}

async function answered(connection: Connection, request: Uint8Array): Promise<Posted> {
  const { reader } = connection;
  let sent = false;
  // Not waited for: a server may refuse a long request before it has read it.
  connection.write(request).then(() => void (sent = true), () => {});
  const { status, header } = await reader.head();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let piece = await reader.body(); piece; piece = await reader.body()) {
    size += piece.length;
    if (size > MAX_ANSWER_BYTES) throw new HttpError("the answer is too large");
    pieces.push(piece);
  }
  const body = pieces.length === 1 && pieces[0] ? Buffer.from(pieces[0].buffer) : Buffer.concat(pieces);
  const text = (await decoded(body, header("content-encoding"))).toString();
  // Given back last: what fails before closes it, which only its holder may.
  if (reader.reusable && sent) connection.release();
  else connection.close();
  return { status, header, text };
}

const ways = { br: promisify(brotliDecompress), other: promisify(unzip) };

/** Servers are asked for plain bytes; some compress all the same. */
async function decoded(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (!encoding || encoding === "identity") return body;
  const way = encoding === "br" ? ways.br : ways.other;
  return await way(body, { maxOutputLength: MAX_ANSWER_BYTES });
}
