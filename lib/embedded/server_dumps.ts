/** Copies of the database of a Postgres server, by its own pg_dump and pg_restore. */
import { nameOf } from "lib/embedded/embedded_copies.ts";
import { SettingsError } from "lib/env.ts";

const DUMP = /^\d{4}-\d\d-\d\dT\d{6}Z\.dump$/;

/** Whether a copy of this name is one of a server. */
export function isDump(name: string): boolean {
  return DUMP.test(name);
}

/** The names of such copies in folder `folder`, oldest first. */
export async function dumpsIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) if (isDump(name)) names.push(name);
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
  const draft = `${folder}/unfinished.dump`;
  // It must be nobody else's from its first byte on.
  await Deno.writeFile(draft, new Uint8Array(), { mode: 0o600 });
  await run("pg_dump", ["--format=custom", `--file=${draft}`], url);
  const name = `${nameOf(now)}.dump`;
  await Deno.rename(draft, `${folder}/${name}`);
  return name;
}

/** Replaces what the database at `url` has by a copy, all of it or nothing. No service may be running. */
export async function restoreServer(url: string, file: string): Promise<void> {
  const whole = ["--clean", "--if-exists", "--single-transaction", "--exit-on-error"];
  await run("pg_restore", [...whole, "--no-owner", file], url);
}

async function run(program: string, args: string[], url: string): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  // Everybody on the machine may read a command line.
  address.password = "";
  try {
    const { success, stderr } = await new Deno.Command(program, {
      args: [...args, `--dbname=${address.href}`],
      env: password ? { PGPASSWORD: password } : {},
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (success) return;
    throw new SettingsError(`${program} failed: ${new TextDecoder().decode(stderr).trim()}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new SettingsError(`${program} is not here: install the client of PostgreSQL, as new as the server`);
  }
}
