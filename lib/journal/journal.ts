/**
 * Keeps lines on disk until the database has them. A process writes to its own files and locks each, so that
 * an unlocked file belongs to a process that ended. A line is written at once but not synced: it survives a
 * crash of the process, not of the machine.
 */
import { openSettingFolder } from "lib/files/setting_folder.ts";
import { abandoned, adopt, filesOf, measure } from "lib/journal/journal_files.ts";
import type { Segment } from "lib/journal/journal_segment.ts";
import { journalWriter, type LockedLines } from "lib/journal/journal_writer.ts";

export type { Segment } from "lib/journal/journal_segment.ts";
export type { LockedLines as Taken } from "lib/journal/journal_writer.ts";

/** A journal of lines. */
export interface Journal {
  /** Writes a line at once and returns its segment. Throws when the disk or the journal is full. */
  append(line: string): Segment;
  /**
   * Marks a line of the segment as stored in the database; a segment whose lines are all stored is emptied or
   * removed.
   */
  stored(segment: Segment): void;
  /** Marks a line of the segment as dropped from memory, so that it has to be read again. */
  spill(segment: Segment): void;
  /** The oldest lines that have to be read again: spilled ones, or those of a process that ended. */
  take(): Promise<LockedLines | undefined>;
  /** Number of lines that have to be read again. */
  unread(): number;
  /** Unlocks the files; those whose lines are all stored are removed. */
  close(): void;
}

/** The bounds of a journal. */
export interface JournalOptions {
  /** Most bytes of all files together. */
  maxBytes?: number;
  /** Size in bytes after which a new file is begun. */
  segmentBytes?: number;
  /** Folder and file names of the previous version; files left there are taken over. */
  former?: { dir: string; prefix: string };
  /** The time. */
  now?: () => number;
}

/**
 * Opens the journal `name` in a folder of DATA_DIR that other journals and other processes of this machine may share.
 * @throws {SettingsError} when the folder cannot be written, since a record would be kept in memory alone.
 */
export async function openJournal(
  dir: string,
  name: string,
  { maxBytes = 64 * 2 ** 20, segmentBytes = 4_000_000, former, now = Date.now }: JournalOptions = {},
): Promise<Journal> {
  await openSettingFolder(dir, "DATA_DIR");
  if (former) await adopt(dir, name, former);
  const writer = journalWriter(dir, name, segmentBytes);
  // Lines of processes that ended and that no process has taken over.
  const left = await measure(await filesOf(dir, name));

  async function takeLeft(): Promise<LockedLines | undefined> {
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
