/// <reference lib="deno.worker" />
/**
 * The embedded Postgres, in a worker so that no query holds up the event loop that serves requests.
 * It speaks the Postgres wire protocol in messages: bytes in, the engine's answer out, one at a time.
 */
import type { EngineRequest } from "lib/embedded/embedded.ts";
import { type Engine, initialise, openFolder, openInMemory } from "lib/embedded/embedded_engine.ts";
import { EngineFailed } from "lib/embedded/engine_failure.ts";
import { transferOf } from "lib/embedded/message_transfer.ts";

let engine: Engine | undefined;
/** Opens the folder again after a failure; unset in memory, where nothing is left to open. */
let reopen: (() => Promise<Engine>) | undefined;
let held = false;

async function handle(request: EngineRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if ("initialise" in request) return await initialise();
  if ("open" in request) {
    const { folder, tar, sync } = request.open;
    reopen = folder ? () => openFolder(folder, sync) : undefined;
    engine = await (reopen?.() ?? openInMemory(tar));
    return null;
  }
  if (!engine) throw new Error("The embedded database is not open");
  if ("bytes" in request) return await answered(engine, request.bytes);
  if ("hold" in request) engine.hold(held = request.hold);
  else await engine.close();
  return null;
}

/** The engine's answer. One that failed is replaced, as after a crash: only its open transaction is lost. */
async function answered(failing: Engine, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await failing.answer(bytes);
  } catch (error) {
    if (!(error instanceof EngineFailed) || !reopen) throw error;
    engine = undefined;
    failing.abandon();
    engine = await reopen();
    engine.hold(held);
    throw error;
  }
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
