/** A pool of workers that read audio files, one file at a time each; a worker that hangs is replaced. */
import { createSemaphore } from "lib/semaphore.ts";
import { type AudioWorkshop, type Done, type Work, workshop } from "./workshop.ts";

const TOO_LONG: Done = { refused: "The file takes too long to read; it is damaged or made to be unreadable" };

export function workerPool(
  { workers = 2, timeoutMs = 30_000 }: { workers?: number; timeoutMs?: number } = {},
): AudioWorkshop {
  const turns = createSemaphore(workers);
  const idle: Worker[] = [];
  const perform = (work: Work, signal?: AbortSignal) =>
    turns.run(async () => {
      const worker = idle.pop() ?? startWorker();
      const done = await answerOf(worker, work, { timeoutMs, signal });
      if (done) idle.push(worker);
      else worker.terminate();
      signal?.throwIfAborted();
      return done ?? TOO_LONG;
    });
  return workshop(perform, () => {
    for (const worker of idle.splice(0)) worker.terminate();
  });
}

function startWorker(): Worker {
  return new Worker(new URL("./file_worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions: "none" },
  });
}

/** The worker's answer; undefined when it must be ended: timed out, crashed, or no caller waits any more. */
async function answerOf(
  worker: Worker,
  work: Work,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Done | undefined> {
  const { promise, resolve } = Promise.withResolvers<Done | undefined>();
  const giveUp = () => resolve(undefined);
  const timer = setTimeout(giveUp, timeoutMs);
  signal?.addEventListener("abort", giveUp, { once: true });
  worker.onmessage = ({ data }: MessageEvent<Done>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    giveUp();
  };
  worker.postMessage(work);
  const done = await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", giveUp);
  return done;
}
