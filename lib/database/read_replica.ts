/** A read replica of the server, used for heavy reads while it keeps up. */
import { pause, within } from "lib/deadlines.ts";
import { openServer, type Sql } from "lib/database/db.ts";
import type { Logger } from "lib/telemetry/log.ts";

const EVERY_MS = 2_000;
const ANSWER_MS = 2_000;

/** A replica, and whether it is in use. */
export interface ReadReplica {
  /** The client for heavy reads: the replica's, or the server's own while the replica is down or lags. */
  reads(): Sql;
  /** Why reads go to the server instead, for operators; undefined while the replica is in use. */
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
  /** Logs each switch to and from the replica. */
  log: Logger;
  /** Unix milliseconds. */
  now?: () => number;
  /** Interval between two checks. */
  everyMs?: number;
  /** A check without an answer for this long means that the replica is down. */
  answerMs?: number;
}

/**
 * Opens the replica at `url` and monitors it; resolves after the first check. Never throws when the replica
 * is down.
 */
export async function openReplica(
  { url, connections, primary, maxLagSeconds, log, now = Date.now, everyMs = EVERY_MS, answerMs = ANSWER_MS }:
    ReplicaOptions,
): Promise<ReadReplica> {
  const replica = openServer(url, connections);
  const lag = lagOf(now);
  const stopped = new AbortController();
  let fault: string | undefined;
  let asked: Promise<[number, number | undefined]> | undefined;
  const check = async () => {
    // A hanging server keeps one check pending rather than one more for each interval.
    asked ??= Promise.all([writtenOf(primary), replayedOf(replica.sql)]).finally(() => asked = undefined);
    const [written, replayed] = await within(answerMs, asked);
    const seconds = lag(written, replayed);
    return seconds > maxLagSeconds ? `the replica is ${Math.round(seconds)} s behind` : undefined;
  };
  const looked = async () => {
    const outcome = await check().catch(() => "the replica does not answer");
    if ((outcome === undefined) !== (fault === undefined)) {
      if (outcome) log.warn("heavy reads go to the server itself", { reason: outcome });
      else log.info("heavy reads go to the replica again");
    }
    fault = outcome;
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
      // Do not wait for the queries of a replica that is down.
      await replica.close(fault === undefined ? undefined : 0);
    },
  };
}

/** The server's current position in the write-ahead log, in bytes. */
async function writtenOf(primary: Sql): Promise<number> {
  const [row] = await primary<{ at: number }[]>`select (pg_current_wal_lsn() - '0/0')::bigint as at`;
  return row?.at ?? 0;
}

/** The position that the replica has replayed; undefined for a server that is not a replica. */
async function replayedOf(replica: Sql): Promise<number | undefined> {
  const [row] = await replica<
    { at: number | null }[]
  >`select (pg_last_wal_replay_lsn() - '0/0')::bigint as at`;
  return row?.at ?? undefined;
}

/**
 * Seconds of replication lag: the time since the server passed the position that the replica has replayed.
 * The replica's own timestamp of the last replayed commit would report no lag for one cut off from an idle
 * server.
 */
export function lagOf(now: () => number): (written: number, replayed: number | undefined) => number {
  // Positions not replayed yet, oldest first, and when the server was seen there.
  let ahead: { at: number; seen: number }[] = [];
  return (written, replayed) => {
    if (replayed === undefined) return 0;
    ahead = [...ahead, { at: written, seen: now() }].filter(({ at }) => at > replayed);
    // An hour of lag is 1,800 checks. The lag depends on the oldest entry, so the list may be thinned.
    if (ahead.length > 1_000) ahead = ahead.filter((_, index) => index % 2 === 0);
    const [oldest] = ahead;
    return oldest ? (now() - oldest.seen) / 1000 : 0;
  };
}
