/** Fresh databases: initialised once, kept as an archive, unpacked where needed. */
import { parseTar } from "nanotar";
import type { Sync } from "lib/embedded/embedded_folder.ts";

/** Makes the archive of a freshly initialised folder. */
export type Initialise = () => Promise<Uint8Array<ArrayBuffer>>;

/** Whether folder `path` holds a database; false also when it is absent or empty. */
export async function holdsDatabase(path: string): Promise<boolean> {
  const entries: string[] = [];
  try {
    for await (const { name } of Deno.readDir(path)) entries.push(name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  if (entries.includes("PG_VERSION")) return true;
  if (entries.length === 0) return false;
  throw new Error(`${path} holds files, but no database: empty it, or put back a copy of the database`);
}

/**
 * The archive kept in file `path`, made by `initialise` when absent, by only one of several concurrent
 * processes.
 */
export async function keptTemplate(path: string, initialise: Initialise): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await readIfPresent(path);
  if (kept) return kept;
  using lock = await Deno.open(`${path}.lock`, { create: true, write: true, mode: 0o600 });
  await lock.lock(true);
  const madeMeanwhile = await readIfPresent(path);
  if (madeMeanwhile) return madeMeanwhile;
  const made = await initialise();
  await Deno.writeFile(`${path}.new`, made, { mode: 0o600 });
  await Deno.rename(`${path}.new`, path);
  return made;
}

async function readIfPresent(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * Unpacks archive `tar` as folder `path`, which must be absent or empty; it appears complete or not at all.
 */
export async function unpack(tar: Uint8Array, path: string, sync: Sync = "commit"): Promise<void> {
  const draft = `${path}.new`;
  await Deno.remove(draft, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.mkdir(draft, { recursive: true, mode: 0o700 });
  for (const { name, type, data } of parseTar(tar)) {
    const target = `${draft}/${name}`;
    if (type === "directory") await Deno.mkdir(target, { recursive: true, mode: 0o700 });
    else await writeFile(target, data ?? new Uint8Array(), sync);
  }
  await Deno.rename(draft, path);
}

async function writeFile(path: string, bytes: Uint8Array, sync: Sync): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
  if (sync !== "off") await file.sync();
}
