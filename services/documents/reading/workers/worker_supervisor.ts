import { unavailable } from "lib/errors.ts";
import type { Models } from "./models.ts";
import { NotStarted, type ReadingWorker, startReadingWorker, Stopped } from "./reading_worker.ts";
import { type Job, replacementReason, type Slot } from "./slot.ts";

export interface SupervisorOptions {
  models: Models | (() => Promise<Models>);
  /** Whether the models must read their test lines before anything else. */
  unproven?: boolean;
  /** Called with the reason when a worker is replaced because it may be at fault. */
  onReplaced?(reason: string): void;
  start?(models: Models | Promise<Models>): ReadingWorker;
}

/** Starts the pool's workers and replaces those that may be at fault. */
export interface WorkerSupervisor {
  /** A slot with a new worker. */
  slot(): Slot;
  succeeded(slot: Slot): void;
  /** Fails the job or requeues it for another worker; ends a worker that may be at fault. */
  failed(slot: Slot, job: Job, error: unknown): Job | undefined;
  /** Has a new worker's models read their test lines; throws an error that names a failing one. */
  check(): Promise<void>;
  /** Throws while no worker starts; tries to start one if none has, or the last failed. */
  ready(): Promise<void>;
}

export function createSupervisor(options: SupervisorOptions): WorkerSupervisor {
  const { models: given, unproven = false, onReplaced, start = startReadingWorker } = options;
  const models = typeof given === "function" ? given : () => given;
  // After a suspected worker, the next one reads the test lines first.
  let suspected = false;
  let proven = !unproven;
  let trouble = unproven;
  let probe: Promise<void> | undefined;

  async function proof(worker: ReadingWorker): Promise<void> {
    await worker.check();
    proven = true;
  }

  const check = () => endedAfter(start(models()), proof);

  return {
    check,
    slot() {
      const worker = start(models());
      const ready = suspected || !proven ? proof(worker) : worker.ready;
      suspected = false;
      return { worker, ready, jobs: 0, files: 0, failed: new Set() };
    },
    succeeded(slot) {
      slot.failed.clear();
      trouble = false;
    },
    failed(slot, job, error) {
      const reason = replacementReason(slot, job, error);
      if (reason !== undefined) {
        suspected = true;
        slot.worker.end(new Stopped("replaced"));
        onReplaced?.(reason);
      }
      if (error instanceof NotStarted) {
        trouble = true;
        const message = "Documents cannot be read at the moment; try again later";
        job.reject(unavailable(message, { cause: error }));
        return undefined;
      }
      if (error instanceof Stopped && error.retry && !job.alone) return { ...job, alone: true };
      if (reason !== undefined && !job.again) return { ...job, again: true };
      job.reject(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    },
    async ready() {
      if (!trouble) return;
      // One probe at a time, since readiness is checked often.
      await (probe ??= check().finally(() => probe = undefined));
      trouble = false;
    },
  };
}

/** Ends the worker after `work`, to free the memory of OCR engines in a service that reads only text. */
async function endedAfter(
  worker: ReadingWorker,
  work: (worker: ReadingWorker) => Promise<void>,
): Promise<void> {
  try {
    await work(worker);
  } finally {
    worker.end(new Stopped("checked"));
  }
}
