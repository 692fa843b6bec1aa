/** Whether a request could be served now and, if not, why; balancers ask at /ready. */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { GuardedCalls } from "lib/guarded_calls.ts";
import { DeadlineError, within } from "lib/deadlines.ts";
import type { Sql } from "lib/database/db.ts";
import { pendingMigrations } from "lib/database/migrations.ts";

/** Checks one thing that every request needs: resolves to an optional note, or throws the reason. */
export type ReadinessCheck = () => Promise<string | void>;

/** A reason not to send requests, in words for people. */
export class NotReady extends Error {
  /** Its name. */
  override name = "NotReady";
}

/** Whether the database answers. */
export function databaseReady(sql: Sql): ReadinessCheck {
  return async () => {
    try {
      await sql`select 1`;
    } catch (cause) {
      throw new NotReady("the database does not answer", { cause });
    }
  };
}

/** Whether the schema of service `name` has all migrations of this version. */
export function migrationsReady(sql: Sql, name: string, folder: string): ReadinessCheck {
  return async () => {
    const pending = await pendingMigrations(sql, name, folder).catch((cause) => {
      throw new NotReady("the migrations of the database cannot be read", { cause });
    });
    if (pending.length > 0) {
      throw new NotReady(`migrations are missing in the database: ${pending.join(", ")}`);
    }
  };
}

/** Whether the KV answers; only a note when limits are counted without it meanwhile. */
export function kvReady(kv: Deno.Kv, calls: GuardedCalls, onFailure: "open" | "closed"): ReadinessCheck {
  return async () => {
    try {
      if (!calls.answering) throw new NotReady("the key-value store does not answer");
      await kv.get(["probe"]);
    } catch (cause) {
      if (onFailure === "open") return "the key-value store does not answer: each process counts for itself";
      throw new NotReady("the key-value store does not answer", { cause });
    }
  };
}

/** Whether at least `minMegabytes` are free on the disk of `folder`. */
export function diskReady(folder: string, minMegabytes: number): ReadinessCheck {
  return async () => {
    const free = await freeMegabytes(folder);
    if (free >= minMegabytes) return;
    throw new NotReady(
      `only ${Math.floor(free)} MB are free on the disk of ${folder}; MIN_FREE_DISK_MB is ${minMegabytes}`,
    );
  };
}

/** Megabytes that this process may still write on the disk of `folder`. */
export async function freeMegabytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return Number(bavail) * Number(bsize) / 2 ** 20;
  } catch (error) {
    // A folder that does not exist yet will be created on the disk of its nearest existing parent.
    const above = dirname(folder);
    if (codeOf(error) !== "ENOENT" || above === folder) throw error;
    return await freeMegabytes(above);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** A reason why requests cannot be served. */
export interface Reason {
  /** The thing that is missing. */
  what: string;
  /** Why, for people. */
  detail: string;
}

const CHECK_MS = 2_000;
// Anyone may ask, so results are cached briefly.
const KEEP_MS = 500;

/** Runs all checks at once, each for up to two seconds; the result is reused for half a second. */
export function readinessOf(
  checks: Record<string, ReadinessCheck>,
): () => Promise<{ reasons: Reason[]; notes: Reason[] }> {
  let pending: Promise<{ reasons: Reason[]; notes: Reason[] }> | undefined;
  let until = 0;
  return () => {
    if (!pending || performance.now() > until) {
      until = Infinity;
      pending = look(checks).finally(() => until = performance.now() + KEEP_MS);
    }
    return pending;
  };
}

async function look(checks: Record<string, ReadinessCheck>) {
  const reasons: Reason[] = [];
  const notes: Reason[] = [];
  await Promise.all(
    Object.entries(checks).map(async ([what, check]) => {
      try {
        const detail = await within(CHECK_MS, Promise.try(check));
        if (detail) notes.push({ what, detail });
      } catch (error) {
        reasons.push({ what, detail: detailOf(error) });
      }
    }),
  );
  return { reasons, notes };
}

/** Anyone may ask, so the answer holds only our own words. */
function detailOf(error: unknown): string {
  if (error instanceof NotReady) return error.message;
  return error instanceof DeadlineError ? `no answer in ${CHECK_MS} ms` : "failed";
}
