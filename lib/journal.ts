/**
 * Lines on disk for as long as the database does not have them. A process writes to files of its own and holds a lock
 * on each, so that a file without a lock is one that a process left behind. A line is handed to the system at once and
 * not forced to the disk: it survives the end of the process, not of the machine.
 */
import { abandoned, adopt, filesOf, measure } from "lib/journal_files.ts";
import type { Segment } from "lib/journal_segment.ts";
import { journalWriter, type Taken } from "lib/journal_writer.ts";

export type { Segment } from "lib/journal_segment.ts";
export type { Taken } from "lib/journal_writer.ts";

/** A journal of lines. */
export interface Journal {
  /** Keeps a line at once and says where. Throws when the disk or the journal has no room for it. */
  append(line: string): Segment;
  /** A line of the segment is in the database: a segment without others is emptied, or goes. */
  stored(segment: Segment): void;
  /** A line of the segment is in memory no longer and has to be read again. */
  spill(segment: Segment): void;
  /** The oldest lines that have to be read again: spilled ones, or those that another process left behind. */
  take(): Promise<Taken | undefined>;
  /** Lines that have to be read again. */
  unread(): number;
  /** Lets go of the files; those whose lines are all in the database go. */
  close(): void;
}

/** The bounds of a journal. */
export interface JournalOptions {
  /** Most bytes of all its files together. */
  maxBytes?: number;
  /** After this many bytes a new file is begun. */
  segmentBytes?: number;
  /** Where the version before kept it, under which names: what is left there is taken over. */
  former?: { dir: string; prefix: string };
  /** The time. */
  now?: () => number;
}

/** Opens the journal `name` in a folder that other journals and other processes of this machine may share. */
export async function openJournal(
  dir: string,
  name: string,
  { maxBytes = 64 * 2 ** 20, segmentBytes = 4_000_000, former, now = Date.now }: JournalOptions = {},
): Promise<Journal> {
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  if (former) await adopt(dir, name, former);
  const writer = journalWriter(dir, name, segmentBytes);
  // Lines of processes that ended, as far as nobody has taken them over.
  const left = await measure(await filesOf(dir, name));

  async function takeLeft(): Promise<Taken | undefined> {
    for (const path of await filesOf(dir, name)) {
      const file = writer.owns(path) ? undefined : await abandoned(path, now);
      if (!file) continue;
      const { lines, bytes, remove, release } = file;
      const done = async () => {
        await remove();
        left.bytes = Math.max(0, left.bytes - bytes);
        left.lines = Math.max(0, left.lines - lines.length);
      };
      return { lines, done, release };
    }
    left.bytes = left.lines = 0;
    return undefined;
  }

  return {
    append: (line) => writer.append(line, maxBytes - left.bytes),
    stored: writer.stored,
    spill: writer.spill,
    take: async () => await writer.takeSpilled() ?? await takeLeft(),
    unread: () => writer.spilled() + left.lines,
    close: writer.close,
  };
}
