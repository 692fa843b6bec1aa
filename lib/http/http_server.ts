/** Serves HTTP as `Deno.serve` does, and ends connections that are slow or idle. */
import { pause } from "lib/deadlines.ts";
import { type ConnectionServer, findServer, type ServeConnection } from "lib/http/deno_server.ts";
import { type Open, type Patience, USUAL_PATIENCE, watchOver } from "lib/http/connection_watch.ts";
import { isHosted } from "lib/env.ts";
import type { Outcome } from "lib/http/incoming.ts";
import { type DirectRequest, serveOwn } from "lib/http/own_server.ts";

export { type Patience, USUAL_PATIENCE };

/** The caller's side of a request's connection; Hono passes it as `c.env`. */
export interface Caller {
  /** Its address. */
  remoteAddr: Deno.Addr;
  /** Ends its connection soon, even if bytes are unsent by then. */
  hangUp(): void;
  /** Marks its request as refused: its connection then gets the short idle time of a new one. */
  refused(): void;
  /** Whether this answer must say `Connection: close`, so that the client reconnects to another process. */
  isLast(): boolean;
}

/** Answers one request. */
export type Handler = (request: Request, caller: Caller) => Response | Promise<Response>;

/** Answers requests without creating the platform's own objects; undefined leaves a request to the handler. */
export type DirectHandler = (
  request: DirectRequest,
  caller: Caller,
) => Outcome | Promise<Outcome> | undefined;

/** A server. */
export interface HttpServer extends AsyncDisposable {
  /** Where it listens. */
  addr: Deno.NetAddr;
  /** Connections that are open. */
  readonly connections: number;
  /** Connections with a request within the last two seconds. */
  readonly busy: number;
  /** Closes that many busy connections after their next answer. */
  closeSome(count: number): void;
  /**
   * Accepts no more connections and closes each open one after its next answer; resolves when all are closed.
   */
  drainConnections(): Promise<void>;
  /** Accepts no more connections or requests; resolves when all requests in hand are answered. */
  shutdown(): Promise<void>;
}

/** The options of a server. */
export interface HttpServerOptions {
  /** Address to listen on. */
  hostname: string;
  /** Port; 0 takes a free one. */
  port: number;
  /** Answers a request whose handler failed. */
  onError(error: unknown): Response;
  /** How long callers may keep it waiting. */
  patience?: Patience;
  /** Whether some answers turn connections into WebSockets. */
  webSockets?: boolean;
  /**
   * Answers first, on the project's own HTTP server, which supports neither WebSockets nor HTTP/2; absent:
   * Deno's server.
   */
  direct?: DirectHandler | undefined;
  /**
   * Whether other processes listen on the same port; the kernel then assigns each new connection to one of
   * them.
   */
  sharesPort?: boolean;
}

/** Ends the connection of a request that `serveHttp` serves; `c` is its context. */
export function hangUp({ env }: { env: unknown }): void {
  if (typeof env === "object" && env !== null && "hangUp" in env && typeof env.hangUp === "function") {
    env.hangUp();
  }
}

// A refused caller may be holding back the rest of a body that nobody reads.
const REFUSED = 400;
// A caller that was too slow gets no second request on its connection.
const TOO_SLOW = 408;

/** Decides from an answer how long its caller's connection may stay open. */
export function heed({ status }: Pick<Outcome, "status">, caller: Caller): void {
  if (status >= REFUSED) caller.refused();
  if (status === TOO_SLOW) caller.hangUp();
}

// A connection counts as busy for this long after a request.
const BUSY_MS = 2_000;
// A shared port is closed once no connection has arrived for this long, so that none is lost in its queue.
const QUIET_MS = 2;
const LEAVING_MS = 100;
// Accepting fails while the process is out of file descriptors.
const RETRY_MS = 100;

/**
 * Listens and answers. Deno's server has no deadlines, and only the owner of a connection can end it: so each
 * is accepted here and then handed to that server. Where the hosting platform accepts the connections,
 * deadlines are its business.
 */
export function serveHttp(options: HttpServerOptions, handler: Handler): HttpServer {
  if (isHosted()) return serveWithout(options, handler);
  const { direct, onError } = options;
  if (direct) return serveConnections(servingOwn(direct, { onError, handler }), options);
  const serve = findServer({ webSockets: options.webSockets ?? false });
  return serve
    ? serveConnections(servingBy(serve, { onError, handler }), options)
    : serveWithout(options, handler);
}

