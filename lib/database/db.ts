/** SQL through one client on two engines: a Postgres server, or Postgres embedded in this process. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";
import postgres from "postgres";
import { PADDED } from "lib/database/client_socket.ts";
import type { TurnClient } from "lib/database/embedded_turns.ts";
import { type ServerAddress, serverSocket, sslModeOf } from "lib/database/server_socket.ts";
import { SettingsError } from "lib/env.ts";
import { isDatabaseAway } from "lib/outages.ts";

/**
 * The SQL client. All services of a process share it, so queries name their schema (`guard.policies`).
 * Rows give timestamps as ISO 8601 UTC strings, dates as `YYYY-MM-DD`, int8 as number, numeric as string.
 */
export type Sql = postgres.Sql<{ date: string; bigint: number; day: string }>;
/** The client inside `sql.begin(async (tx) => …)`: the only one to use there. */
export type TransactionSql = postgres.TransactionSql<{ date: string; bigint: number; day: string }>;

/** An open database. */
export interface Database {
  /** Its client. */
  sql: Sql;
  /** The client for heavy reads, at this moment: a replica's, where there is one in use. Absent: `sql`. */
  reads?(): Sql;
  /** Why the replica is not in use; undefined where it is, or where there is none. */
  replicaFault?(): string | undefined;
  /** Which engine answers. */
  engine: "embedded" | "server";
  /** Lets running queries end, then closes. */
  close(): Promise<void>;
  /** Opens a session for the client of another process; absent unless the engine is embedded in this one. */
  visit?(): TurnClient;
}

/** How values of some types are sent and parsed, on both engines. */
export const TYPES = {
  date: {
    to: 1184,
    from: [1114, 1184],
    serialize: (value: unknown) => value instanceof Date ? value.toISOString() : value,
    parse: (text: string) => new Date(text.endsWith("Z") ? text : utc(text)).toISOString(),
  },
  day: { to: 1082, from: [1082], serialize: (value: unknown) => value, parse: (text: string) => text },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
};

function utc(text: string): string {
  const zoned = /[+-]\d\d(:?\d\d)?$/.test(text) ? text : `${text}+00`;
  return zoned.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
}

let isBearing = false;

/**
 * Closing a connection while the client queries array types, as it does on each new one, rejects a promise
 * that the client never awaits (postgres.js 3.4.9, `fetchArrayTypes`). The unhandled rejection would crash
 * the process; the client reconnects by itself.
 */
function bearLostConnections(): void {
  if (isBearing) return;
  isBearing = true;
  globalThis.addEventListener("unhandledrejection", (event) => {
    if (isDatabaseAway(event.reason)) event.preventDefault();
  });
}

/** Opens the Postgres server at `url` with at most `connections` connections. */
export function openServer(
  url: string,
  connections = 10,
): Database & { close(seconds?: number): Promise<void> } {
  bearLostConnections();
  const timeoutSeconds = 10;
  const mode = sslModeOf(url);
  const options = {
    max: connections,
    types: TYPES,
    connection: { TimeZone: "UTC", application_name: "diwan", ...PADDED },
    // In seconds. Each attempt to connect answers one waiting query, so long pauses would leave the others
    // hanging.
    backoff: (attempt: number) => Math.min(3 ** attempt / 100, 0.1) * (0.5 + Math.random() / 2),
    // An unreachable machine never refuses a connection.
    connect_timeout: timeoutSeconds,
    onnotice: () => {},
    onclose: () => void closed++,
    // Its connections are encrypted when it gets them.
    ssl: false,
    // postgres.js knows this option, its types do not.
    socket: (address: ServerAddress) => serverSocket(address, { mode, timeoutMs: timeoutSeconds * 1000 }),
  };
  const sql = postgres(url, options);
  return {
    sql: guarded(sql),
    engine: "server",
    close: (seconds: number = 10) => sql.end({ timeout: seconds }),
  };
}

const transaction = new AsyncLocalStorage<{ open: boolean }>();

/**
 * The client, guarded against one mistake: with a single connection, a query through the outer client inside
 * a transaction would wait for itself. It throws instead, on both engines.
 */
export function guarded(sql: postgres.Sql<{ date: string; bigint: number; day: string }>): Sql {
  const refuse = () => {
    if (transaction.getStore()?.open) {
      throw new Error("Inside a transaction use the transaction's own sql, not the outer one");
    }
  };
  const begin = async (...args: unknown[]) => {
    refuse();
    const state = { open: true };
    const body = args.pop();
    if (typeof body !== "function") throw new TypeError("sql.begin takes a function");
    try {
      return await Reflect.apply(sql.begin, sql, [
        ...args,
        (tx: TransactionSql) => transaction.run(state, () => inside(tx, (given) => body(given), state)),
      ]);
    } finally {
      state.open = false;
    }
  };
  return new Proxy(sql, {
    apply(target, self, args) {
      refuse();
      return Reflect.apply(target, self, args);
    },
    get(target, name, receiver) {
      return name === "begin" ? begin : Reflect.get(target, name, receiver);
    },
  });
}

/** Whether a transaction still has its connection. */
interface Open {
  open: boolean;
}

type Body = (tx: TransactionSql) => unknown;

/**
 * The result of `body`, or a promise that never settles once the transaction has lost its connection:
 * otherwise the client would commit or roll back on a closed connection or on another caller's.
 */
async function inside(tx: TransactionSql, body: Body, state: Open): Promise<unknown> {
  const before = closed;
  try {
    const result = await body(whileOpen(tx, state));
    const all = Array.isArray(result) ? await Promise.all(result) : result;
    await unlessOver(state, before);
    return all;
  } catch (error) {
    await unlessOver(state, before);
    throw error;
  }
}

// The number of closed connections. A transaction learns a few event loop turns later that its own was among
// them.
let closed = 0;

async function unlessOver(state: Open, before: number): Promise<void> {
  if (closed !== before) await new Promise<void>((resolve) => setImmediate(resolve));
  if (!state.open) await new Promise(() => {});
}

/** The transaction's client, which refuses once the transaction is over. */
function whileOpen(tx: TransactionSql, state: Open): TransactionSql {
  const refuse = () => {
    if (!state.open) throw new Error("The transaction is over");
  };
  const savepoint = (...args: unknown[]) => {
    refuse();
    const body = args.pop();
    if (typeof body !== "function") throw new TypeError("savepoint takes a function");
    return Reflect.apply(tx.savepoint, tx, [
      ...args,
      (inner: TransactionSql) => inside(inner, (given) => body(given), state),
    ]);
  };
  return new Proxy(tx, {
    apply(target, self, args) {
      refuse();
      return Reflect.apply(target, self, args);
    },
    get(target, name, receiver) {
      refuse();
      return name === "savepoint" ? savepoint : Reflect.get(target, name, receiver);
    },
  });
}

/**
 * Locks file `path`, so that this process alone uses `what`, until the returned function is called or the
 * process ends.
 * @throws when another process holds the lock, naming that process.
 */
export async function lockFile(path: string, what: string): Promise<() => void> {
  const file = await Deno.open(path, { create: true, read: true, write: true });
  if (!await file.tryLock(true)) {
    file.close();
    const owner = (await Deno.readTextFile(path)).trim() || "another process";
    throw new SettingsError(
      `${what} is in use by ${owner}. Stop that one, choose another DATA_DIR, or set DATABASE_URL and KV_URL to ` +
        `run several processes on one Postgres server and one KV.`,
    );
  }
  await file.truncate();
  await file.write(new TextEncoder().encode(`process ${Deno.pid}`));
  return () => file.close();
}
