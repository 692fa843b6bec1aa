/** Serves HTTP as `Deno.serve` does, and ends connections that are slow or idle. */
import { pause } from "lib/deadlines.ts";
import { type ConnectionServer, findServer, type ServeConnection } from "lib/http/deno_server.ts";
import { isHosted } from "lib/env.ts";

/** How long a connection may keep the server waiting, in milliseconds. */
export interface Patience {
  /** From its start until the headers of its first request are complete. */
  headersMs: number;
  /** From its last answer, unless that was a refusal, until the headers of its next request are complete. */
  idleMs: number;
  /** From the decision to end it until it is closed, so that its last answer can be sent. */
  lingerMs: number;
}

/** 15 seconds for the first headers, 75 between requests, 1 for a last answer. */
export const USUAL_PATIENCE: Patience = { headersMs: 15_000, idleMs: 75_000, lingerMs: 1_000 };

/** The caller's side of a request's connection; Hono passes it as `c.env`. */
export interface Caller {
  /** Its address. */
  remoteAddr: Deno.Addr;
  /** Ends its connection soon, even if bytes are unsent by then. */
  hangUp(): void;
  /** Marks its request as refused: its connection then gets no more time than a new one. */
  refused(): void;
  /** Whether its connection is to go to another process: the answer is to tell its caller that it is the last. */
  isLast(): boolean;
}

/** Answers one request. */
export type Handler = (request: Request, caller: Caller) => Response | Promise<Response>;

/** A server. */
export interface HttpServer extends AsyncDisposable {
  /** Where it listens. */
  addr: Deno.NetAddr;
  /** Connections that are open. */
  readonly connections: number;
  /** Connections on which there was a request in the last two seconds. */
  readonly busy: number;
  /** The next answer of so many busy connections is their last. */
  closeSome(count: number): void;
  /** Takes no more connections; resolves when those that came before are served. The last answer of each says so. */
  drainConnections(): Promise<void>;
  /** Takes no more connections and requests; resolves when all requests under way have been answered. */
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
  /** Whether other processes listen on the same port: the system then hands each new connection to one of them. */
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
export function heed({ status }: Response, caller: Caller): void {
  if (status >= REFUSED) caller.refused();
  if (status === TOO_SLOW) caller.hangUp();
}

interface Open {
  server: ConnectionServer;
  inHand: number;
  since: number;
  patient: boolean;
  endAt: number;
  last: boolean;
}

// How many times deadlines are checked within the shortest of them.
const LOOKS = 15;
// So long after a request its connection counts as one in use.
const BUSY_MS = 2_000;
// A port that other processes share is let go when no connection has come for so long, lest one be lost with it.
const QUIET_MS = 2;
const LEAVING_MS = 100;
// After the event loop was held, timers run before requests that have arrived meanwhile are read.
const UNREAD_MS = 20;
// Accepting fails while the process is out of file descriptors.
const RETRY_MS = 100;

/**
 * Listens and answers. Deno's server has no deadlines, and only the owner of a connection can end it: so each
 * is accepted here and then handed to that server. Where the hosting platform accepts the connections,
 * deadlines are its business.
 */
export function serveHttp(options: HttpServerOptions, handler: Handler): HttpServer {
  const serve = isHosted() ? undefined : findServer({ webSockets: options.webSockets ?? false });
  return serve ? serveConnections(serve, options, handler) : serveWithout(options, handler);
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

function serveConnections(serve: ServeConnection, options: HttpServerOptions, handler: Handler): HttpServer {
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
        const connection = open(conn, serve, { ...options, patience }, handler);
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

/** Resolves when nothing has come for a moment. */
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

/** Ends those of `connections` whose deadline has passed. */
function watchOver(
  connections: ReadonlySet<Open>,
  closedAt: () => number | undefined,
  { headersMs, idleMs, lingerMs }: Patience,
): { often(): void; end(): void } {
  function overdue({ inHand, since, patient, endAt }: Open, now: number): boolean {
    const closed = closedAt();
    const allowed = patient ? idleMs : headersMs;
    const until = closed === undefined ? since + allowed : Math.max(since, closed) + lingerMs;
    return inHand === 0 && now >= until || now >= endAt;
  }
  let ending: ReturnType<typeof setTimeout> | undefined;
  function look(): void {
    const now = performance.now();
    const late = [...connections].filter((connection) => overdue(connection, now));
    if (late.length > 0) ending ??= setTimeout(() => end(late, now), UNREAD_MS);
  }
  function end(late: Open[], now: number): void {
    ending = undefined;
    for (const connection of late) if (overdue(connection, now)) connection.server.abort();
  }
  let looking = setInterval(look, Math.min(headersMs, idleMs, USUAL_PATIENCE.headersMs) / LOOKS);
  Deno.unrefTimer(looking);
  return {
    often() {
      clearInterval(looking);
      looking = setInterval(look, lingerMs / 2);
    },
    end() {
      clearInterval(looking);
      clearTimeout(ending);
    },
  };
}

function open(
  conn: Deno.TcpConn,
  serve: ServeConnection,
  { onError, patience }: HttpServerOptions & { patience: Patience },
  handler: Handler,
): Open {
  const caller: Caller = {
    remoteAddr: conn.remoteAddr,
    hangUp: () => void (connection.endAt = Math.min(connection.endAt, performance.now() + patience.lingerMs)),
    refused: () => void (connection.patient = false),
    isLast: () => connection.last,
  };
  const given = () => {
    connection.inHand--;
    connection.since = performance.now();
  };
  const answer = (request: Request, sent: Promise<unknown>) => {
    connection.inHand++;
    connection.patient = true;
    sent.then(given, given);
    return handler(request, caller);
  };
  const connection: Open = {
    server: serve(conn, answer, onError),
    inHand: 0,
    since: performance.now(),
    patient: false,
    endAt: Infinity,
    last: false,
  };
  return connection;
}
