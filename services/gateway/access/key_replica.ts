import type { Sql } from "lib/database/db.ts";
import { within } from "lib/deadlines.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { SetPrices } from "../providers/set_prices.ts";
import { changesSince } from "./governance_changes.ts";
import { emptyKeyTable, type KeyTable } from "./key_table.ts";

/**
 * All virtual keys, kept in memory as hashes, and the prices set by admins, refreshed from the database every
 * half second. Requests neither wait for the database, nor load it with unknown keys, nor fail during its
 * outage.
 */
export interface KeyReplica extends Pick<KeyTable, "find" | "callerById"> {
  /** Applies the changes in the database since the last refresh. */
  refresh(): Promise<void>;
  close(): void;
}

export interface KeyReplicaOptions {
  sql: Sql;
  log: Pick<Logger, "warn">;
  /** Applies changed prices. */
  setPrices?: Pick<SetPrices, "take">;
  everyMs?: number;
}

// A refresh without an answer for this long is abandoned and retried over another connection.
const ANSWER_MS = 5_000;

export async function openKeyReplica(
  { sql, log, setPrices, everyMs = 500 }: KeyReplicaOptions,
): Promise<KeyReplica> {
  const table = emptyKeyTable();
  let version = -1;
  let refreshing: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let stale = false;

  async function update(): Promise<void> {
    const changes = await changesSince(sql, version);
    if (!changes) return;
    table.take(changes);
    setPrices?.take(changes.prices);
    version = Math.max(version, changes.version);
  }

  /**
   * One refresh at a time; a request during a refresh starts another afterwards, which sees all earlier
   * writes.
   */
  function refresh(): Promise<void> {
    const next = (refreshing ?? Promise.resolve()).catch(() => {}).then(() => within(ANSWER_MS, update()));
    refreshing = next;
    return next;
  }

  async function poll() {
    try {
      await refresh();
      stale = false;
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      if (!stale) {
        log.warn("virtual keys and prices are not up to date: the database does not answer", { cause });
      }
      stale = true;
    }
    if (!closed) timer = setTimeout(poll, everyMs);
  }

  await refresh();
  timer = setTimeout(poll, everyMs);
  return {
    find: table.find,
    callerById: table.callerById,
    refresh,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
