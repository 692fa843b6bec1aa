/** Writes the lines of a journal that nobody has in memory: those of processes that ended, and spilled ones. */
import type { Journal, Taken } from "lib/journal.ts";
import type { Logger } from "lib/log.ts";
import type { Quarantine } from "lib/quarantine.ts";
import { isDataRefusal } from "lib/sql_state.ts";

/** The replay of a journal. */
export interface JournalReplay {
  /** Writes all lines that are there and says how many; lines that fail are tried again later. Never throws. */
  run(): Promise<number>;
  /** Tries nothing again; resolves when the run under way has ended. */
  stop(): Promise<void>;
}

/** The kind of a journal's lines, and where they go. */
export interface JournalReplayOptions<T> {
  /** Names the records in the log and the quarantine. */
  what: string;
  /** Where the lines are. */
  journal: Journal;
  /** The record of a line; throws for a line that is none. */
  decode(line: string): T;
  /** Stores a record, whose line has this many characters, beside others; rejects when it is not stored. */
  write(record: T, length: number): Promise<void>;
  /** Where lines go that are no records, and records that the database refuses. */
  quarantine: Pick<Quarantine, "add">;
  /** Told of a failure and of what was stored. */
  log: Pick<Logger, "warn">;
  /** Lines written at once. */
  maxBatch: number;
  /** Pause after a failure. */
  retryMs: number;
}

/** A replay that runs when it is told to, and again after a failure. */
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
      log.warn(`${what} on disk cannot be written; they are tried again`, { error });
      if (!stopped) again ??= setTimeout(run, retryMs);
    }
    if (count > 0) log.warn(`${what} that were on disk are stored`, { count });
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
      // All have ended before the first failure is told, since a file that is let go may be taken by another process.
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
