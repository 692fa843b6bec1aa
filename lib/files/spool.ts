/** Received files, held until whoever received them is done: on disk, or in memory on a host without one. */
import { unavailable } from "lib/errors.ts";

/** A received file. */
export interface SpooledFile {
  /** Its length in bytes. */
  size: number;
  /** Its content, from the start; may be read several times, also at once. */
  read(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Gives its place back. Never throws. */
  remove(): Promise<void>;
}

/** Where received files wait. */
export interface Spool {
  /** Takes a file in. When `chunks` fail, nothing of it is kept. */
  take(chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile>;
}

/** Files wait on disk. */
export interface DiskSpool extends Spool {
  /** Removes what a process that was killed left more than a day ago. */
  sweep(now?: number): Promise<void>;
}

/** Keeps the first `most` bytes of what passes `through`: enough to tell a file by its content. */
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
      try {
        for await (const { name } of Deno.readDir(folder)) {
          const path = `${folder}/${name}`;
          const { mtime } = await Deno.stat(path);
          // A younger one may still be in use by another process.
          if (mtime && now - mtime.getTime() > A_DAY_MS) await Deno.remove(path, { recursive: true });
        }
      } catch (error) {
        // Another process may be cleaning up as well.
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
  };
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

/**
 * A spool in memory for at most `maxBytes` of files at once.
 * Its `take` throws 503 with Retry-After when the files of others leave no room.
 */
export function memorySpool({ maxBytes }: { maxBytes: number }): Spool {
  let held = 0;
  return {
    async take(chunks) {
      const kept: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      const remove = () => {
        held -= size;
        size = kept.length = 0;
        return Promise.resolve();
      };
      try {
        for await (const chunk of chunks) {
          if (held + chunk.length > maxBytes) {
            throw unavailable("There is no room for more files at the moment; try again later", {
              retryAfterSeconds: RETRY_AFTER_SECONDS,
            });
          }
          held += chunk.length;
          size += chunk.length;
          kept.push(new Uint8Array(chunk));
        }
      } catch (error) {
        await remove();
        throw error;
      }
      return { size, read: () => Promise.resolve(ReadableStream.from(kept)), remove };
    },
  };
}

// Half of what is left of 512 MB beside a service.
const MOST_IN_MEMORY = 128 * 2 ** 20;

/** The spool in `folder`, swept, or in memory, for 128 MB at most, where there is none. */
export async function openSpool(folder: string | undefined): Promise<Spool> {
  if (folder === undefined) return memorySpool({ maxBytes: MOST_IN_MEMORY });
  const spool = diskSpool(folder);
  await spool.sweep();
  return spool;
}
