import { createHash } from "node:crypto";
import { HTTPException } from "hono/http-exception";
import { tooLarge } from "lib/errors.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Spool } from "lib/files/spool.ts";
import type { Document } from "../storage/document.ts";
import { type Spooled, spoolStream } from "../uploads/multipart.ts";

/** A folder whose files become documents. */
export interface WatchedFolder {
  /** Looks at the folder once and takes the files that have not changed since the look before. */
  look(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface WatchDeps {
  folder: string;
  spool: Spool;
  maxFileBytes: number;
  /** Makes a document of a file; undefined where this very file has made one before. Throws a 4xx for an unfit one. */
  take(file: Spooled, origin: string): Promise<Document | undefined>;
  process(document: Document): Promise<void>;
  log: Logger;
}

const LOOK_MS = 5000;
/** Files taken in one look. */
const MOST_TAKEN = 100;
const MOST_SEEN = 10_000;
/** Names of files that programs are still writing. */
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

/** Makes the folder where it is missing; one that is a link elsewhere is refused. */
async function realFolder(path: string): Promise<void> {
  await Deno.mkdir(path).catch((error) => {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  });
  if (!(await Deno.lstat(path)).isDirectory) throw new Error(`${path} is no folder`);
}

/** Size and time of a file; undefined for a link, and where it has gone. */
async function stateOf(path: string): Promise<string | undefined> {
  const info = await Deno.lstat(path).catch(() => undefined);
  return info?.isFile ? `${info.size} ${info.mtime?.getTime()} ${info.ino}` : undefined;
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

/** The document that a file makes; "changed" where the file is another than the one that was looked at. */
async function documentOf(name: string, deps: WatchDeps): Promise<Document | "changed" | undefined> {
  const { folder, spool, maxFileBytes, take } = deps;
  const path = `${folder}/${name}`;
  const looked = await Deno.lstat(path);
  if (!looked.isFile) return "changed";
  const file = await Deno.open(path);
  const opened = await file.stat();
  // A link may have taken the file's place since it was looked at.
  if (opened.ino !== looked.ino || opened.dev !== looked.dev || !opened.isFile) {
    file.close();
    return "changed";
  }
  if (opened.size > maxFileBytes) {
    file.close();
    throw tooLarge(maxFileBytes);
  }
  const spooled = await spoolStream(file.readable, {
    spool,
    filename: name,
    maxBytes: maxFileBytes,
  });
  try {
    const after = await Deno.lstat(path);
    if (spooled.size !== opened.size || after.mtime?.getTime() !== opened.mtime?.getTime()) return "changed";
    const origin = [folder, name, opened.mtime?.getTime() ?? 0, spooled.sha256].join("\n");
    return await take(spooled, createHash("sha256").update(origin).digest("hex"));
  } finally {
    await spooled.remove();
  }
}

/** Moves a file; another process may have done so already. */
async function moveTo(folder: string, place: "done" | "failed", name: string): Promise<void> {
  const known = await Deno.lstat(`${folder}/${place}/${name}`).catch(() => undefined);
  const target = known ? beside(name) : name;
  await Deno.rename(`${folder}/${name}`, `${folder}/${place}/${target}`).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/** The bytes that file systems let a name have. */
const LONGEST_NAME = 255;

/** Another name for a file whose own is taken; the beginning of one that would be too long is left out. */
function beside(name: string): string {
  const mark = `${crypto.randomUUID().slice(0, 8)} `;
  const symbols = [...name];
  const size = (text: string) => new TextEncoder().encode(text).length;
  while (size(mark) + size(symbols.join("")) > LONGEST_NAME) symbols.shift();
  return mark + symbols.join("");
}
