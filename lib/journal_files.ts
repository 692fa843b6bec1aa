/** The files of a journal as other processes find them. */
import { join } from "node:path";

/** A file that no process writes to any more, locked. */
export interface Abandoned {
  /** Its whole lines. */
  lines: string[];
  /** Its length. */
  bytes: number;
  /** Removes it. */
  remove(): Promise<void>;
  /** Leaves it for another try. */
  release(): void;
}

// A file between its creation and its lock looks abandoned, but is empty and young.
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
 * Moves what the version before kept elsewhere, in files of `former.dir` whose names begin with `former.prefix`, into
 * `dir` as files of the journal `name`. A file that a process still writes to stays for a later start.
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
  // It goes when it is empty.
  await Deno.remove(former.dir).catch(() => {});
}

/** How much the files hold. */
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

/** The file at `path` with its lock, unless a process holds it or is just making it. */
export async function abandoned(path: string, now: () => number): Promise<Abandoned | undefined> {
  const file = await Deno.open(path, { read: true, write: true }).catch(() => undefined);
  if (!file) return undefined;
  const { size, mtime } = await file.stat();
  const beginning = size === 0 && now() - (mtime?.getTime() ?? 0) < YOUNG_MS;
  if (beginning || !await file.tryLock(true)) {
    file.close();
    return undefined;
  }
  const data = await contentOf(path);
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

/** The last piece is empty, or the half line of a process that was killed while it wrote. */
function linesOf(data: Uint8Array): string[] {
  return new TextDecoder().decode(data).split("\n").slice(0, -1).filter((line) => line !== "");
}

/** Nothing when the file is gone: another process was faster. */
async function contentOf(path: string): Promise<Uint8Array> {
  return await Deno.readFile(path).catch(() => new Uint8Array());
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
