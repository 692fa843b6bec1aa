import { uuidv7 } from "lib/ids.ts";
import { join } from "node:path";

/** Lines of one spool file, taken from every other process until `done` or `release`. */
export interface Segment {
  lines: string[];
  /** The lines are in the database: the file goes. */
  done(): Promise<void>;
  /** They are not: the file stays for another try. */
  release(): void;
}

/**
 * Files of JSON lines that hold records while the database cannot. A process writes to files of its own and holds
 * a lock on the one it writes to, so that it can pick up what a process that was killed left behind.
 */
export interface Spool {
  /** Answers how many of the lines were kept: fewer than given when the spool is full. */
  append(lines: readonly string[]): Promise<number>;
  /** The oldest file that nobody else holds. */
  take(): Promise<Segment | undefined>;
  lines(): number;
  close(): void;
}

interface Open {
  path: string;
  file: Deno.FsFile;
  bytes: number;
  lines: number;
}

export interface SpoolOptions {
  maxBytes: number;
  segmentBytes?: number;
  now?: () => number;
}

// A file between its creation and its lock looks abandoned, but is empty and young.
const YOUNG_MS = 10_000;

export async function openSpool(
  dir: string,
  name: string,
  { maxBytes, segmentBytes = 4_000_000, now = Date.now }: SpoolOptions,
): Promise<Spool> {
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  const encoder = new TextEncoder();
  let active: Open | undefined;
  let { bytes, lines } = await measure(await segmentsOf(dir, name));
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  }

  async function append(more: readonly string[]): Promise<number> {
    const kept = fitting(more, maxBytes - bytes);
    if (kept.length === 0) return 0;
    if (active && active.bytes >= segmentBytes) shut();
    active ??= create(join(dir, `${name}-${uuidv7()}.ndjson`));
    const data = encoder.encode(kept.join("\n") + "\n");
    await writeAll(active.file, data);
    active.bytes += data.length;
    active.lines += kept.length;
    bytes += data.length;
    lines += kept.length;
    return kept.length;
  }

  function shut() {
    active?.file.close();
    active = undefined;
  }

  async function take(): Promise<Segment | undefined> {
    for (const path of await segmentsOf(dir, name)) {
      if (path === active?.path) shut();
      const file = await lockedFile(path);
      if (!file) continue;
      const found = await readSegment(path, file, now);
      if (found) return segment(path, file, found);
      file.close();
    }
    // Nothing is left: what other processes have taken over is no longer counted here.
    if (!active) bytes = lines = 0;
    return undefined;
  }

  function segment(path: string, file: Deno.FsFile, found: { lines: string[]; bytes: number }): Segment {
    return {
      lines: found.lines,
      done: async () => {
        await remove(path);
        file.close();
        bytes = Math.max(0, bytes - found.bytes);
        lines = Math.max(0, lines - found.lines.length);
      },
      release: () => file.close(),
    };
  }

  return {
    append: (more) => inTurn(() => append(more)),
    take: () => inTurn(take),
    lines: () => lines,
    close: shut,
  };
}

function create(path: string): Open {
  const file = Deno.openSync(path, { createNew: true, write: true, mode: 0o600 });
  file.lockSync(true);
  return { path, file, bytes: 0, lines: 0 };
}

async function segmentsOf(dir: string, name: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of Deno.readDir(dir)) {
    if (entry.isFile && entry.name.startsWith(`${name}-`) && entry.name.endsWith(".ndjson")) {
      paths.push(join(dir, entry.name));
    }
  }
  return paths.sort();
}

async function measure(paths: string[]): Promise<{ bytes: number; lines: number }> {
  let bytes = 0;
  let lines = 0;
  for (const path of paths) {
    const data = await Deno.readFile(path).catch(() => new Uint8Array());
    bytes += data.length;
    for (const byte of data) if (byte === 10) lines += 1;
  }
  return { bytes, lines };
}

async function lockedFile(path: string): Promise<Deno.FsFile | undefined> {
  const file = await Deno.open(path, { read: true, write: true }).catch(() => undefined);
  if (!file) return undefined;
  if (await file.tryLock(true)) return file;
  file.close();
  return undefined;
}

async function readSegment(path: string, file: Deno.FsFile, now: () => number) {
  const info = await file.stat();
  if (info.size === 0 && now() - (info.mtime?.getTime() ?? 0) < YOUNG_MS) return undefined;
  const data = await Deno.readFile(path).catch(() => new Uint8Array());
  const lines = new TextDecoder().decode(data).split("\n");
  // The last piece is empty, or the half line of a process that was killed while it wrote.
  lines.pop();
  return { lines: lines.filter(isJson), bytes: data.length };
}

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === "object";
  } catch {
    return false;
  }
}

function fitting(lines: readonly string[], room: number): readonly string[] {
  // No character takes more than three bytes, so that lines far from the bound are not encoded twice.
  if (lines.reduce((sum, line) => sum + line.length * 3 + 1, 0) <= room) return lines;
  const encoder = new TextEncoder();
  let used = 0;
  const full = lines.findIndex((line) => (used += encoder.encode(line).length + 1) > room);
  return full < 0 ? lines : lines.slice(0, full);
}

async function writeAll(file: Deno.FsFile, data: Uint8Array): Promise<void> {
  for (let at = 0; at < data.length;) at += await file.write(data.subarray(at));
}

async function remove(path: string): Promise<void> {
  await Deno.remove(path).catch((error: unknown) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
