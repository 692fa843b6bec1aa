/** Writes a journal's files of this process. */
import { join } from "node:path";
import { uuidv7 } from "lib/ids.ts";
import { readLines } from "lib/journal/journal_files.ts";
import { type Segment, segmentFile } from "lib/journal/journal_segment.ts";

/** Lines that are only on disk, locked against other processes until `done` or `release`. */
export interface LockedLines {
  /** The complete lines. */
  lines: string[];
  /** Removes the file, whose lines are in the database. */
  done(): Promise<void>;
  /** Keeps the file for another try. */
  release(): void;
}

/** Writes lines to its own files and tracks which of them the database has. */
export interface JournalWriter {
  /** Writes a line at once and returns its segment. Throws when the disk or the journal is full. */
  append(line: string, roomBytes: number): Segment;
  /**
   * Marks a line of the segment as stored in the database; a segment whose lines are all stored is emptied or
   * removed.
   */
  stored(segment: Segment): void;
  /** Marks a line of the segment as dropped from memory, so that it has to be read again. */
  spill(segment: Segment): void;
  /** The oldest segment whose lines all have to be read again. */
  takeSpilled(): Promise<LockedLines | undefined>;
  /** Number of lines that have to be read again. */
  spilled(): number;
  /** Whether this process writes the file. */
  owns(path: string): boolean;
  /** Unlocks the files; those whose lines are all stored are removed. */
  close(): void;
}

/** The state of a writer: its segments, the current one, and their total size. */
interface Segments {
  own: Set<Segment>;
  active: Segment | undefined;
  written: number;
}

const SHARED_BYTES = 64 * 1024;

/** A writer of the journal `name` in `dir` that begins a new file after `segmentBytes`. */
export function journalWriter(dir: string, name: string, segmentBytes: number): JournalWriter {
  const encode = lineEncoder();
  const state: Segments = { own: new Set(), active: undefined, written: 0 };
  const { own } = state;

  function begin(): Segment {
    const segment = segmentFile(join(dir, `${name}-${uuidv7()}.ndjson`));
    own.add(segment);
    return segment;
  }

  return {
    append(line, roomBytes) {
      const data = encode(line);
      if (state.written + data.length > roomBytes) throw new Error("the journal is full");
      if (state.active && state.active.bytes >= segmentBytes) state.active = undefined;
      const segment = state.active ??= begin();
      try {
        segment.write(data);
      } catch (error) {
        // A partial line left by the failed write must not become the start of the next.
        if (!segment.repair()) state.active = undefined;
        throw error;
      }
      state.written += data.length;
      segment.held++;
      return segment;
    },
    stored(segment) {
      segment.held--;
      settle(state, segment);
    },
    spill(segment) {
      segment.held--;
      segment.spilled++;
    },
    async takeSpilled() {
      for (const segment of own) {
        if (segment.spilled > 0 && segment.held === 0) return await takeOwn(state, segment);
      }
    },
    spilled: () => [...own].reduce((sum, { spilled }) => sum + spilled, 0),
    owns: (path) => [...own].some((segment) => segment.path === path),
    close() {
      for (const segment of own) {
        if (segment.held > 0 || segment.spilled > 0) segment.close();
        else segment.remove();
      }
      own.clear();
      state.active = undefined;
    },
  };
}

/** A segment whose lines are all stored is reused from its start, or removed. */
function settle(state: Segments, segment: Segment): void {
  const { held, spilled, bytes } = segment;
  if (held > 0 || spilled > 0 || bytes === 0 || !state.own.has(segment)) return;
  state.written -= bytes;
  try {
    if (segment === state.active) return segment.empty();
    state.own.delete(segment);
    segment.remove();
  } catch {
    // The next start stores lines left in a file again; each is stored once by its id.
    state.own.delete(segment);
    if (segment === state.active) state.active = undefined;
  }
}

async function takeOwn(state: Segments, segment: Segment): Promise<LockedLines> {
  if (segment === state.active) state.active = undefined;
  return {
    lines: await readLines(segment.path),
    done() {
      segment.spilled = 0;
      return Promise.resolve(settle(state, segment));
    },
    release() {},
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
