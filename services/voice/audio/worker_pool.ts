/** A pool of workers that read audio files, one file at a time each; a worker that hangs is replaced. */
import { withFallback } from "lib/deadlines.ts";
import { createSemaphore } from "lib/semaphore.ts";
import type { Answer, Task } from "./file_worker.ts";
import { type AudioResult, type AudioWork, type AudioWorkshop, workshop } from "./workshop.ts";

const TOO_LONG: AudioResult = {
  refused: "The file takes too long to read; it is damaged or malicious",
};

// Loading the worker's code is not the file's time, and a worker that stops its own work answers before it is given up.
const GRACE_MS = 5_000;

export function workerPool(
  { workers = 2, timeoutMs = 30_000 }: { workers?: number; timeoutMs?: number } = {},
): AudioWorkshop {
  const turns = createSemaphore(workers);
  const idle: Worker[] = [];
  const perform = (work: AudioWork, signal?: AbortSignal) =>
    turns.run(async () => {
      const worker = idle.pop() ?? startWorker();
      const answer = await answerOf(worker, { work, limitMs: timeoutMs }, signal);
      const done = answer === "late" ? undefined : answer;
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

/** The worker's answer; "late" when it must be ended: too late, crashed, or no caller waits any more. */
async function answerOf(worker: Worker, task: Task, signal: AbortSignal | undefined): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const giveUp = () => resolve("late");
  signal?.addEventListener("abort", giveUp, { once: true });
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    giveUp();
  };
  worker.postMessage(task);
  const answer = await withFallback(task.limitMs + GRACE_MS, promise, "late" as const);
  signal?.removeEventListener("abort", giveUp);
  return answer;
}
