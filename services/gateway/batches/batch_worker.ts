/** The worker that runs batches. */
import type { JobQueue } from "lib/jobs/jobs.ts";
import { type JobWorker, type JobWorkerOptions, startJobWorker } from "../jobs/job_worker.ts";
import { type BatchWork, runBatch } from "./batch_work.ts";

export type BatchWorker = JobWorker;

export interface BatchWorkerOptions
  extends Pick<JobWorkerOptions, "queue" | "lifecycle" | "log" | "heartbeatMs" | "sweepMs"> {
  work: BatchWork;
}

export function startBatchWorker({ work, ...options }: BatchWorkerOptions): BatchWorker {
  return startJobWorker({
    ...options,
    what: "batch",
    run: (job, { rest }) => runBatch(work, job, rest),
    sweep: () => sweep(work, options.queue),
  });
}

/** Queues batches whose process ended before it added their job. */
async function sweep({ batches, files }: BatchWork, queue: JobQueue): Promise<void> {
  await files.dropExpired();
  for (const { id, claim } of await batches.open()) {
    if (!await queue.has(id)) await queue.add([{ id, claims: claim }]);
  }
}
