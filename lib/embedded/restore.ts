/**
 * Restores the database, the embedded one or a server's: `deno task restore` lists the copies, `deno task restore latest`
 * restores one.
 */
import { lockFile } from "lib/database/db.ts";
import { copiesIn, restoreCopy } from "lib/embedded/embedded_copies.ts";
import { removeTree } from "lib/embedded/embedded_copy.ts";
import { dumpsIn, restoreServer } from "lib/embedded/server_dumps.ts";
import { unchecked } from "lib/embedded/embedded_start.ts";
import { runCommand } from "lib/command.ts";
import { readEnv, SettingsError, SharedEnv } from "lib/env.ts";
import { readEnvFile, readSecretFiles } from "lib/env_files.ts";

/** Runs the command line `args` on the copies of folder `dataDir`; returns the text to print. */
export async function restore(dataDir: string, [name]: string[], url?: string): Promise<string> {
  const copies = `${dataDir}/copies`;
  const names = url ? await dumpsIn(copies) : await copiesIn(copies);
  if (!name) {
    if (names.length === 0) return `There are no copies in ${copies}`;
    return `${names.join("\n")}\nPut one back with deno task restore ${names.at(-1)}`;
  }
  if (url) return await restoreDump(url, { copies, name, names });
  const unlock = await lockFile(`${dataDir}/pg.lock`, dataDir);
  try {
    const { restored, before } = await restoreCopy({ copies, name, folder: `${dataDir}/pg` });
    await removeTree(unchecked(dataDir));
    return `The copy of ${restored} is in place. ` + (before ? `The folder it replaces is ${before}` : "");
  } finally {
    unlock();
  }
}

async function restoreDump(
  url: string,
  { copies, name, names }: { copies: string; name: string; names: string[] },
): Promise<string> {
  const chosen = name === "latest" ? names.at(-1) : names.find((copy) => copy === name);
  if (!chosen) {
    throw new SettingsError(`No copy ${name} in ${copies}: there are ${names.join(", ") || "none"}`);
  }
  await restoreServer(url, `${copies}/${chosen}`);
  return `The database at DATABASE_URL is that of ${chosen}`;
}

async function main(args: string[]): Promise<string> {
  await readEnvFile();
  await readSecretFiles();
  const settings = readEnv(SharedEnv.pick({ DATA_DIR: true, DATABASE_URL: true }));
  return await restore(settings.DATA_DIR, args, settings.DATABASE_URL);
}

if (import.meta.main) await runCommand(main, "deno task restore [latest | COPY]");
