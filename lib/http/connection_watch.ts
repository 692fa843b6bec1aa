/** Ends connections that are slow or idle. */
import type { ConnectionServer } from "lib/http/deno_server.ts";

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

/** A connection that is served. */
export interface Open {
  /** Its server. */
  server: ConnectionServer;
  /** Requests under way. */
  inHand: number;
  /** When it was opened or last answered, on the clock of `performance.now`. */
  since: number;
  /** Whether its next request has more time than a first one. */
  patient: boolean;
  /** The latest time at which it ends. */
  endAt: number;
  /** Whether it closes after its next answer. */
  last: boolean;
  /** The write under way at the last check, and since when. */
  writing?: { count: number; since: number };
}

// How many times deadlines are checked within the shortest of them.
const LOOKS = 15;
// When the event loop was blocked, timers run before requests received meanwhile are read, so wait for those.
const UNREAD_MS = 20;
// Streams end earlier, with a message to the client.
const STALLED_MS = 75_000;

/** Ends those of `connections` whose deadline has passed. */
export function watchOver(
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
    const late = [...connections].filter((connection) => overdue(connection, now) || stalls(connection, now));
    if (late.length > 0) ending ??= setTimeout(() => end(late, now), UNREAD_MS);
  }
  function end(late: Open[], now: number): void {
    ending = undefined;
    for (const connection of late) {
      if (overdue(connection, now) || stalls(connection, now)) connection.server.abort();
    }
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

/** Whether one write has waited for its client for too long. */
function stalls(connection: Open, now: number): boolean {
  const { server: { writes: count = 0 }, writing } = connection;
  if (count % 2 === 0) return false;
  if (writing?.count !== count) connection.writing = { count, since: now };
  return now - (connection.writing?.since ?? now) > STALLED_MS;
}
