/** The copies of the embedded database: taken on a schedule, the last two kept, restored by hand. */
import { statfs } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { EmbeddedDatabase } from "lib/embedded/embedded.ts";
import { copyDatabase, copyTree, removeTree, sizeOfTree } from "lib/embedded/embedded_copy.ts";
import { SettingsError } from "lib/env.ts";
import type { Logger } from "lib/telemetry/log.ts";

const KEPT = 2;
const NAME = /^\d{4}-\d\d-\d\dT\d{6}Z$/;

/** Where copies are taken from and kept. */
export interface Copies {
  /** The database. */
  database: EmbeddedDatabase;
  /** Its folder. */
  from: string;
  /** Folder of the copies. */
  to: string;
  /** Logs copies taken and failed. */
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Aborts a copy under way. */
  signal?: AbortSignal;
}

/** The names of the copies in folder `folder`, oldest first. */
export async function copiesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) if (NAME.test(name)) names.push(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

/** Takes a copy and removes all but the last two; returns its name, or undefined when the disk lacks room. */
export async function takeCopy(
  { database, from, to, log, signal }: Copies,
  now = Date.now(),
): Promise<string | undefined> {
  await Deno.mkdir(to, { recursive: true, mode: 0o700 });
  const draft = `${to}/unfinished`;
  await removeTree(draft);
  const needed = await sizeOfTree(from);
  const { bavail, bsize } = await statfs(to);
  if (bavail * bsize < needed * 1.1) {
    log.warn("no copy of the database was taken: the disk lacks room", { needed, free: bavail * bsize, to });
    return undefined;
  }
  await copyDatabase(database, { from, to: draft, signal });
  const name = await keepCopy(draft, to, now);
  log.info("a copy of the database was taken", { copy: `${to}/${name}` });
  return name;
}

const HOUR_MS = 3_600_000;
const SOON_MS = 60_000;

/** A copy of folder `from` of a database that is closed; returns its name. */
export async function copyClosed({ from, to }: { from: string; to: string }): Promise<string> {
  const draft = `${to}/unfinished`;
  await removeTree(draft);
  await copyTree(from, draft);
  return await keepCopy(draft, to, Date.now());
}

/**
 * Moves a finished draft to its final name and removes all but the last two copies; returns the name, a
 * second later if it is taken.
 */
async function keepCopy(draft: string, to: string, now: number): Promise<string> {
  const names = await copiesIn(to);
  let time = now;
  while (names.includes(nameOf(time))) time += 1_000;
  const name = nameOf(time);
  await Deno.rename(draft, `${to}/${name}`);
  for (const old of (await copiesIn(to)).slice(0, -KEPT)) await removeTree(`${to}/${old}`);
  return name;
}

/**
 * The file by which another process requests a copy in folder `folder`; it is removed when the copy is
 * complete.
 */
export function requestIn(folder: string): string {
  return `${folder}/requested`;
}

const LOOK_MS = 1_000;

/**
 * Takes a copy every `hours` after the last copy or the database's first start (0: never), and on each
 * request, until the returned function is called.
 */
export function scheduleCopies(copies: Copies, hours: number): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const request = requestIn(copies.to);
  const isRequested = () => Deno.stat(request).then(() => true, () => false);
  const takeDue = async (): Promise<boolean> => {
    try {
      return await takeCopy({ ...copies, signal }) !== undefined;
    } catch (error) {
      if (!signal.aborted) copies.log.error("no copy of the database was taken", { error });
      return false;
    }
  };
  const later = () => hours === 0 ? Infinity : Date.now() + HOUR_MS;
  const next = async () => Date.now() + await untilNext(copies, hours);
  const run = async () => {
    let due = await next().catch(later);
    for (;;) {
      try {
        const requested = await isRequested();
        if (requested || Date.now() >= due) {
          due = later();
          const isTaken = await takeDue();
          // The requester may have withdrawn the request.
          if (requested) await removeTree(request);
          if (isTaken) due = await next();
        }
      } catch (error) {
        // One failed copy must not end the schedule.
        if (!signal.aborted) copies.log.error("copies of the database could not be maintained", { error });
      }
      await wait(LOOK_MS, undefined, { signal, ref: false });
    }
  };
  const running = run().catch((error) => {
    if (!signal.aborted) copies.log.error("no more copies of the database are taken", { error });
  });
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Milliseconds until a copy is due, a minute at least: a starting service has other work. */
export async function untilNext({ from, to }: Pick<Copies, "from" | "to">, hours: number): Promise<number> {
  if (hours === 0) return Infinity;
  const last = (await copiesIn(to)).at(-1);
  const since = last ? timeOf(last) : (await Deno.stat(`${from}/PG_VERSION`)).mtime?.getTime() ?? Date.now();
  return Math.max(since + hours * HOUR_MS - Date.now(), SOON_MS);
}

/**
 * Replaces folder `folder` with copy `name` (or `latest`) of folder `copies`. The replaced folder is kept
 * beside it, under the returned name. The database must not be running.
 */
export async function restoreCopy(
  { copies, name, folder }: { copies: string; name: string; folder: string },
): Promise<{ restored: string; before?: string }> {
  const names = await copiesIn(copies);
  const restored = name === "latest" ? names.at(-1) : names.find((candidate) => candidate === name);
  if (!restored) {
    const there = names.length > 0 ? `there are ${names.join(", ")}` : "there is none";
    throw new SettingsError(`No copy ${name} in ${copies}: ${there}`);
  }
  const draft = `${folder}.new`;
  await removeTree(draft);
  await removeTree(whole(folder));
  await copyTree(`${copies}/${restored}`, draft);
  await Deno.rename(draft, whole(folder));
  const before = await unused(`${folder}.before-${nameOf(Date.now())}`);
  const moved = await Deno.rename(folder, before).then(() => true, (error) => {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  });
  await Deno.rename(whole(folder), folder);
  return { restored, before: moved ? before : undefined };
}

/** `name`, or the first free one of `name-2`, `name-3` …, since names have whole seconds. */
async function unused(name: string): Promise<string> {
  const isThere = (path: string) => Deno.lstat(path).then(() => true, () => false);
  let free = name;
  for (let n = 2; await isThere(free); n++) free = `${name}-${n}`;
  return free;
}

/**
 * Finishes a restore of folder `folder` that was killed after it had moved the old folder away. Without this
 * the next start would initialise a new database.
 */
export async function endRestore(folder: string): Promise<void> {
  const isThere = await Deno.stat(folder).then(() => true, () => false);
  if (isThere) return;
  await Deno.rename(whole(folder), folder).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/** The path of a fully read copy that is about to be moved into place. */
function whole(folder: string): string {
  return `${folder}.restored`;
}

/** A copy's name, from the time it was taken: `2026-03-01T142500Z`. */
export function nameOf(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+/, "").replaceAll(":", "");
}

function timeOf(name: string): number {
  return Date.parse(name.replace(/T(\d\d)(\d\d)(\d\d)Z/, "T$1:$2:$3Z"));
}
