/// <reference lib="deno.worker" />
/**
 * The embedded Postgres, in a worker so that no query holds up the event loop that serves requests.
 * It speaks the Postgres wire protocol in messages: bytes in, the engine's answer out, one at a time.
 */
import type { EngineRequest } from "lib/embedded/embedded.ts";
import { type Engine, initialise, openFolder, openInMemory } from "lib/embedded/embedded_engine.ts";
import { transferOf } from "lib/embedded/message_transfer.ts";

let engine: Engine | undefined;

async function handle(request: EngineRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if ("initialise" in request) return await initialise();
  if ("open" in request) {
    const { folder, tar, sync } = request.open;
    engine = folder ? await openFolder(folder, sync) : await openInMemory(tar);
    return null;
  }
  if (!engine) throw new Error("The embedded database is not open");
  if ("bytes" in request) return await engine.answer(request.bytes);
  if ("hold" in request) engine.hold(request.hold);
  else await engine.close();
  return null;
}

async function serve(request: EngineRequest): Promise<void> {
  try {
    const bytes = await handle(request);
    self.postMessage({ answer: bytes }, bytes ? transferOf(bytes) : []);
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
  await engine?.tidy();
}

// Answers are matched by their order alone, so each request waits for the one before.
let turn = Promise.resolve();

self.addEventListener("message", (event: Event) => {
  if (event instanceof MessageEvent) turn = turn.then(() => serve(event.data));
});
