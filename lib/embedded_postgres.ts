/// <reference lib="deno.worker" />
/**
 * The embedded Postgres, in a worker so that no query holds up the event loop that serves requests.
 * It speaks the Postgres wire protocol in messages: bytes in, the engine's answer out, one at a time.
 */
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

type Request = { open: string | null } | { bytes: Uint8Array } | { close: true };

let engine: PGlite | undefined;

async function handle(request: Request): Promise<Uint8Array | null> {
  if ("open" in request) {
    engine = await PGlite.create({ dataDir: request.open ?? undefined, extensions: { btree_gin, pg_trgm } });
    return null;
  }
  if (!engine) throw new Error("The embedded database is not open");
  if ("bytes" in request) return await engine.execProtocolRaw(request.bytes);
  await engine.close();
  engine = undefined;
  return null;
}

self.addEventListener("message", async (event: Event) => {
  if (!(event instanceof MessageEvent)) return;
  try {
    self.postMessage({ answer: await handle(event.data) });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
