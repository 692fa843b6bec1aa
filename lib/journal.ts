/**
 * Lines on disk for as long as the database does not have them. A process writes to files of its own and holds a lock
 * on each, so that a file without a lock is one that a process left behind. A line is handed to the system at once and
 * not forced to the disk: it survives the end of the process, not of the machine.
 */
import { join } from "node:path";
import { uuidv7 } from "lib/ids.ts";
import { abandoned, filesOf, measure, readLines } from "lib/journal_files.ts";
import { type Segment, segmentFile } from "lib/journal_segment.ts";

export type { Segment } from "lib/journal_segment.ts";

/** Lines that nobody has in memory, taken from every other process until `done` or `release`. */
export interface Taken {
  /** The whole lines. */
  lines: string[];
  /** The lines are in the database: the file goes. */
  done(): Promise<void>;
  /** They are not: the file stays for another try. */
  release(): void;
}

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
  /** The time. */
  now?: () => number;
}

const SHARED_BYTES = 64 * 1024;

/** Opens the journal `name` in a folder that other journals and other processes of this machine may share. */
export async function openJournal(
  dir: string,
  name: string,
  { maxBytes = 64 * 2 ** 20, segmentBytes = 4_000_000, now = Date.now }: JournalOptions = {},
): Promise<Journal> {
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  const encode = lineEncoder();
  const own = new Set<Segment>();
  // Lines of processes that ended, as far as nobody has taken them over.
  const left = await measure(await filesOf(dir, name));
  let active: Segment | undefined;
  let written = 0;

  function begin(): Segment {
    const segment = segmentFile(join(dir, `${name}-${uuidv7()}.ndjson`));
    own.add(segment);
    return segment;
  }
  /** A segment whose lines are all in the database is written to from its start again, or goes. */
  function settle(segment: Segment): void {
    const { held, spilled, bytes } = segment;
    if (held > 0 || spilled > 0 || bytes === 0 || !own.has(segment)) return;
    written -= bytes;
    try {
      if (segment === active) return segment.empty();
      own.delete(segment);
      segment.remove();
    } catch {
      // Lines that stay in a file are written again by the next start, and count once.
      own.delete(segment);
      if (segment === active) active = undefined;
    }
  }
  function rotate(): void {
    const full = active;
    active = undefined;
    if (full) settle(full);
  }
  async function takeOwn(segment: Segment): Promise<Taken> {
    if (segment === active) active = undefined;
    return {
      lines: await readLines(segment.path),
      done() {
        segment.spilled = 0;
        return Promise.resolve(settle(segment));
      },
      release() {},
    };
  }
  return {
    append(line) {
      const data = encode(line);
      if (written + left.bytes + data.length > maxBytes) throw new Error("the journal is full");
      if (active && active.bytes >= segmentBytes) rotate();
      const segment = active ??= begin();
      try {
        segment.write(data);
      } catch (error) {
        // The part of the line that may be there must not become the start of the next.
        if (!segment.repair()) active = undefined;
        throw error;
      }
      written += data.length;
      segment.held++;
      return segment;
    },
    stored(segment) {
      segment.held--;
      settle(segment);
    },
    spill(segment) {
      segment.held--;
      segment.spilled++;
    },
    async take() {
      for (const segment of own) if (segment.spilled > 0 && segment.held === 0) return await takeOwn(segment);
      const ours = new Set([...own].map(({ path }) => path));
      for (const path of await filesOf(dir, name)) {
        const file = ours.has(path) ? undefined : await abandoned(path, now);
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
    },
    unread: () => [...own].reduce((sum, { spilled }) => sum + spilled, left.lines),
    close() {
      for (const segment of own) {
        if (segment.held > 0 || segment.spilled > 0) segment.close();
        else segment.remove();
      }
      own.clear();
      active = undefined;
    },
  };
}

/** Encodes lines into one buffer, which the next call overwrites. */
function lineEncoder(): (line: string) => Uint8Array {
  const encoder = new TextEncoder();
  const shared = new Uint8Array(SHARED_BYTES);
  return (line) => {
    // No character takes more than three bytes.
    if (line.length * 3 >= SHARED_BYTES) return encoder.encode(line + "\n");
    const { written } = encoder.encodeInto(line, shared);
    shared[written] = 10;
    return shared.subarray(0, written + 1);
  };
}
