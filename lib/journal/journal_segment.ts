/** A file of a journal that this process writes to. */

/** An open file, locked by this process, and counts of its lines. */
export interface Segment {
  /** Its path. */
  readonly path: string;
  /** Its length. */
  bytes: number;
  /** Lines that are in memory and not in the database yet. */
  held: number;
  /** Lines that are in this file alone and have to be read again. */
  spilled: number;
  /** Adds a line. */
  write(line: Uint8Array): void;
  /** Removes a partial line after a failed write; false when that fails too. */
  repair(): boolean;
  /** Drops all lines. */
  empty(): void;
  /** Removes the file. */
  remove(): void;
  /** Unlocks the file, so that another process may take it. */
  close(): void;
}

/** Makes the file at `path` and locks it. */
export function segmentFile(path: string): Segment {
  const file = Deno.openSync(path, { createNew: true, write: true, mode: 0o600 });
  file.lockSync(true);

  function cutTo(bytes: number): void {
    file.truncateSync(bytes);
    file.seekSync(bytes, Deno.SeekMode.Start);
    segment.bytes = bytes;
  }
  const segment: Segment = {
    path,
    bytes: 0,
    held: 0,
    spilled: 0,
    write(line) {
      for (let at = 0; at < line.length;) at += file.writeSync(line.subarray(at));
      segment.bytes += line.length;
    },
    repair() {
      try {
        cutTo(segment.bytes);
        return true;
      } catch {
        return false;
      }
    },
    empty: () => cutTo(0),
    remove() {
      // Remove the file before closing it releases the lock, so that no other process reads it in between.
      removeSync(path);
      file.close();
    },
    close: () => file.close(),
  };
  return segment;
}

function removeSync(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
