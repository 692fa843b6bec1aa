/**
 * The embedded database of DATA_DIR: locked by this process, checked after a power cut, copied on a schedule.
 */
import { type Database, lockFile } from "lib/database/db.ts";
import { type EmbeddedDatabase, openEmbedded } from "lib/embedded/embedded.ts";
import { checkDatabase, endedUncleanly, restartedSince } from "lib/embedded/embedded_check.ts";
import { copiesIn, endRestore, scheduleCopies } from "lib/embedded/embedded_copies.ts";
import { SettingsError, type SharedEnv } from "lib/env.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { isDiskFull } from "lib/outages.ts";

/** The settings of an embedded database. */
export type EmbeddedSettings = Pick<
  SharedEnv,
  "DATA_DIR" | "EMBEDDED_TEMPLATE" | "EMBEDDED_SYNC" | "EMBEDDED_COPY_HOURS"
>;

const CHECK_MS = 60_000;
const REPORT_SECONDS = 10;

/**
 * Opens the embedded database of DATA_DIR, locked until it is closed.
 * @throws {SettingsError} when it is in use or damaged, saying what to do.
 */
export async function startEmbedded(
  settings: EmbeddedSettings,
  log: Logger,
  wasRestarted: (lock: string) => Promise<boolean> = restartedSince,
): Promise<Database> {
  const { DATA_DIR: dataDir, EMBEDDED_COPY_HOURS: hours } = settings;
  const folder = `${dataDir}/pg`;
  const lock = `${folder}.lock`;
  await Deno.mkdir(dataDir, { recursive: true });
  const restarted = await wasRestarted(lock);
  const unlock = await lockFile(lock, dataDir);
  try {
    await endRestore(folder);
    const suspect = await exists(unchecked(dataDir)) || (restarted && await endedUncleanly(folder));
    const isThere = await exists(folder);
    log.info(`${isThere ? "opening" : "making"} the embedded database`, { folder });
    const database = await reportedWhile(openWhole(settings, log, suspect), { log, folder });
    const copies = { database, from: folder, to: `${dataDir}/copies`, log };
    const endCopies = scheduleCopies(copies, hours);
    const close = async () => {
      try {
        await endCopies();
        await database.close();
      } finally {
        unlock();
      }
    };
    return { ...database, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The result of `opening`, which is reported to be under way every ten seconds: a slow disk needs a minute. */
export async function reportedWhile<T>(
  opening: Promise<T>,
  { log, folder }: { log: Pick<Logger, "info">; folder: string },
): Promise<T> {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += REPORT_SECONDS;
    log.info("still at work on the embedded database", { folder, seconds });
  }, REPORT_SECONDS * 1_000);
  try {
    return await opening;
  } finally {
    clearInterval(timer);
  }
}

async function openWhole(
  settings: EmbeddedSettings,
  log: Logger,
  suspect: boolean,
): Promise<EmbeddedDatabase> {
  const { DATA_DIR: dataDir, EMBEDDED_TEMPLATE: template, EMBEDDED_SYNC: sync } = settings;
  let database: EmbeddedDatabase;
  // The engine's own close would make the damaged folder look intact to the next start.
  if (suspect) {
    await Deno.writeTextFile(unchecked(dataDir), "opened after a power cut, not found whole yet\n");
  }
  try {
    database = await openEmbedded(`${dataDir}/pg`, { template, sync });
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw await damaged(dataDir, error instanceof Error ? error.message : String(error), error);
  }
  if (!suspect) return database;
  log.warn("the machine ended while the embedded database was open; checking it", { dataDir });
  const { faults, checked, left } = await checkDatabase(database.sql, CHECK_MS);
  log.info("the embedded database was checked", { checked, left, faults });
  if (faults.length === 0) {
    await Deno.remove(unchecked(dataDir));
    return database;
  }
  await database.close();
  throw await damaged(dataDir, faults.join("; "));
}

/** Marks a database whose check after a crash has not passed yet. */
export function unchecked(dataDir: string): string {
  return `${dataDir}/pg.unchecked`;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, (error) => {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  });
}

async function damaged(dataDir: string, reason: string, cause?: unknown): Promise<SettingsError> {
  const copies = await copiesIn(`${dataDir}/copies`);
  const way = copies.length > 0
    ? `put back the copy of ${copies.at(-1)} with deno task restore latest, which keeps this folder`
    : `there is no copy to put back, so keep the folder for help, or choose another DATA_DIR`;
  const words = reason.replace(/^Embedded database: /, "");
  return new SettingsError(`The embedded database in ${dataDir}/pg cannot be used (${words}): ${way}`, {
    cause,
  });
}
