/** Finds the files of a journal that other processes wrote. */
import { join } from "node:path";

/** An abandoned file, locked by this process. */
export interface Abandoned {
  /** Its complete lines. */
  lines: string[];
  /** Its length. */
  bytes: number;
  /** Removes it. */
  remove(): Promise<void>;
  /** Unlocks it for another try. */
  release(): void;
}

// A file that is just being created is not locked yet, but empty and young.
const YOUNG_MS = 10_000;

/** The files of the journal `name` in `dir`, the oldest first. */
export async function filesOf(dir: string, name: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of Deno.readDir(dir)) {
    if (entry.isFile && entry.name.startsWith(`${name}-`) && entry.name.endsWith(".ndjson")) {
      paths.push(join(dir, entry.name));
    }
  }
  return paths.sort();
}

/**
 * Moves the previous version's files (in `former.dir`, with names that begin with `former.prefix`) into `dir`
 * as files of the journal `name`. A file that a process still writes to stays for a later start.
 */
export async function adopt(
  dir: string,
  name: string,
  former: { dir: string; prefix: string },
): Promise<void> {
  for (const entry of await Array.fromAsync(Deno.readDir(former.dir)).catch(() => [])) {
    const { isFile, name: old } = entry;
    if (!isFile || !old.startsWith(former.prefix) || !old.endsWith(".ndjson")) continue;
    const path = join(former.dir, old);
    using file = await Deno.open(path, { read: true, write: true }).catch(() => undefined);
    if (!file || !await file.tryLock(true)) continue;
    await Deno.rename(path, join(dir, `${name}-${old.slice(former.prefix.length)}`)).catch(ignoreMissing);
  }
  // The folder is removed only when it is empty.
  await Deno.remove(former.dir).catch(() => {});
}

/** Total size of the files in bytes. */
export async function measure(paths: readonly string[]): Promise<{ bytes: number; lines: number }> {
  let bytes = 0;
  let lines = 0;
  for (const path of paths) {
    const data = await contentOf(path);
    bytes += data.length;
    for (const byte of data) if (byte === LINE_FEED) lines++;
  }
  return { bytes, lines };
}

const LINE_FEED = 10;

/** Locks the file at `path`, unless a process holds or is just creating it. */
export async function abandoned(path: string, now: () => number): Promise<Abandoned | undefined> {
  const file = await Deno.open(path, { read: true, write: true }).catch(() => undefined);
  if (!file) return undefined;
  const { size, mtime } = await file.stat();
  const beginning = size === 0 && now() - (mtime?.getTime() ?? 0) < YOUNG_MS;
  if (beginning || !await file.tryLock(true)) {
    file.close();
    return undefined;
  }
  let data: Uint8Array;
  try {
    data = await contentOf(path);
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    lines: linesOf(data),
    bytes: data.length,
    async remove() {
      await Deno.remove(path).catch(ignoreMissing);
      file.close();
    },
    release: () => file.close(),
  };
}

/** The lines of the file at `path`. */
export async function readLines(path: string): Promise<string[]> {
  return linesOf(await contentOf(path));
}

/** The last piece is empty, or a partial line of a process that was killed while writing. */
function linesOf(data: Uint8Array): string[] {
  return new TextDecoder().decode(data).split("\n").slice(0, -1).filter((line) => line !== "");
}

/**
 * Undefined when the file is gone because another process took it. An unreadable file throws, so that it is
 * not mistaken for an empty one.
 */
async function contentOf(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    ignoreMissing(error);
    return new Uint8Array();
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
