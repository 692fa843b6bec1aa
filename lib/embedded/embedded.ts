/**
 * The embedded Postgres behind the same client as a server: the worker that runs it, and the socket to it.
 */
import { Duplex } from "node:stream";
import postgres from "postgres";
import { joined } from "lib/bytes.ts";
import { fitForDriver, PADDED } from "lib/database/client_socket.ts";
import { type Database, guarded, type Sql, TYPES } from "lib/database/db.ts";
import type { Sync } from "lib/embedded/embedded_folder.ts";
import { takeTurns, type TurnClient } from "lib/database/embedded_turns.ts";
import { transferOf } from "lib/embedded/message_transfer.ts";
import { holdsDatabase, keptTemplate, unpack } from "lib/embedded/embedded_template.ts";

/** How an embedded database is opened. */
export interface EmbeddedOptions {
  /** File of an initialised database that fresh ones start from, made when absent; unset: initialised anew. */
  template?: string;
  /** When commits reach the disk; by default before they are acknowledged. */
  sync?: Sync;
}

/** An embedded database that is open. */
export interface EmbeddedDatabase extends Database {
  /** Pauses checkpoints while the folder is copied, or resumes them. */
  hold(held: boolean): Promise<void>;
  /** Opens a session for the client of another process. */
  visit(): TurnClient;
}

/** How the worker opens an engine: a folder, or in memory from an archive. */
export interface Opening {
  /** The folder. */
  folder?: string;
  /** The archive. */
  tar?: Uint8Array<ArrayBuffer>;
  /** When commits reach the disk. */
  sync: Sync;
}

/** A request to the worker that runs the engine. */
export type EngineRequest =
  | { initialise: true }
  | { open: Opening }
  | { bytes: Uint8Array<ArrayBuffer> }
  | { hold: boolean }
  | { close: true };

/**
 * Opens the embedded Postgres in folder `folder`, or in memory when it is undefined. The folder must be
 * this process's alone (see `lockFile`): the engine does not lock it.
 */
export async function openEmbedded(
  folder?: string,
  { template, sync = "commit" }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const tar = await fresh(folder, template);
  if (folder && tar) await unpack(tar, folder, sync);
  const { ask, end, ended } = conversation();
  try {
    await ask({ open: { folder, tar: folder ? undefined : tar, sync } });
  } catch (error) {
    end();
    throw error;
  }
  const visit = takeTurns((bytes) => ask({ bytes }));
  const sql = postgresOver(visit().send);
  const close = async () => {
    try {
      // A dead engine never answers, so closing does not wait for pending queries.
      await sql.end({ timeout: ended() ? 0 : 10 });
      await ask({ close: true });
    } finally {
      end();
    }
  };
  const hold = async (held: boolean) => void await ask({ hold: held });
  return { sql: guarded(sql), engine: "embedded", close, hold, visit };
}

/** A client of the embedded engine behind `send`. */
export function clientOf(send: TurnClient["send"]): Sql {
  return guarded(postgresOver(send));
}

function postgresOver(send: TurnClient["send"]): Sql {
  const options = {
    max: 1,
    types: TYPES,
    user: "postgres",
    database: "postgres",
    connection: { TimeZone: "UTC", ...PADDED },
    // The engine has a single session: a new connection would find the statements that earlier ones prepared.
    max_lifetime: 0,
    onnotice: () => {},
    // postgres.js knows this option, its types do not.
    socket: () => wire(send),
  };
  return postgres(options);
}

/** The archive that a new database starts from. */
async function fresh(folder?: string, template?: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    if (folder && await holdsDatabase(folder)) return undefined;
  } catch (error) {
    throw new Error(`Embedded database: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  return template ? await keptTemplate(template, initialise) : await initialise();
}

/**
 * The archive of a fresh database, made in a separate worker, because an engine never releases the memory
 * that this takes.
 */
export async function initialise(): Promise<Uint8Array<ArrayBuffer>> {
  const { ask, end } = conversation();
  try {
    return await ask({ initialise: true }) ?? new Uint8Array();
  } finally {
    end();
  }
}

/** Requests to the worker, answered in order; when the worker fails, pending and later requests fail too. */
function conversation(): { ask: Ask; end(): void; ended(): boolean } {
  const worker = new Worker(new URL("./embedded_postgres.ts", import.meta.url), { type: "module" });
  const waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];
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
      worker.postMessage(request, "bytes" in request ? transferOf(request.bytes) : []);
    });
  const end = () => {
    worker.terminate();
    fail("closed");
  };
  return { ask, end, ended: () => broken !== undefined };
}

type Answer = Uint8Array<ArrayBuffer> | null;
type Ask = (request: EngineRequest) => Promise<Answer>;

const TERMINATE = "X".charCodeAt(0);

/** The socket that postgres.js writes the wire protocol to. */
function wire(send: TurnClient["send"]): Duplex {
  const socket = new Duplex({
    // Never full: the client mistakes a drained socket for a free connection, even in the middle of a
    // transaction.
    writableHighWaterMark: 2 ** 30,
    read() {},
    // Everything that arrived while the engine was busy is sent to it together.
    writev(chunks, done) {
      const bytes = joined(chunks.map(({ chunk }) => chunk).filter((chunk) => chunk[0] !== TERMINATE));
      if (bytes.length === 0) return done();
      send(bytes).then((answer) => {
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
  return fitForDriver(Object.assign(socket, { readyState: "open" }), "the embedded database");
}
