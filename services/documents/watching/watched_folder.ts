import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { constants, type FileHandle, open } from "node:fs/promises";
import { HTTPException } from "hono/http-exception";
import { tooLarge } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Spool } from "lib/files/spool.ts";
import type { Document } from "../storage/document.ts";
import { type Spooled, spoolStream } from "../uploads/multipart.ts";

/** Imports the files of a folder as documents. */
export interface WatchedFolder {
  /** Scans the folder once and imports files unchanged since the previous scan. */
  look(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface WatchDeps {
  folder: string;
  spool: Spool;
  maxFileBytes: number;
  /** Creates a document; undefined if this file was imported before. Throws a 4xx for an unsuitable file. */
  take(file: Spooled, origin: string): Promise<Document | undefined>;
  process(document: Document): Promise<void>;
  log: Logger;
}

const LOOK_MS = 5000;
/** Maximum files imported per scan. */
const MOST_TAKEN = 100;
const MOST_SEEN = 10_000;
/** Names of incomplete files. */
const PARTIAL = /^[.~]|\.(?:part|partial|tmp|temp|crdownload|filepart)$|~$/i;

export function watchedFolder(deps: WatchDeps): WatchedFolder {
  const { folder, log } = deps;
  let seen = new Map<string, string>();
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopped = false;
  let away = false;

  async function look(): Promise<void> {
    for (const name of ["done", "failed"]) await realFolder(`${folder}/${name}`);
    const before = seen;
    seen = new Map();
    let taken = 0;
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (stopped || seen.size >= MOST_SEEN) break;
      if (!isFile || PARTIAL.test(name)) continue;
      const state = await stateOf(`${folder}/${name}`);
      if (state === undefined) continue;
      seen.set(name, state);
      if (before.get(name) !== state || taken >= MOST_TAKEN) continue;
      taken++;
      await takeFile(name, deps).catch((error) =>
        log.warn("file of the watched folder not taken yet", { name, error })
      );
    }
  }

  const safely = () => {
    running ??= look().then(() => void (away = false), (error) => {
      if (!away) log.warn("the watched folder cannot be read", { folder, error });
      away = true;
    }).finally(() => void (running = undefined));
  };

  return {
    look,
    start() {
      safely();
      timer = setInterval(safely, LOOK_MS);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** Creates the folder if missing; throws if it is a symbolic link. */
async function realFolder(path: string): Promise<void> {
  await Deno.mkdir(path).catch((error) => {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  });
  if (!(await Deno.lstat(path)).isDirectory) throw new Error(`${path} is no folder`);
}

/** Size and time of a file; undefined for a link (symbolic or hard) and a missing file. */
async function stateOf(path: string): Promise<string | undefined> {
  const info = await Deno.lstat(path).catch(() => undefined);
  return info?.isFile && (info.nlink ?? 1) === 1
    ? `${info.size} ${info.mtime?.getTime()} ${info.ino}`
    : undefined;
}

async function takeFile(name: string, deps: WatchDeps): Promise<void> {
  const { folder, log } = deps;
  try {
    const document = await documentOf(name, deps);
    if (document === "changed") return;
    await moveTo(folder, "done", name);
    if (!document) return;
    log.info("document taken from the watched folder", { id: document.id, name });
    await deps.process(document);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    if (!(error instanceof HTTPException) || error.status >= 500) throw error;
    log.warn("file of the watched folder refused", { name, reason: error.message });
    await moveTo(folder, "failed", name);
  }
}

/** O_NOFOLLOW refuses symbolic links; O_NONBLOCK avoids waiting on a pipe that replaced the file. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Imports a file; "changed" when it is no longer the file that was scanned. */
async function documentOf(name: string, deps: WatchDeps): Promise<Document | "changed" | undefined> {
  const { folder, spool, maxFileBytes, take } = deps;
  const path = `${folder}/${name}`;
  const file = await opened(path);
  if (!file) return "changed";
  try {
    const { size, mtimeMs } = file.info;
    if (size > maxFileBytes) throw tooLarge(maxFileBytes);
    const stream = chunksOf(file.handle);
    const spooled = await spoolStream(stream, { spool, filename: name, maxBytes: maxFileBytes });
    try {
      const after = await Deno.lstat(path);
      if (spooled.size !== size || after.mtime?.getTime() !== Math.floor(mtimeMs)) return "changed";
      const origin = [folder, name, Math.floor(mtimeMs), spooled.sha256].join("\n");
      return await take(spooled, createHash("sha256").update(origin).digest("hex"));
    } finally {
      await spooled.remove();
    }
  } finally {
    await file.handle.close();
  }
}

/** Opens a file of the folder; undefined unless it is a regular file with a single link. */
async function opened(path: string): Promise<{ handle: FileHandle; info: Stats } | undefined> {
  const handle = await open(path, FLAGS).catch((error) => {
    // Missing, a symbolic link, or a socket.
    if (["ENOENT", "ELOOP", "ENXIO"].includes(String(error?.code))) return undefined;
    throw error;
  });
  const info = await handle?.stat();
  if (handle && info?.isFile() && info.nlink === 1) return { handle, info };
  await handle?.close();
  return undefined;
}

const CHUNK = 65_536;

async function* chunksOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(CHUNK), 0, CHUNK, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Moves a file, unless another process already has. */
async function moveTo(folder: string, place: "done" | "failed", name: string): Promise<void> {
  const known = await Deno.lstat(`${folder}/${place}/${name}`).catch(() => undefined);
  const target = known ? beside(name) : name;
  await Deno.rename(`${folder}/${name}`, `${folder}/${place}/${target}`).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/** Maximum bytes of a file name. */
const LONGEST_NAME = 255;

/** An alternative for an existing file name, truncated at its start if too long. */
function beside(name: string): string {
  const mark = `${crypto.randomUUID().slice(0, 8)} `;
  const symbols = [...name];
  const size = (text: string) => new TextEncoder().encode(text).length;
  while (size(mark) + size(symbols.join("")) > LONGEST_NAME) symbols.shift();
  return mark + symbols.join("");
}
