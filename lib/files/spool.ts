/** Stores received files until their receiver is done: on disk, or in memory on a host without one. */
import { tooLarge, unavailable } from "lib/errors.ts";

/** A received file. */
export interface SpooledFile {
  /** Its length in bytes. */
  size: number;
  /** Its content, from the start; may be read several times, also at once. */
  read(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Frees its space. Never throws. */
  remove(): Promise<void>;
}

/** Temporary storage of received files. */
export interface Spool {
  /** Stores a file. When `chunks` fail, nothing of it is kept. */
  take(chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile>;
}

/** A spool on disk. */
export interface DiskSpool extends Spool {
  /** Removes files left by killed processes more than a day ago. */
  sweep(now?: number): Promise<void>;
}

/**
 * Passes a stream `through` and keeps its first `most` bytes: enough to detect a file's type by its content.
 */
export function headOf(most: number): {
  through(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  bytes(): Uint8Array;
} {
  const head = new Uint8Array(most);
  let size = 0;
  return {
    async *through(chunks) {
      for await (const chunk of chunks) {
        if (size < most) head.set(chunk.subarray(0, most - size), size);
        size += chunk.length;
        yield chunk;
      }
    },
    bytes: () => head.subarray(0, Math.min(size, most)),
  };
}

const A_DAY_MS = 24 * 3_600_000;
const RETRY_AFTER_SECONDS = 5;

/** A spool in `folder`, which is made with the first file and may be shared by processes. */
export function diskSpool(folder: string): DiskSpool {
  return {
    async take(chunks) {
      await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
      const path = await Deno.makeTempFile({ dir: folder });
      const remove = () => Deno.remove(path).catch(() => {});
      try {
        const size = await written(path, chunks);
        return { size, read: async () => (await Deno.open(path)).readable, remove };
      } catch (error) {
        await remove();
        throw error;
      }
    },
    async sweep(now = Date.now()) {
      for (const name of await namesIn(folder)) {
        try {
          const path = `${folder}/${name}`;
          const { mtime } = await Deno.stat(path);
          // A younger one may still be in use by another process.
          if (mtime && now - mtime.getTime() > A_DAY_MS) await Deno.remove(path, { recursive: true });
        } catch (error) {
          // Another process may have removed it.
          if (!(error instanceof Deno.errors.NotFound)) throw error;
        }
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function written(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  using file = await Deno.open(path, { write: true, truncate: true });
  const writer = file.writable.getWriter();
  for await (const chunk of chunks) {
    size += chunk.length;
    await writer.write(new Uint8Array(chunk));
  }
  await writer.close();
  return size;
}

// A received chunk may be a view of one byte into a large buffer, so the bytes are copied into blocks.
const BLOCK_BYTES = 64 * 1024;

/**
 * A spool in memory for at most `maxBytes` of files at once, each rounded up to whole blocks of `blockBytes`.
 * Its `take` throws 413 for a file that would not fit alone, and 503 with Retry-After when the files of others
 * leave no room.
 */
export function memorySpool(
  { maxBytes, blockBytes = BLOCK_BYTES }: { maxBytes: number; blockBytes?: number },
): Spool {
  let heldBytes = 0;
  return {
    async take(chunks) {
      const blocks: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      const remove = () => {
        heldBytes -= blocks.length * blockBytes;
        size = blocks.length = 0;
        return Promise.resolve();
      };
      const addBlock = () => {
        if ((blocks.length + 1) * blockBytes > maxBytes) {
          throw tooLarge(maxBytes);
        }
        if (heldBytes + blockBytes > maxBytes) {
          throw unavailable("There is no room for more files at the moment; try again later", {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          });
        }
        heldBytes += blockBytes;
        blocks.push(new Uint8Array(blockBytes));
      };
      try {
        for await (const chunk of chunks) {
          for (let from = 0; from < chunk.length;) {
            const at = size % blockBytes;
            if (at === 0) addBlock();
            const piece = chunk.subarray(from, from + blockBytes - at);
            blocks.at(-1)?.set(piece, at);
            size += piece.length;
            from += piece.length;
          }
        }
      } catch (error) {
        await remove();
        throw error;
      }
      const length = size;
      return {
        size: length,
        read: () => Promise.resolve(ReadableStream.from(copiesOf([...blocks], length))),
        remove,
      };
    },
  };
}

// Hand out copies: a reader may transfer its buffer, and the file may be read again.
function* copiesOf(blocks: Uint8Array<ArrayBuffer>[], length: number): Generator<Uint8Array<ArrayBuffer>> {
  let left = length;
  for (const block of blocks) {
    yield block.slice(0, left);
    left -= block.length;
  }
}

// Half of what remains of 512 MB next to a service.
const MOST_IN_MEMORY = 128 * 2 ** 20;

/** A swept spool in `folder`, or one of at most 128 MB in memory on a host without a disk. */
export async function openSpool(folder: string | undefined): Promise<Spool> {
  if (folder === undefined) return memorySpool({ maxBytes: MOST_IN_MEMORY });
  const spool = diskSpool(folder);
  await spool.sweep();
  return spool;
}
