/** The worker that runs background responses. */
import type { JobQueue } from "lib/jobs/jobs.ts";
import { type JobWorker, type JobWorkerOptions, startJobWorker } from "../jobs/job_worker.ts";
import { type BackgroundWork, runBackground } from "./background_work.ts";

export interface BackgroundWorkerOptions
  extends Pick<JobWorkerOptions, "queue" | "lifecycle" | "log" | "heartbeatMs" | "sweepMs"> {
  work: BackgroundWork;
}

export function startBackgroundWorker({ work, ...options }: BackgroundWorkerOptions): JobWorker {
  return startJobWorker({
    ...options,
    what: "response",
    run: (job, ends) => runBackground(work, job, ends),
    sweep: () => sweep(work, options.queue),
  });
}

/** Deletes expired responses, and queues those whose process ended before it added their job. */
async function sweep({ store }: BackgroundWork, queue: JobQueue): Promise<void> {
  await store.dropExpired();
  for (const { id, claim } of await store.open()) {
    if (!await queue.has(id)) await queue.add([{ id, claims: claim }]);
  }
}
