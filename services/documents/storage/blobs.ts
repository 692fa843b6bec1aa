import type { SpooledFile } from "lib/files/spool.ts";

/** Storage of uploaded files by SHA-256, so that equal files are stored once. */
export interface Blobs {
  has(sha256: string): Promise<boolean>;
  /** Copies a received file to the storage. */
  put(sha256: string, file: Pick<SpooledFile, "read">): Promise<void>;
  read(sha256: string): Promise<Uint8Array>;
  stream(sha256: string): Promise<ReadableStream<Uint8Array>>;
  remove(sha256: string): Promise<void>;
  /** Throws when the storage cannot be reached. */
  check(): Promise<void>;
}

export async function folderBlobs(folder: string): Promise<Blobs> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (sha256: string) => `${folder}/${sha256.slice(0, 2)}/${sha256}`;
  const has = async (sha256: string) => {
    try {
      return (await Deno.stat(pathOf(sha256))).isFile;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  };
  return {
    has,
    async put(sha256, file) {
      if (await has(sha256)) return;
      await Deno.mkdir(`${folder}/${sha256.slice(0, 2)}`, { recursive: true, mode: 0o700 });
      // Written under a temporary name first, so that a partial file is never read.
      const partial = `${pathOf(sha256)}.${crypto.randomUUID()}`;
      await Deno.writeFile(partial, await file.read(), { createNew: true });
      await Deno.rename(partial, pathOf(sha256));
    },
    read: (sha256) => Deno.readFile(pathOf(sha256)),
    stream: async (sha256) => (await Deno.open(pathOf(sha256))).readable,
    async remove(sha256) {
      if (await has(sha256)) await Deno.remove(pathOf(sha256));
      await removePartials(`${folder}/${sha256.slice(0, 2)}`, sha256);
    },
    check: async () => void await Deno.stat(folder),
  };
}

/** Writing takes minutes at most, so an older partial file was left by a crashed process. */
const PARTIAL_MS = 60 * 60_000;

async function removePartials(folder: string, sha256: string): Promise<void> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  });
  for (const name of names.filter((one) => one.startsWith(`${sha256}.`))) {
    const path = `${folder}/${name}`;
    const written = (await Deno.stat(path).catch(() => undefined))?.mtime?.getTime() ?? Date.now();
    if (Date.now() - written > PARTIAL_MS) await Deno.remove(path).catch(() => {});
  }
}
