/// <reference lib="deno.worker" />
/**
 * The embedded Postgres, in a worker so that no query holds up the event loop that serves requests.
 * It speaks the Postgres wire protocol in messages: bytes in, the engine's answer out, one at a time.
 */
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { joined } from "lib/bytes.ts";
import type { EngineRequest } from "lib/embedded.ts";

// Memory of WebAssembly is never given back: 128 MB of shared buffers, the default, would fill and stay.
const MEMORY = { shared_buffers: "16MB", wal_buffers: "256kB", max_connections: "5" };
// As many locks in all as with the default number of connections: a migration holds one for each of its tables.
const LOCKS = { max_locks_per_transaction: "1000" };

const START_PARAMS = [
  ...PGlite.defaultStartParams,
  ...Object.entries({ ...MEMORY, ...LOCKS }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
];

let engine: PGlite | undefined;

async function handle(request: EngineRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if ("initialise" in request) return await initialise();
  if ("open" in request) {
    const { folder, tar } = request.open;
    engine = await PGlite.create({
      dataDir: folder,
      loadDataDir: tar && new Blob([tar]),
      startParams: START_PARAMS,
      extensions: { btree_gin, pg_trgm },
    });
    return null;
  }
  if (!engine) throw new Error("The embedded database is not open");
  if ("bytes" in request) return await answer(engine, request.bytes);
  await engine.close();
  engine = undefined;
  return null;
}

/** A freshly initialised folder as a tar archive. Segments of 4 MB keep it small, and a new one quick to make. */
async function initialise(): Promise<Uint8Array<ArrayBuffer>> {
  const fresh = await PGlite.create({ initDbStartParams: ["--wal-segsize=4"] });
  const tar = await (await fresh.dumpDataDir("none")).arrayBuffer();
  await fresh.close();
  return new Uint8Array(tar);
}

/** The engine's answer. `execProtocolRaw` would also parse each message and keep it for ever. */
async function answer(open: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  // A copy: the engine reuses its memory.
  await open.execProtocolRawStream(bytes, { onRawData: (piece) => void pieces.push(piece.slice()) });
  return joined(pieces);
}

self.addEventListener("message", async (event: Event) => {
  if (!(event instanceof MessageEvent)) return;
  try {
    const bytes = await handle(event.data);
    self.postMessage({ answer: bytes }, bytes ? [bytes.buffer] : []);
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
