/**
 * Restores the embedded database: `deno task restore` lists the copies, `deno task restore latest` restores
 * one.
 */
import { lockFile } from "lib/database/db.ts";
import { copiesIn, restoreCopy } from "lib/embedded/embedded_copies.ts";
import { removeTree } from "lib/embedded/embedded_copy.ts";
import { unchecked } from "lib/embedded/embedded_start.ts";
import { readEnv, readEnvFile, readSecretFiles, SettingsError, SharedEnv } from "lib/env.ts";

/** Runs the command line `args` on the copies of folder `dataDir`; returns the text to print. */
export async function restore(dataDir: string, [name]: string[]): Promise<string> {
  const copies = `${dataDir}/copies`;
  if (!name) {
    const names = await copiesIn(copies);
    if (names.length === 0) return `There are no copies in ${copies}`;
    return `${names.join("\n")}\nPut one back with deno task restore ${names.at(-1)}`;
  }
  const unlock = await lockFile(`${dataDir}/pg.lock`, dataDir);
  try {
    const { restored, before } = await restoreCopy({ copies, name, folder: `${dataDir}/pg` });
    await removeTree(unchecked(dataDir));
    return `The copy of ${restored} is in place. ` + (before ? `The folder it replaces is ${before}` : "");
  } finally {
    unlock();
  }
}

if (import.meta.main) {
  const print = (text: string) => new TextEncoder().encode(`${text}\n`);
  try {
    await readEnvFile();
    await readSecretFiles();
    const { DATA_DIR } = readEnv(SharedEnv.pick({ DATA_DIR: true }));
    Deno.stdout.writeSync(print(await restore(DATA_DIR, Deno.args)));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    Deno.stderr.writeSync(print(error.message));
    Deno.exit(1);
  }
}
