/** Copies of the database of a Postgres server, by its own pg_dump and pg_restore. */
import { dirname } from "node:path";
import { nameOf } from "lib/embedded/embedded_copies.ts";
import { SettingsError } from "lib/env.ts";

const DUMP = /^\d{4}-\d\d-\d\dT\d{6}Z\.dump$/;

/** The names of such copies in folder `folder`, oldest first. */
export async function dumpsIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) if (DUMP.test(name)) names.push(name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

/**
 * Writes all of the database at `url`, as it is at one moment, into folder `folder`; returns the file's name. Services
 * go on meanwhile. @throws {SettingsError} with what pg_dump says.
 */
export async function dumpServer(url: string, folder: string, now = Date.now()): Promise<string> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepDrafts(folder, now);
  // It is nobody else's from its first byte on, and another backup's at the same time is another file.
  const draft = await Deno.makeTempFile({ dir: folder, prefix: DRAFT, suffix: ".dump" });
  const name = `${nameOf(now)}.dump`;
  try {
    await run("pg_dump", ["--format=custom", `--file=${draft}`], url);
    await Deno.rename(draft, `${folder}/${name}`);
  } catch (error) {
    await Deno.remove(draft).catch(() => {});
    throw error;
  }
  return name;
}

const DRAFT = "unfinished";
const DAY_MS = 86_400_000;

/** Removes what backups and restores that were killed left behind. */
async function sweepDrafts(folder: string, now: number): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.startsWith(DRAFT)) continue;
    const { mtime } = await Deno.stat(`${folder}/${name}`);
    if (mtime && now - mtime.getTime() > DAY_MS) await Deno.remove(`${folder}/${name}`, { recursive: true });
  }
}

/**
 * Replaces what the database at `url` has by a copy, all of it or nothing.
 * @throws {SettingsError} while services use the database, and with what the server says.
 */
export async function restoreServer(url: string, file: string): Promise<void> {
  const users = await run("psql", [...QUERY, `--command=${USERS}`], url);
  if (Number(users) > 0) {
    throw new SettingsError(`Services use the database, over ${Number(users)} connections: stop them first`);
  }
  const schemas = schemasOf(await run("pg_restore", ["--list", file]));
  // Beside the copy, where there is room for one, and only for its owner.
  const folder = await Deno.makeTempDir({ dir: dirname(file), prefix: DRAFT });
  try {
    // Whole before its first line is run: a copy that cannot be read to its end must change nothing.
    const script = `${folder}/restore.sql`;
    await run("pg_restore", ["--clean", "--if-exists", "--no-owner", `--file=${script}`, file]);
    // A partition is not dropped piece by piece, and what is newer than the copy may depend on what it drops.
    const drops = schemas.map((name) => `drop schema if exists ${quoted(name)} cascade`).join("; ");
    const first = drops === "" ? [] : [`--command=${drops}`];
    const whole = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"];
    await run("psql", [...whole, ...first, `--file=${script}`], url);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const QUERY = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"];
const USERS = "select count(*) from pg_stat_activity where datname = current_database() and " +
  "application_name = 'diwan' and pid <> pg_backend_pid()";

/** The schemas that a copy makes, by its table of contents; 2615 is the catalogue that lists them. */
function schemasOf(contents: string): string[] {
  return [...contents.matchAll(/^\d+; 2615 \d+ SCHEMA - (.+) \S+$/gm)].map(([, name = ""]) => name);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The output of `program`; it connects to the database at `url` where one is given. */
async function run(program: string, args: string[], url?: string): Promise<string> {
  const { address, env } = url ? connectionOf(url) : { address: [], env: {} };
  try {
    const { success, stdout, stderr } = await new Deno.Command(program, {
      args: [...args, ...address],
      env,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const text = new TextDecoder();
    if (success) return text.decode(stdout);
    throw new SettingsError(`${program} failed: ${text.decode(stderr).trim()}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new SettingsError(`${program} is not here: install the client of PostgreSQL, as new as the server`);
  }
}

/** Everybody on the machine may read a command line, so the password is not on it. */
function connectionOf(url: string): { address: string[]; env: Record<string, string> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  return { address: [`--dbname=${address.href}`], env: password ? { PGPASSWORD: password } : {} };
}
