/** Dumps of a Postgres server's database, made by pg_dump and restored by pg_restore. */
import { dirname } from "node:path";
import { nameOf } from "lib/embedded/embedded_copies.ts";
import { SettingsError } from "lib/env.ts";

const DUMP = /^\d{4}-\d\d-\d\dT\d{6}Z\.dump$/;

/** The names of the dumps in folder `folder`, oldest first. */
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
 * Dumps the database at `url` as of one moment into folder `folder`, while services run; returns the file's
 * name. @throws {SettingsError} with pg_dump's message.
 */
export async function dumpServer(url: string, folder: string, now = Date.now()): Promise<string> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepDrafts(folder, now);
  // Private from the first byte, and a name of its own for each concurrent backup.
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

/** Removes leftovers of killed backups and restores. */
async function sweepDrafts(folder: string, now: number): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.startsWith(DRAFT)) continue;
    const { mtime } = await Deno.stat(`${folder}/${name}`);
    if (mtime && now - mtime.getTime() > DAY_MS) await Deno.remove(`${folder}/${name}`, { recursive: true });
  }
}

/**
 * Replaces the content of the database at `url` by a dump, in one transaction.
 * @throws {SettingsError} while services use the database, and with what the server says.
 */
export async function restoreServer(url: string, file: string): Promise<void> {
  const users = await run("psql", [...QUERY, `--command=${USERS}`], url);
  if (Number(users) > 0) {
    throw new SettingsError(`Services use the database, over ${Number(users)} connections: stop them first`);
  }
  const schemas = schemasOf(await run("pg_restore", ["--list", file]));
  // Next to the dump, where there is room for another file of that size; readable by the owner only.
  const folder = await Deno.makeTempDir({ dir: dirname(file), prefix: DRAFT });
  try {
    // Convert the whole dump before running its first line, so that an unreadable one changes nothing.
    const script = `${folder}/restore.sql`;
    await run("pg_restore", ["--clean", "--if-exists", "--no-owner", `--file=${script}`, file]);
    // Drop whole schemas first: pg_restore cannot drop partitions one by one, and objects newer than the dump
    // may depend on those it drops.
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

/** The schemas in a dump's table of contents; 2615 is the OID of pg_namespace. */
function schemasOf(contents: string): string[] {
  return [...contents.matchAll(/^\d+; 2615 \d+ SCHEMA - (.+) \S+$/gm)].map(([, name = ""]) => name);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The output of `program`, connected to the database at `url` if given. */
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

/** Passes the password in the environment, since every user of the machine can read command lines. */
function connectionOf(url: string): { address: string[]; env: Record<string, string> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  return { address: [`--dbname=${address.href}`], env: password ? { PGPASSWORD: password } : {} };
}
