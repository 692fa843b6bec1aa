/** Deno's HTTP server for a single connection, which Deno has internally but does not export. */
import { withFallback } from "lib/deadlines.ts";

/** A server of one connection. */
export interface ConnectionServer {
  /** Resolves when the connection has ended or turned into a WebSocket. */
  finished: Promise<void>;
  /** Counts starts and ends of its writes, so that it is odd during a write; absent when unknown. */
  readonly writes?: number;
  /** Ends the connection now. */
  abort(): void;
  /** Ends it after the answers under way. */
  drain(): void;
}

/** Answers a request; `answered` settles when the answer was sent or can no longer be sent. */
export type AnswerConnection = (request: Request, answered: Promise<unknown>) => Response | Promise<Response>;

/** Serves a connection until it ends. */
export type ServeConnection = (
  conn: Deno.Conn,
  answer: AnswerConnection,
  onError: (error: unknown) => Response,
) => ConnectionServer;

type ServeOn = (
  conn: Deno.Conn,
  signal: AbortSignal,
  handler: (request: Request, info: { completed: Promise<void> }) => Response | Promise<Response>,
  onError: (error: unknown) => Response,
  onListen: () => void,
) => { finished: Promise<void>; shutdown(): Promise<void> };

interface HttpConn {
  nextRequest(): Promise<
    null | { request: Request; respondWith(response: Response | Promise<Response>): Promise<void> }
  >;
  close(): void;
}

/**
 * How to serve a connection: as `Deno.serve` does, or by the API of older Denos. The older one lets a
 * WebSocket outlive its connection's server, but costs 10 µs more per request and cannot end an answer whose
 * caller does not read. Undefined in a Deno without that API.
 */
export function findServer({ webSockets }: { webSockets: boolean }): ServeConnection | undefined {
  return webSockets ? byLegacyApi() : byInternalApi();
}

function byInternalApi(): ServeConnection | undefined {
  const key: unknown = Reflect.get(Deno, "internal");
  const internals: unknown = typeof key === "symbol" ? Reflect.get(Deno, key) : undefined;
  if (typeof internals !== "object" || internals === null) return undefined;
  const serveOn: unknown = Reflect.get(internals, "serveHttpOnConnection");
  if (!isServeOn(serveOn)) return undefined;
  return (conn, answer, onError) => {
    const ending = endingSignal();
    const server = serveOn(
      conn,
      ending.signal,
      (request, { completed }) => answer(request, completed),
      onError,
      () => {},
    );
    return {
      // It fails when the caller is gone, which needs no log line.
      finished: server.finished.catch(() => {}),
      abort: ending.abort,
      drain: () => void server.shutdown().catch(() => {}),
    };
  };
}

/**
 * A signal whose listeners may throw: Deno's listener cancels a resource that is gone when the connection
 * ends at the same moment, and an uncaught error in a listener would crash the process.
 */
function endingSignal(): { signal: AbortSignal; abort(): void } {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<() => void>();
  Object.defineProperty(signal, "addEventListener", {
    value: (_type: string, listener: () => void) => void listeners.add(listener),
  });
  return {
    signal,
    abort() {
      controller.abort();
      for (const listener of listeners) {
        try {
          listener();
        } catch (error) {
          if (!(error instanceof Deno.errors.BadResource)) throw error;
        }
      }
      listeners.clear();
    },
  };
}

function byLegacyApi(): ServeConnection | undefined {
  const serveHttp: unknown = Reflect.get(Deno, "serveHttp");
  if (!isServeHttp(serveHttp)) return undefined;
  return (conn, answer, onError) => {
    const http = serveHttp(conn);
    return {
      finished: answerEach(http, answer, onError).catch(() => {}),
      abort: () => http.close(),
      // The last answer tells the caller that the connection ends.
      drain: () => {},
    };
  };
}

async function answerEach(
  http: HttpConn,
  answer: AnswerConnection,
  onError: (error: unknown) => Response,
): Promise<void> {
  for (let event = await http.nextRequest(); event; event = await http.nextRequest()) {
    const { request, respondWith } = event;
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const kept = keepBody(request);
    const response = Promise.try(answer, kept.request, answered).catch(onError).then(kept.close);
    respondWith(response).then(resolve, resolve);
  }
}

const DISCARDED_BYTES = 64 * 2 ** 20;
const DISCARDS_MS = 2_000;
const IDLE_MS = 50;

/**
 * `request` with a body that can be drained after its reader gave up: this server closes the connection after
 * an answer to a body that was not read to its end, and a caller that still sends would see a broken
 * connection instead of the answer. `close` reads the rest, within bounds, and tells the caller in the answer
 * when the connection will end.
 */
function keepBody(request: Request): { request: Request; close(response: Response): Promise<Response> } {
  if (!request.body) return { request, close: (response) => Promise.resolve(response) };
  const reader = request.body.getReader();
  let [ended, givenUp] = [false, false];
  const read = async () => {
    const piece = await reader.read();
    if (piece.done) ended = true;
    return piece.value;
  };
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const piece = await read();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel() {
      givenUp = true;
    },
  }, { highWaterMark: 0 });
  const { method, headers, signal } = request;
  const kept = new Request(request.url, { method, headers, signal, body });
  return {
    request: kept,
    async close(response) {
      // A reader that still consumes it, such as a proxy, continues.
      if (kept.bodyUsed && !givenUp) return response;
      const until = Date.now() + DISCARDS_MS;
      for (let taken = 0; !ended && taken < DISCARDED_BYTES && Date.now() < until;) {
        const piece = await arrivedSoon(read());
        if (!piece) break;
        taken += piece.length;
      }
      if (ended) return response;
      const { status, statusText } = response;
      const told = new Headers(response.headers);
      told.set("connection", "close");
      return new Response(response.body, { status, statusText, headers: told });
    },
  };
}

/** The bytes that arrive within 50 ms: a caller that still sends has sent more by then. */
async function arrivedSoon(piece: Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
  return await withFallback(IDLE_MS, piece.catch(() => undefined), undefined);
}

function isServeOn(value: unknown): value is ServeOn {
  return typeof value === "function";
}

function isServeHttp(value: unknown): value is (conn: Deno.Conn) => HttpConn {
  return typeof value === "function";
}
