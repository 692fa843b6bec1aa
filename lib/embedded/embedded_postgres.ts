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
  // One that failed is closed already.
  if ("close" in request) await engine?.close();
  else if ("hold" in request) (await current()).hold(held = request.hold);
  else return await answered(await current(), request.bytes);
  return null;
}

/** The engine in use. One that failed is replaced, as after a crash; while its folder cannot be opened, each request tries anew. */
async function current(): Promise<Engine> {
  if (engine) return engine;
  if (!reopen) throw new Error("The embedded database is not open");
  engine = await reopen();
  engine.hold(held);
  return engine;
}

async function answered(asked: Engine, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await asked.answer(bytes);
  } catch (error) {
    giveUp(error);
    throw error;
  }
}

/** Lets an engine go that failed; only its open transaction is lost. In memory there is nothing else to open. */
function giveUp(error: unknown): void {
  if (!(error instanceof EngineFailed) || !reopen) return;
  engine?.abandon();
  engine = undefined;
}

async function serve(request: EngineRequest): Promise<void> {
  try {
    const bytes = await handle(request);
    self.postMessage({ answer: bytes }, bytes ? transferOf(bytes) : []);
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
  try {
    await engine?.tidy();
  } catch (error) {
    // The request was answered; what failed shows at the next one, which must not wait for ever.
    giveUp(error);
  }
}

// Answers are matched by their order alone, so each request waits for the one before.
let turn = Promise.resolve();

self.addEventListener("message", (event: Event) => {
  if (event instanceof MessageEvent) turn = turn.then(() => serve(event.data));
});
