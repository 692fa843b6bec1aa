/** Stores the lines of a journal that are only on disk: those of processes that ended, and spilled ones. */
import type { Journal, Taken } from "lib/journal/journal.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Quarantine } from "lib/journal/quarantine.ts";
import { isDataRefusal } from "lib/database/sql_state.ts";

/** The replay of a journal. */
export interface JournalReplay {
  /** Stores all such lines and returns how many; failed lines are retried later. Never throws. */
  run(): Promise<number>;
  /** Stops retrying; resolves when the run under way has ended. */
  stop(): Promise<void>;
}

/** How a journal's lines are read and stored. */
export interface JournalReplayOptions<T> {
  /** Names the records in the log and the quarantine. */
  what: string;
  /** The journal. */
  journal: Journal;
  /** Parses a line; throws for a malformed one. */
  decode(line: string): T;
  /**
   * Stores a record, given the length of its line, concurrently with others; rejects when it is not stored.
   */
  write(record: T, length: number): Promise<void>;
  /** Takes malformed lines, and records that the database refuses. */
  quarantine: Pick<Quarantine, "add">;
  /** Logs failures and stored records. */
  log: Pick<Logger, "warn">;
  /** Lines stored concurrently. */
  maxBatch: number;
  /** Pause after a failure. */
  retryMs: number;
}

/** A replay that runs on request, and again after a failure. */
export function journalReplay<T>(options: JournalReplayOptions<T>): JournalReplay {
  const { what, journal, log, retryMs } = options;
  let running: Promise<number> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function run(): Promise<number> {
    clearTimeout(again);
    again = undefined;
    return running ??= runAll().finally(() => running = undefined);
  }
  async function runAll(): Promise<number> {
    let count = 0;
    try {
      for (let taken = await journal.take(); taken; taken = await journal.take()) {
        count += await replayed(taken, options);
      }
    } catch (error) {
      log.warn(`${what} on disk cannot be stored; they will be retried`, { error });
      if (!stopped) again ??= setTimeout(run, retryMs);
    }
    if (count > 0) log.warn(`stored ${what} from disk`, { count });
    return count;
  }
  return {
    run,
    async stop() {
      stopped = true;
      clearTimeout(again);
      await running;
    },
  };
}

async function replayed<T>(taken: Taken, options: JournalReplayOptions<T>): Promise<number> {
  const { maxBatch } = options;
  let count = 0;
  try {
    for (let at = 0; at < taken.lines.length; at += maxBatch) {
      const lines = taken.lines.slice(at, at + maxBatch);
      // Wait for all before reporting the first failure, since another process may take a file once it is
      // unlocked.
      for (const result of await Promise.allSettled(lines.map((line) => rewritten(line, options)))) {
        if (result.status === "rejected") throw result.reason;
        count += result.value;
      }
    }
    await taken.done();
    return count;
  } catch (error) {
    taken.release();
    throw error;
  }
}

/** 1 when the line is stored, 0 when it is set aside. */
async function rewritten<T>(line: string, options: JournalReplayOptions<T>): Promise<0 | 1> {
  const { what, decode, write, quarantine } = options;
  let record: T;
  try {
    record = decode(line);
  } catch (error) {
    quarantine.add(what, line, error);
    return 0;
  }
  try {
    await write(record, line.length);
    return 1;
  } catch (error) {
    if (!isDataRefusal(error)) throw error;
    quarantine.add(what, record, error);
    return 0;
  }
}
