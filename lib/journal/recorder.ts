/** Stores records: on disk at once, so that they survive a crash, and in the database soon after. */
import { batcher, type BatcherOptions } from "lib/journal/batcher.ts";
import { within } from "lib/deadlines.ts";
import type { Journal, Segment } from "lib/journal/journal.ts";
import { journalReplay } from "lib/journal/journal_replay.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Quarantine } from "lib/journal/quarantine.ts";
import { isDataRefusal } from "lib/database/sql_state.ts";

/** Records on their way to the database. */
export interface Recorder<T> {
  /**
   * Takes a record; false when neither disk nor memory has room. Never throws and never waits for the
   * database.
   */
  add(record: T): boolean;
  /** Resolves when everything added so far is in the database, or when that failed or takes too long. */
  flush(): Promise<void>;
  /** Stores the records that ended processes left on disk and returns how many. Never throws. */
  recover(): Promise<number>;
  /** Stores as many records as it can soon; the rest stays on disk for the next start. */
  close(): Promise<void>;
  /** Records that are not in the database yet. */
  waiting(): number;
  /** Records lost because neither the disk nor the memory had room for them. */
  lost(): number;
}

/** How records are stored. */
export interface RecorderOptions<T>
  extends Pick<BatcherOptions<T>, "waitMs" | "maxBatch" | "maxItems" | "maxBytes" | "retryMs" | "stuckMs"> {
  /** Names the records in the log and the quarantine. */
  what: string;
  /** Stores records, all or none; those that are stored already are left out. */
  write(records: T[]): Promise<unknown>;
  /** Writes a record as one line. */
  encode(record: T): string;
  /** Parses a line; throws for a malformed one. */
  decode(line: string): T;
  /** Holds records until the database has them. Without one they are only in memory. */
  journal?: Journal;
  /** Takes records that the database refuses. */
  quarantine?: Pick<Quarantine, "add">;
  /** Logs that records wait or were lost. */
  log: Pick<Logger, "warn" | "error">;
  /** How long `flush` waits for the database, and `close` for one that fails. */
  patienceMs?: number;
}

interface Kept<T> {
  record: T;
  segment: Segment | undefined;
  bytes: number;
}

// How long a stop waits for a database that has answered so far, rather than leave work to the next start.
const CLOSING_MS = 5_000;
const NOWHERE: Pick<Quarantine, "add"> = { add() {} };

/**
 * A recorder of records with ids, so that a record written twice counts once. While the database is away,
 * records wait in memory up to its bound and in the journal, from which the rest is read once the database is
 * back.
 */
export function recorder<T>(options: RecorderOptions<T>): Recorder<T> {
  const { what, write, encode, decode, journal, quarantine = NOWHERE, log } = options;
  const { maxBatch = 1_000, retryMs = 1_000, patienceMs = 500, stuckMs = 30_000 } = options;
  let lost = 0;
  let up = true;
  const keep = lineKeeper(options);

  const queue = batcher<Kept<T>>({
    ...{ waitMs: options.waitMs, maxItems: options.maxItems, maxBytes: options.maxBytes },
    ...{ what, log, maxBatch, retryMs, stuckMs },
    sizeOf: ({ bytes }) => bytes,
    write: writeKept,
    onRefused(each, error) {
      quarantine.add(what, each.record, error);
      markStored(journal, each);
    },
  });

  async function writeKept(kept: Kept<T>[]): Promise<void> {
    try {
      await write(kept.map(({ record }) => record));
      up = true;
    } catch (error) {
      up = isDataRefusal(error);
      throw error;
    }
    for (const each of kept) markStored(journal, each);
    if (journal && journal.unread() > 0) left?.run();
  }
  const left = journal && journalReplay<T>({
    ...{ what, journal, decode, quarantine, log, maxBatch, retryMs },
    write: (record, bytes) => queue.written([{ record, segment: undefined, bytes }]),
  });
  return {
    add(record) {
      const line = encode(record);
      const segment = keep(line);
      if (queue.add({ record, segment, bytes: line.length })) return true;
      if (segment) {
        journal?.spill(segment);
        return true;
      }
      if (lost++ === 0) log.error(`${what} are lost: neither disk nor memory has room for them`);
      return false;
    },
    flush: () => patiently(queue.flush(), patienceMs),
    recover: () => left?.run() ?? Promise.resolve(0),
    async close() {
      const patience = up ? CLOSING_MS : patienceMs;
      await patiently(Promise.all([queue.flush(), left?.stop()]), patience);
      journal?.close();
    },
    waiting: () => queue.waiting() + (journal?.unread() ?? 0),
    lost: () => lost,
  };
}

/** Writes lines to the journal; logs a failure once until writing works again. */
function lineKeeper<T>({ what, journal, log }: RecorderOptions<T>): (line: string) => Segment | undefined {
  let failing = false;
  return (line) => {
    try {
      const segment = journal?.append(line);
      failing = false;
      return segment;
    } catch (error) {
      if (!failing) log.error(`${what} are kept in memory alone`, { error });
      failing = true;
      return undefined;
    }
  };
}

/** Marked once, even if a record's first write timed out and succeeded after all. */
function markStored<T>(journal: Journal | undefined, each: Kept<T>): void {
  const { segment } = each;
  each.segment = undefined;
  if (segment) journal?.stored(segment);
}

/** Waits a bounded time for the work; a timeout is not a failure, since the records are on disk. */
async function patiently(work: Promise<unknown>, ms: number): Promise<void> {
  await within(ms, work).catch(() => {});
}
