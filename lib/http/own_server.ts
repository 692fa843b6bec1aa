/**
 * An HTTP/1.1 server for one connection, for hot handlers: a request takes half the processor time of one by
 * Deno's server. It handles one request at a time; pipelined requests wait.
 */
import { withFallback } from "lib/deadlines.ts";
import {
  type AnswerWay,
  keepLittle,
  noMemory,
  sendPlain,
  sendResponse,
  sendSource,
} from "lib/http/answer_sender.ts";
import type { ConnectionServer } from "lib/http/deno_server.ts";
import type { Incoming, Outcome } from "lib/http/incoming.ts";
import { receivedBody } from "lib/http/received_body.ts";
import { ReceivedRequest } from "lib/http/received_request.ts";
import { parseHead, RefusedHead, type RequestHead } from "lib/http/request_head.ts";
import {
  expectLittle,
  fill,
  headText,
  type RequestInput,
  requestInput,
  unread,
} from "lib/http/request_input.ts";

/** A request that can be answered without creating a Request. */
export interface DirectRequest extends Incoming {
  /** Path and query as sent. */
  readonly target: string;
}

/** Answers the requests of a connection. */
export interface OwnHandlers {
  /** Answers hot requests; undefined for all others. */
  direct?: ((request: DirectRequest) => Outcome | Promise<Outcome> | undefined) | undefined;
  /** Answers all others. */
  handler(request: Request): Response | Promise<Response>;
  /** Answers failures of the two. */
  onError(error: unknown): Response;
  /** The head of a request is complete. */
  began(): void;
  /** The answer was sent or can no longer be sent. */
  answered(): void;
}

interface Serving {
  conn: Deno.TcpConn;
  input: RequestInput;
  way: ReturnType<typeof wayOf>;
  handlers: OwnHandlers;
  /** The request under way. */
  current: ReceivedRequest | undefined;
  /** Whether the connection closes after this answer. */
  draining: boolean;
  /** Whether all input was read: closing a socket with unread input resets it, and the answer may be lost. */
  mayClose: boolean;
  closed: boolean;
}

const CONTINUE = new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n");
// Bounds for reading the rest of a refused request, so that its sender gets to read the answer.
const DISCARDED_BYTES = 64 * 2 ** 20;
const DISCARDS_MS = 2_000;
const IDLE_MS = 500;

/** Serves `conn` until it ends. */
export function serveOwn(conn: Deno.TcpConn, handlers: OwnHandlers): ConnectionServer {
  conn.setNoDelay(true);
  const serving: Serving = {
    ...{ conn, handlers, input: requestInput(conn), way: wayOf(() => serving) },
    ...{ current: undefined, draining: false, mayClose: false, closed: false },
  };
  const finished = serveAll(serving).catch(() => {}).finally(() => close(serving));
  return {
    finished,
    get writes() {
      return serving.way.writes;
    },
    abort: () => close(serving),
    drain() {
      serving.draining = true;
      if (!serving.current && unread(serving.input) === 0) close(serving);
    },
  };
}

function close(serving: Serving): void {
  if (serving.closed) return;
  serving.closed = true;
  try {
    serving.conn.close();
  } catch {
    // It is closed already.
  }
  serving.current?.leave();
}

async function serveAll(serving: Serving): Promise<void> {
  for (let keeps = true; keeps;) {
    let head: RequestHead;
    try {
      const text = await headText(serving.input);
      if (text === undefined) return;
      head = parseHead(text);
    } catch (error) {
      if (!(error instanceof RefusedHead)) throw error;
      serving.way.head = NO_HEAD;
      await sendPlain(serving.way, refusal(error));
      return await linger(serving);
    }
    keeps = await serveOne(serving, head);
    expectLittle(serving.input);
    keepLittle(serving.way);
  }
  await linger(serving);
}

const NO_HEAD = { method: "GET", modern: true, keepsAlive: false };

function refusal({ status, message }: RefusedHead) {
  const bytes = new TextEncoder().encode(JSON.stringify({ error: message }));
  return { status, headers: { "content-type": "application/json", connection: "close" }, bytes };
}

/** Answers a request; resolves with whether another one may follow. */
async function serveOne(serving: Serving, head: RequestHead): Promise<boolean> {
  const { input, handlers, conn, way } = serving;
  way.head = head;
  const ask = head.expectsContinue ? async () => void await conn.write(CONTINUE) : undefined;
  const request = new ReceivedRequest(head, receivedBody(input, head.body, ask), () => watch(serving));
  serving.current = request;
  serving.mayClose = false;
  handlers.began();
  try {
    const outcome = await outcomeOf(handlers, request);
    if (request.left) {
      await discard(outcome);
      return false;
    }
    if (outcome instanceof Response) return await sendResponse(way, outcome);
    return "bytes" in outcome ? await sendPlain(way, outcome) : await sendSource(way, outcome);
  } finally {
    serving.mayClose = request.isRead && unread(input) === 0;
    serving.current = undefined;
    handlers.answered();
  }
}

/** Ends the source of an answer that cannot be sent. */
async function discard(outcome: Outcome): Promise<void> {
  if (outcome instanceof Response) await outcome.body?.cancel();
  else if ("source" in outcome) {
    outcome.source.start({ desiredSize: 0, enqueue: () => {}, close: () => {} });
    outcome.source.cancel();
  }
}

async function outcomeOf(
  { direct, handler, onError }: OwnHandlers,
  request: ReceivedRequest,
): Promise<Outcome> {
  try {
    return await (direct?.(request) ?? handler(request.toRequest()));
  } catch (error) {
    return error instanceof RefusedHead ? refusal(error) : onError(error);
  }
}

/** Reads on after a complete request: more bytes are the next request, an end means that the client left. */
function watch(serving: Serving): void {
  const { input } = serving;
  if (unread(input) > 0) return;
  void fill(input).then((more) => {
    if (!more) serving.current?.leave();
  });
}

/** The destination of all answers on a connection, one after another. */
function wayOf(
  serving: () => Serving,
): AnswerWay & { head: Pick<RequestHead, "method" | "modern" | "keepsAlive"> } {
  return {
    head: NO_HEAD,
    writes: 0,
    memory: noMemory(),
    get conn() {
      return serving().conn;
    },
    get method() {
      return this.head.method;
    },
    get modern() {
      return this.head.modern;
    },
    mayKeep() {
      const { draining, current } = serving();
      return this.head.keepsAlive && !draining && (current?.isRead ?? false);
    },
    hasLeft() {
      const { closed, current } = serving();
      return closed || (current?.left ?? false);
    },
    onLeft(leave) {
      const { current } = serving();
      if (!current) return;
      current.onLeft = leave;
      if (current.left) leave();
    },
  };
}

/** Reads and discards remaining input: closing the socket with unread input could lose the answer. */
async function linger(serving: Serving): Promise<void> {
  const { conn, input } = serving;
  if (serving.closed || serving.mayClose || input.ended) return;
  await conn.closeWrite();
  const until = Date.now() + DISCARDS_MS;
  for (let taken = 0; taken < DISCARDED_BYTES && Date.now() < until;) {
    taken += unread(input);
    input.start = input.end;
    if (!await withFallback(IDLE_MS, fill(input), false)) return;
  }
}
