/** SQL through one client on two engines: a Postgres server, or Postgres embedded in this process. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Duplex } from "node:stream";
import postgres from "postgres";
import { SettingsError } from "lib/env.ts";

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
  /** Which engine answers. */
  engine: "embedded" | "server";
  /** Lets running queries end, then closes. */
  close(): Promise<void>;
}

const TYPES = {
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

/** Opens the Postgres server at `url` with at most `connections` connections. */
export function openServer(url: string, connections = 10): Database {
  const sql = postgres(url, {
    max: connections,
    types: TYPES,
    connection: { TimeZone: "UTC", application_name: "diwan" },
    // The client's own pauses grow to 20 s, which a database that is back would be waited for.
    backoff: (attempt) => Math.min(3 ** attempt / 100, 2) * (0.5 + Math.random() / 2),
    onnotice: () => {},
  });
  return { sql: guarded(sql), engine: "server", close: () => sql.end({ timeout: 10 }) };
}

/**
 * Opens the embedded Postgres in folder `dataDir`, or in memory when it is undefined. The folder must be
 * this process's alone (see `lockFile`): the engine does not lock it.
 */
export async function openEmbedded(dataDir?: string): Promise<Database> {
  const worker = new Worker(new URL("./embedded_postgres.ts", import.meta.url), { type: "module" });
  const { ask, end } = conversation(worker);
  try {
    await ask({ open: dataDir ?? null });
  } catch (error) {
    end();
    throw error;
  }
  const options = {
    max: 1,
    types: TYPES,
    user: "postgres",
    database: "postgres",
    connection: { TimeZone: "UTC" },
    // The engine has one session, which a new connection would leave all it prepared before.
    max_lifetime: 0,
    onnotice: () => {},
    // Known to postgres.js, not to its types.
    socket: () => wire(ask),
  };
  const sql = postgres(options);
  const close = async () => {
    try {
      await sql.end({ timeout: 10 });
      await ask({ close: true });
    } finally {
      end();
    }
  };
  return { sql: guarded(sql), engine: "embedded", close };
}

type Ask = (
  request: { open: string | null } | { bytes: Uint8Array } | { close: true },
) => Promise<Uint8Array | null>;

/** Questions to the worker, answered in the order asked; all fail when the worker does, and those after it. */
function conversation(worker: Worker): { ask: Ask; end(): void } {
  const waiting: { resolve: (answer: Uint8Array | null) => void; reject: (error: Error) => void }[] = [];
  let broken: Error | undefined;
  worker.onmessage = ({ data }) => {
    const asked = waiting.shift();
    if ("error" in data) asked?.reject(new Error(`Embedded database: ${data.error}`));
    else asked?.resolve(data.answer);
  };
  const fail = (message: string) => {
    broken ??= new Error(`Embedded database: ${message}`);
    for (const { reject } of waiting.splice(0)) reject(broken);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message);
  };
  const ask: Ask = (request) =>
    new Promise((resolve, reject) => {
      if (broken) return reject(broken);
      waiting.push({ resolve, reject });
      worker.postMessage(request);
    });
  const end = () => {
    worker.terminate();
    fail("closed");
  };
  return { ask, end };
}

const TERMINATE = "X".charCodeAt(0);

/** The socket that postgres.js writes the wire protocol to. */
function wire(ask: Ask): Duplex {
  const socket = new Duplex({
    // Never full: the client takes a drained socket for a free connection, even in the midst of a transaction.
    writableHighWaterMark: 2 ** 30,
    read() {},
    write(chunk: Uint8Array, _encoding, done) {
      if (chunk[0] === TERMINATE) return done();
      // A copy: the client reuses its buffer.
      ask({ bytes: new Uint8Array(chunk) }).then((answer) => {
        if (answer?.length) this.push(answer);
        done();
      }, done);
    },
    final(done) {
      this.push(null);
      done();
    },
  });
  // postgres.js ends a socket only in this state.
  return Object.assign(socket, { readyState: "open" });
}

const transaction = new AsyncLocalStorage<{ open: boolean }>();

/**
 * The client with one mistake made impossible: with a single connection, a query through the outer client
 * inside a transaction would wait for itself. It throws instead, on both engines.
 */
function guarded(sql: postgres.Sql<{ date: string; bigint: number; day: string }>): Sql {
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
        (tx: TransactionSql) => transaction.run(state, () => body(tx)),
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

/**
 * Takes `what` for this process alone, by a lock on the file `path`, until the returned function is called or
 * the process ends.
 * @throws when another process has it, naming that process.
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