function serveWithout({ hostname, port, onError }: HttpServerOptions, handler: Handler): HttpServer {
  const caller = { hangUp: () => {}, refused: () => {}, isLast: () => false };
  const server = Deno.serve(
    { hostname, port, onError, onListen: () => {} },
    (request, { remoteAddr }) => handler(request, { ...caller, remoteAddr }),
  );
  const shutdown = () => server.shutdown();
  return {
    addr: server.addr,
    connections: 0,
    busy: 0,
    closeSome: () => {},
    drainConnections: () => Promise.resolve(),
    shutdown,
    [Symbol.asyncDispose]: shutdown,
  };
}

/** Serves a connection. `began` and `answered` are called when a request arrives and when its answer was sent. */
type Serve = (conn: Deno.TcpConn, caller: Caller, counted: Counted) => ConnectionServer;

interface Counted {
  began(): void;
  answered(): void;
}

interface Handlers {
  onError: HttpServerOptions["onError"];
  handler: Handler;
}

function servingBy(serve: ServeConnection, { onError, handler }: Handlers): Serve {
  return (conn, caller, { began, answered }) =>
    serve(conn, (request, sent) => {
      began();
      sent.then(answered, answered);
      return handler(request, caller);
    }, onError);
}

function servingOwn(direct: DirectHandler, { onError, handler }: Handlers): Serve {
  return (conn, caller, { began, answered }) =>
    serveOwn(conn, {
      direct: (request) => direct(request, caller),
      handler: (request) => handler(request, caller),
      onError,
      began,
      answered,
    });
}

function serveConnections(serve: Serve, options: HttpServerOptions): HttpServer {
  const { hostname, port, patience = USUAL_PATIENCE, sharesPort = false } = options;
  const listener = Deno.listen({ hostname, port, ...sharesPort ? { reusePort: true } : {} });
  const connections = new Set<Open>();
  let isListening = true;
  let closedAt: number | undefined;
  let acceptedAt = 0;
  const watch = watchOver(connections, () => closedAt, patience);

  async function accept(): Promise<void> {
    while (isListening) {
      try {
        const conn = await listener.accept();
        acceptedAt = performance.now();
        if (closedAt !== undefined) return conn.close();
        const connection = open(conn, serve, patience);
        connection.last = !isListening;
        connections.add(connection);
        void connection.server.finished.then(() => connections.delete(connection));
      } catch {
        if (isListening) await pause(RETRY_MS);
      }
    }
  }
  void accept();

  function close(): void {
    if (isListening) listener.close();
    isListening = false;
  }

  async function drainConnections(): Promise<void> {
    await waitUntilQuiet(() => acceptedAt);
    close();
    connections.forEach(endAfterAnswer);
  }

  async function shutdown(): Promise<void> {
    close();
    closedAt ??= performance.now();
    for (const { server } of connections) server.drain();
    watch.often();
    await Promise.all([...connections].map(({ server }) => server.finished));
    watch.end();
  }

  return {
    addr: listener.addr,
    get connections() {
      return connections.size;
    },
    get busy() {
      return [...connections].filter(isBusy).length;
    },
    closeSome: (count) => [...connections].filter(isBusy).slice(0, count).forEach(endAfterAnswer),
    drainConnections,
    shutdown,
    [Symbol.asyncDispose]: shutdown,
  };
}

/** Resolves when no connection has arrived for a moment. */
async function waitUntilQuiet(last: () => number): Promise<void> {
  const until = performance.now() + LEAVING_MS;
  do await pause(QUIET_MS); while (performance.now() - last() < QUIET_MS && performance.now() < until);
}

function isBusy({ inHand, patient, since, last }: Open): boolean {
  return !last && (inHand > 0 || patient && performance.now() - since < BUSY_MS);
}

function endAfterAnswer(connection: Open): void {
  connection.last = true;
}

function open(conn: Deno.TcpConn, serve: Serve, patience: Patience): Open {
  const caller: Caller = {
    remoteAddr: conn.remoteAddr,
    hangUp: () => void (connection.endAt = Math.min(connection.endAt, performance.now() + patience.lingerMs)),
    refused: () => void (connection.patient = false),
    isLast: () => connection.last,
  };
  const began = () => {
    connection.inHand++;
    connection.patient = true;
  };
  const answered = () => {
    connection.inHand--;
    connection.since = performance.now();
  };
  const connection: Open = {
    server: serve(conn, caller, { began, answered }),
    inHand: 0,
    since: performance.now(),
    patient: false,
    endAt: Infinity,
    last: false,
  };
  return connection;
}
