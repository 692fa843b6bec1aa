/** Checks the storage: the data folder and its permissions, the disk, the database, the key-value store. */
import { isDatabaseAway } from "lib/outages.ts";
import { openServer } from "lib/database/db.ts";
import { within } from "lib/deadlines.ts";
import { startEmbedded } from "lib/embedded/embedded_start.ts";
import { SettingsError, type SharedEnv } from "lib/env.ts";
import { openKv } from "lib/kv/kv.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { freeMegabytes } from "lib/service/readiness.ts";
import { fault, type Finding, note, ok, wordsOf } from "./finding.ts";

const ANSWERS_WITHIN_MS = 5_000;

export async function checkFolder({ DATA_DIR: dir }: SharedEnv): Promise<Finding> {
  const what = "data folder";
  const info = await Deno.stat(dir).catch((error) =>
    error instanceof Deno.errors.NotFound ? undefined : error
  );
  if (info instanceof Error) return fault(what, `${dir}: ${wordsOf(info)}`, "choose another DATA_DIR");
  if (!info) return await checkMissing(dir);
  if (!info.isDirectory) {
    return fault(what, `${dir} is no folder`, "remove the file, or choose another DATA_DIR");
  }
  const probe = `${dir}/.doctor-${crypto.randomUUID()}`;
  try {
    await Deno.writeTextFile(probe, "", { createNew: true });
    await Deno.remove(probe);
  } catch (error) {
    const todo = "give the user that runs the platform the right to write there, or choose another DATA_DIR";
    return fault(what, `${dir} cannot be written (${wordsOf(error)})`, todo);
  }
  if (Deno.build.os !== "windows" && ((info.mode ?? 0) & 0o077) !== 0) {
    const says = `${dir} can be read by other users of this machine`;
    return note(what, says, `chmod 700 ${dir}; the start does it where it may`);
  }
  return ok(what, `${dir} can be written, by its owner alone`);
}

/** Whether a start could make `dir`: it is made, looked at, and removed again. */
async function checkMissing(dir: string): Promise<Finding> {
  const what = "data folder";
  try {
    await Deno.mkdir(dir, { mode: 0o700 });
    await Deno.remove(dir);
    return note(what, `${dir} is not there yet: the start makes it`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return note(what, `${dir} is not there yet, nor is the folder above it: the start makes both`);
    }
    const todo = "give the user that runs the platform the right to make it, or choose another DATA_DIR";
    return fault(what, `${dir} cannot be made (${wordsOf(error)})`, todo);
  }
}

export async function checkDisk({ DATA_DIR: dir, MIN_FREE_DISK_MB: least }: SharedEnv): Promise<Finding> {
  let free: number;
  try {
    free = Math.floor(await freeMegabytes(dir));
  } catch (error) {
    // The folder above one that is not there may be out of bounds.
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    return note("disk", `not examined: ${dir} is not there yet`);
  }
  if (free >= least) return ok("disk", `${free} MB are free; ${least} are needed (MIN_FREE_DISK_MB)`);
  const says = `${free} MB are free, ${least} are needed (MIN_FREE_DISK_MB): services answer 503 on /ready`;
  return fault("disk", says, `free space on the disk of ${dir}, or choose a DATA_DIR elsewhere`);
}

/** Findings about the database, and how far this machine's clock is ahead of its server's. */
export async function checkDatabase(env: SharedEnv): Promise<{ finding: Finding; ahead: number[] }> {
  return env.DATABASE_URL
    ? await checkServer(env.DATABASE_URL)
    : { finding: await checkEmbedded(env), ahead: [] };
}

async function checkServer(address: string): Promise<{ finding: Finding; ahead: number[] }> {
  const { host, pathname } = new URL(address);
  const name = `${decodeURI(pathname.slice(1))} at ${host}`;
  const database = openServer(address, 1);
  try {
    const asked = Date.now();
    const [row] = await within(
      ANSWERS_WITHIN_MS,
      database.sql<{ version: string; ms: number; may: boolean }[]>`
        select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 as ms,
          has_database_privilege(current_database(), 'create') as may`,
    );
    if (!row?.may) {
      const todo = "grant CREATE on the database to the user of DATABASE_URL: services make their schemas";
      return { finding: fault("database", `${name}: its user may not make schemas`, todo), ahead: [] };
    }
    return {
      finding: ok("database", `${name} answers (Postgres ${row.version})`),
      ahead: [asked - Number(row.ms)],
    };
  } catch (error) {
    const todo = isDatabaseAway(error)
      ? "start it, or correct DATABASE_URL"
      : "correct DATABASE_URL, or its user's rights";
    return { finding: fault("database", `${name} cannot be used (${wordsOf(error)})`, todo), ahead: [] };
  } finally {
    await within(ANSWERS_WITHIN_MS, database.close()).catch(() => {});
  }
}

async function checkEmbedded(env: SharedEnv): Promise<Finding> {
  const folder = `${env.DATA_DIR}/pg`;
  const isThere = await Deno.stat(folder).then(() => true, () => false);
  if (!isThere) return note("database", `${folder} is not there yet: the start makes it`);
  if (await isInUse(`${folder}.lock`)) {
    return ok("database", `${folder} is in use by a running platform (see its services below)`);
  }
  try {
    const log = createLogger({ write: () => {} });
    const database = await startEmbedded({ ...env, EMBEDDED_COPY_HOURS: 0 }, log);
    try {
      await database.sql`select 1`;
    } finally {
      await database.close();
    }
    return ok("database", `${folder} opens and answers`);
  } catch (error) {
    const todo = error instanceof SettingsError
      ? "do as it says; deno task restore lists the copies"
      : "free space or give rights as it says, or choose another DATA_DIR";
    return fault("database", wordsOf(error), todo);
  }
}

async function isInUse(lock: string): Promise<boolean> {
  const file = await Deno.open(lock, { read: true, write: true }).catch(() => undefined);
  if (!file) return false;
  try {
    return !await file.tryLock(true);
  } finally {
    file.close();
  }
}

export async function checkKv({ DATA_DIR, KV_URL: url }: SharedEnv): Promise<Finding> {
  const what = "key-value";
  const dir = `${DATA_DIR}/kv`;
  if (!url && !await Deno.stat(dir).then(() => true, () => false)) {
    return note(what, `${dir} is not there yet: the start makes it`);
  }
  const name = `doctor-${crypto.randomUUID()}`;
  try {
    const kv = await within(ANSWERS_WITHIN_MS, openKv({ url, dir, name }));
    try {
      await within(ANSWERS_WITHIN_MS, kv.get(["probe"]));
    } finally {
      kv.close();
    }
    return ok(what, url ? `${url} answers` : `files in ${dir} can be opened`);
  } catch (error) {
    const todo = url
      ? "start it, or correct KV_URL and DENO_KV_ACCESS_TOKEN"
      : `give the user that runs the platform its rights to ${dir}, or free space there`;
    return fault(what, `${url ?? dir} cannot be used (${wordsOf(error)})`, todo);
  } finally {
    if (!url) await removeProbes(dir, name);
  }
}

async function removeProbes(dir: string, name: string): Promise<void> {
  for await (const entry of Deno.readDir(dir)) {
    if (entry.name.startsWith(name)) await Deno.remove(`${dir}/${entry.name}`);
  }
}
