/**
 * `deno task backup`: copies the embedded or the server's database while the services run. `deno task
 * restore` lists and restores these copies.
 */
import { setTimeout as wait } from "node:timers/promises";
import { lockFile } from "lib/database/db.ts";
import { copiesIn, copyClosed, requestIn } from "lib/embedded/embedded_copies.ts";
import { dumpServer } from "lib/embedded/server_dumps.ts";
import { runCommand } from "lib/command.ts";
import { readEnv, SettingsError, SharedEnv } from "lib/env.ts";
import { readEnvFile, readSecretFiles } from "lib/env_files.ts";

/** The settings that a backup needs. */
export type BackupSettings = Pick<SharedEnv, "DATA_DIR" | "DATABASE_URL">;

const LOOK_MS = 100;
// Services check for requests each second and copy about 100 MB a second.
const WAIT_MS = 3_600_000;

/** Takes a copy; returns the text to print. @throws {SettingsError} with the reason when there is no copy. */
export async function backup({ DATA_DIR, DATABASE_URL }: BackupSettings): Promise<string> {
  const copies = `${DATA_DIR}/copies`;
  const name = DATABASE_URL
    ? await dumpServer(DATABASE_URL, copies)
    : await copyOf({ dataDir: DATA_DIR, copies });
  return `The copy is ${copies}/${name}. Put it back with deno task restore ${name}`;
}

async function copyOf({ dataDir, copies }: { dataDir: string; copies: string }): Promise<string> {
  const isThere = await Deno.stat(`${dataDir}/pg/PG_VERSION`).then(() => true, () => false);
  if (!isThere) {
    throw new SettingsError(
      `There is no database in ${dataDir}/pg; DATA_DIR or DATABASE_URL names another one`,
    );
  }
  let unlock: () => void;
  try {
    unlock = await lockFile(`${dataDir}/pg.lock`, dataDir);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return await requestCopy(copies);
  }
  try {
    return await copyClosed({ from: `${dataDir}/pg`, to: copies });
  } finally {
    unlock();
  }
}

/** Asks the process that owns the database to take the copy. */
async function requestCopy(copies: string): Promise<string> {
  const before = await copiesIn(copies);
  await Deno.mkdir(copies, { recursive: true, mode: 0o700 });
  const request = requestIn(copies);
  await Deno.writeTextFile(request, "");
  const isThere = () => Deno.stat(request).then(() => true, () => false);
  for (let waited = 0; await isThere(); waited += LOOK_MS) {
    if (waited > WAIT_MS) {
      throw new SettingsError("The running services took no copy in an hour; see their log");
    }
    await wait(LOOK_MS);
  }
  const name = (await copiesIn(copies)).at(-1);
  if (!name || before.includes(name)) {
    throw new SettingsError("The running services took no copy; their log says why");
  }
  return name;
}

async function main(): Promise<string> {
  await readEnvFile();
  await readSecretFiles();
  const settings = readEnv(SharedEnv.pick({ DATA_DIR: true, DATABASE_URL: true }));
  return await backup(settings);
}

if (import.meta.main) await runCommand(main, "deno task backup");
