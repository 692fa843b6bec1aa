/** Runs jobs from a queue concurrently, one per slot. */
import type { JobQueue } from "lib/jobs/jobs.ts";
import type { Lease } from "lib/jobs/job_records.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";

export interface JobWorker {
  /** Stops claiming jobs and aborts running ones. */
  stop(): Promise<void>;
}

/** The signals that stop a job. */
export interface Ends {
  /** Aborted when no new work may start: the process drains, or another worker has claimed the job. */
  rest: AbortSignal;
  /** Aborted when running work must stop: the process ends, or another worker has claimed the job. */
  end: AbortSignal;
}

export interface JobWorkerOptions {
  queue: JobQueue;
  /** The kind of job, for the log: `batch`. */
  what: string;
  /** True when the job has ended, false when another worker must continue it. */
  run(job: { id: string; claim: number }, ends: Ends): Promise<boolean>;
  /** Runs periodically: adds missing jobs, for work whose process ended before queueing it. */
  sweep(): Promise<void>;
  lifecycle: Pick<Lifecycle, "signal" | "enter">;
  log: Pick<Logger, "error" | "warn">;
  heartbeatMs?: number;
  sweepMs?: number;
}

const RETRY_MS = 5_000;

export function startJobWorker(options: JobWorkerOptions): JobWorker {
  const { queue, what, lifecycle, log, sweep, sweepMs = 60_000 } = options;
  const ended = new AbortController();
  const resting = AbortSignal.any([ended.signal, lifecycle.signal]);
  const running = new Set<Promise<void>>();
  let sweptAt = -Infinity;

  async function claimAll(): Promise<void> {
    if (performance.now() - sweptAt > sweepMs) {
      sweptAt = performance.now();
      await sweep();
    }
    for (;;) {
      const lease = resting.aborted ? undefined : await queue.claim();
      if (!lease) return;
      const leave = lifecycle.enter();
      const work = runUnderLease(lease, { rest: resting, end: ended.signal }, options).finally(() => {
        running.delete(work);
        leave();
      });
      running.add(work);
    }
  }

  async function loop(): Promise<void> {
    for await (const _ of queue.wakes(resting)) {
      await claimAll().catch((error) => log.error(`a ${what} cannot be claimed`, { error }));
    }
  }

  const looping = loop();
  return {
    async stop() {
      ended.abort();
      await Promise.all([looping, ...running]);
    },
  };
}

async function runUnderLease(
  lease: Lease,
  { rest, end }: Ends,
  { queue, what, run, log, heartbeatMs = 5_000 }: JobWorkerOptions,
): Promise<void> {
  let current = lease;
  const lost = new AbortController();
  let beating = Promise.resolve();
  const beat = async () => {
    const renewed = await queue.renew(current).catch(() => current);
    if (renewed) current = renewed;
    else lost.abort();
  };
  const heart = setInterval(() => void (beating = beating.then(beat)), heartbeatMs);
  let outcome: { done: boolean; retryInMs?: number } = { done: false, retryInMs: RETRY_MS };
  try {
    const ends = {
      rest: AbortSignal.any([rest, lost.signal]),
      end: AbortSignal.any([end, lost.signal]),
    };
    const done = await run({ id: lease.id, claim: lease.claim }, ends);
    outcome = { done, retryInMs: ends.rest.aborted ? 0 : RETRY_MS };
  } catch (error) {
    log.error(`a ${what} was interrupted`, { [what]: lease.id, error });
  } finally {
    clearInterval(heart);
    await beating;
    await queue.release(current, outcome).catch((error) => {
      // Only a warning: the lease expires by itself.
      log.warn(`a ${what} was not released`, { [what]: lease.id, error });
    });
  }
}
