/** How the embedded engine is started. */
import { PGlite } from "@electric-sql/pglite";
import type { Sync } from "lib/embedded/embedded_folder.ts";

// WebAssembly never releases memory: the default of 128 MB of shared buffers would fill and stay.
const MEMORY = { shared_buffers: "16MB", wal_buffers: "256kB", max_connections: "5" };
// As many locks in total as with the default number of connections: a migration holds one for each of its
// tables.
const LOCKS = { max_locks_per_transaction: "1000" };
// The other methods never reach the file system.
const DURABLE = { fsync: "on", wal_sync_method: "fsync" };

// Without a server's background processes a checkpoint comes only when the worker asks for one.
const LOG = { min_wal_size: "32MB", max_wal_size: "128MB" };

/** The engine's command line. The default one turns fsync off with `-F`. */
export function startParams(sync: Sync): string[] {
  const base = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");
  const settings = { ...MEMORY, ...LOCKS, ...LOG, ...(sync === "off" ? { fsync: "off" } : DURABLE) };
  return [...base, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
