/** A consistent copy of the embedded database's folder, taken while it is in use. */
import type { EmbeddedDatabase } from "lib/embedded/embedded.ts";

// These files belong to a running engine, or are recreated by the next one; the log is copied last.
const NOT_COPIED = /^(postmaster\.(pid|opts)|(.*\/)?pg_internal\.init|pg_wal\/.*)$/;
const LOG_FILE = /^[0-9A-F]{24}$/;

/**
 * Copies folder `from` of open `database` to folder `to`, which must not exist: the engine's own online backup, so
 * that queries go on meanwhile. The copy holds all that was committed before this was called.
 */
export async function copyDatabase(
  database: EmbeddedDatabase,
  { from, to, signal }: { from: string; to: string; signal?: AbortSignal },
): Promise<void> {
  const { sql } = database;
  // A checkpoint would remove log files that the copy needs.
  await database.hold(true);
  try {
    await sql`select pg_backup_start('copy', true)`;
    try {
      await copyTree(from, to, { wanted: (path) => !NOT_COPIED.test(path), signal });
    } catch (error) {
      await sql`select pg_backup_stop(false)`;
      throw error;
    }
    const [stop] = await sql<{ label: string; last: string }[]>`
      select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`;
    if (!stop) throw new Error("The database did not end the copy");
    await writeKept(`${to}/backup_label`, stop.label);
    const first = /\(file ([0-9A-F]{24})\)/.exec(stop.label)?.[1] ?? "";
    for await (const { name } of Deno.readDir(`${from}/pg_wal`)) {
      if (LOG_FILE.test(name) && name >= first && name <= stop.last) {
        await copyKept(`${from}/pg_wal/${name}`, `${to}/pg_wal/${name}`);
      }
    }
  } finally {
    await database.hold(false);
  }
}

/**
 * Copies the tree below `from`; files that disappear meanwhile are left out, since the log records their
 * removal.
 */
export async function copyTree(
  from: string,
  to: string,
  { wanted = () => true, signal }: { wanted?: (path: string) => boolean; signal?: AbortSignal } = {},
): Promise<void> {
  await Deno.mkdir(to, { recursive: true, mode: 0o700 });
  for await (const { path, folder } of entries(from)) {
    signal?.throwIfAborted();
    if (folder) await Deno.mkdir(`${to}/${path}`, { recursive: true, mode: 0o700 });
    else if (wanted(path)) {
      await copyKept(`${from}/${path}`, `${to}/${path}`).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
  }
}

/** Total size in bytes of the files below `folder`. */
export async function sizeOfTree(folder: string): Promise<number> {
  let size = 0;
  for await (const { path, folder: isFolder } of entries(folder)) {
    if (!isFolder) size += await Deno.stat(`${folder}/${path}`).then((info) => info.size, () => 0);
  }
  return size;
}

/** Removes the tree below `folder`, if it exists. */
export async function removeTree(folder: string): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

async function* entries(folder: string, prefix = ""): AsyncGenerator<{ path: string; folder: boolean }> {
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${prefix}`)) {
    yield { path: prefix + name, folder: isDirectory };
    if (isDirectory) yield* entries(folder, `${prefix}${name}/`);
  }
}

async function copyKept(from: string, to: string): Promise<void> {
  await Deno.copyFile(from, to);
  using file = await Deno.open(to, { read: true, write: true });
  await file.sync();
}

async function writeKept(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, text, { mode: 0o600 });
  using file = await Deno.open(path, { read: true, write: true });
  await file.sync();
}
