/** A replica of the server that heavy reads go to, as long as it follows closely. */
import { pause, within } from "lib/deadlines.ts";
import { openServer, type Sql } from "lib/database/db.ts";
import type { Logger } from "lib/telemetry/log.ts";

const EVERY_MS = 2_000;
const ANSWER_MS = 2_000;

/** A replica, and whether it is in use. */
export interface ReadReplica {
  /** The client for heavy reads: the replica's, or the server's own while the replica is away or behind. */
  reads(): Sql;
  /** Why the server is read instead, in words for operators; undefined while the replica is in use. */
  fault(): string | undefined;
  /** Ends its connections. */
  close(): Promise<void>;
}

/** The settings that open a replica. */
export interface ReplicaOptions {
  /** Its address. */
  url: string;
  /** Connections to it at most. */
  connections: number;
  /** The server that it follows. */
  primary: Sql;
  /** How far it may be behind. */
  maxLagSeconds: number;
  /** Tells when it is left and taken again. */
  log: Logger;
  /** Unix milliseconds. */
  now?: () => number;
  /** Between two looks at it. */
  everyMs?: number;
  /** A look without an answer for this long means that it is away. */
  answerMs?: number;
}

/** Opens the replica at `url` and looks after it; the first look is over when this resolves. Never throws for one that is away. */
export async function openReplica(
  { url, connections, primary, maxLagSeconds, log, now = Date.now, everyMs = EVERY_MS, answerMs = ANSWER_MS }:
    ReplicaOptions,
): Promise<ReadReplica> {
  const replica = openServer(url, connections);
  const lag = lagOf(now);
  const stopped = new AbortController();
  let fault: string | undefined;
  let asked: Promise<[number, number | undefined]> | undefined;
  const look = async () => {
    // A server that hangs is asked once, not once a look.
    asked ??= Promise.all([writtenOf(primary), replayedOf(replica.sql)]).finally(() => asked = undefined);
    const [written, replayed] = await within(answerMs, asked);
    const seconds = lag(written, replayed);
    return seconds > maxLagSeconds ? `the replica is ${Math.round(seconds)} s behind` : undefined;
  };
  const looked = async () => {
    const found = await look().catch(() => "the replica does not answer");
    if ((found === undefined) !== (fault === undefined)) {
      if (found) log.warn("heavy reads go to the server itself", { reason: found });
      else log.info("heavy reads go to the replica again");
    }
    fault = found;
  };
  await looked();
  const run = async () => {
    while (!stopped.signal.aborted) {
      await pause(everyMs, stopped.signal).catch(() => {});
      if (!stopped.signal.aborted) await looked();
    }
  };
  const running = run();
  return {
    reads: () => fault === undefined ? replica.sql : primary,
    fault: () => fault,
    close: async () => {
      stopped.abort();
      await running;
      // The queries of one that is away would be waited for in vain.
      await replica.close(fault === undefined ? undefined : 0);
    },
  };
}

/** The server's place in its log, in bytes. */
async function writtenOf(primary: Sql): Promise<number> {
  const [row] = await primary<{ at: number }[]>`select (pg_current_wal_lsn() - '0/0')::bigint as at`;
  return row?.at ?? 0;
}

/** How far the replica has replayed that log; undefined for a server that follows none. */
async function replayedOf(replica: Sql): Promise<number | undefined> {
  const [row] = await replica<
    { at: number | null }[]
  >`select (pg_last_wal_replay_lsn() - '0/0')::bigint as at`;
  return row?.at ?? undefined;
}

/**
 * Seconds that a replica is behind: how long ago the server was at the place that the replica has reached. The
 * replica's own clock of replayed commits would say that one cut off from an idle server is up to date.
 */
export function lagOf(now: () => number): (written: number, replayed: number | undefined) => number {
  // Places that the replica has not reached, oldest first, and when the server was seen there.
  let ahead: { at: number; seen: number }[] = [];
  return (written, replayed) => {
    if (replayed === undefined) return 0;
    ahead = [...ahead, { at: written, seen: now() }].filter(({ at }) => at > replayed);
    // One a look, so that an hour apart from the server is 1,800; older ones decide, newer ones may go.
    if (ahead.length > 1_000) ahead = ahead.filter((_, index) => index % 2 === 0);
    const [oldest] = ahead;
    return oldest ? (now() - oldest.seen) / 1000 : 0;
  };
}
