import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { evaluate } from "./evaluate.ts";
import { ClaimLost, type EvaluateDeps } from "./evaluation_work.ts";
import type { JobQueue } from "lib/jobs/jobs.ts";
import type { Lease } from "lib/jobs/job_records.ts";

/** Works on queued evaluations, as many at once as the queue has slots. */
export interface Worker {
  /** Drops an evaluation that this process is working on. */
  drop(id: string): void;
  /** Ends at once; work under way is left to the next worker. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  queue: JobQueue;
  deps: EvaluateDeps;
  lifecycle: Lifecycle;
  log: Logger;
  heartbeatMs?: number;
  /** The interval between searches for evaluations without a job. */
  sweepMs?: number;
}

const RETRY_AFTER_FAULT_MS = 5_000;
const ORPHAN_SECONDS = 30;

export function startWorker(options: WorkerOptions): Worker {
  const { queue, lifecycle, log, sweepMs = 60_000 } = options;
  const aborting = new Map<string, AbortController>();
  const running = new Set<Promise<void>>();
  const ended = new AbortController();
  const resting = AbortSignal.any([ended.signal, lifecycle.signal]);
  let sweptAt = -Infinity;

  async function takeAll(): Promise<void> {
    if (Date.now() - sweptAt > sweepMs) {
      sweptAt = Date.now();
      await addOrphans(options);
    }
    for (;;) {
      const lease = resting.aborted ? undefined : await queue.claim();
      if (!lease) return;
      const controller = new AbortController();
      aborting.set(lease.id, controller);
      const leave = lifecycle.enter();
      const work = hold(lease, controller, options).finally(() => {
        aborting.delete(lease.id);
        running.delete(work);
        leave();
      });
      running.add(work);
    }
  }

  async function loop(): Promise<void> {
    for await (const _ of queue.wakes(resting)) {
      try {
        await takeAll();
      } catch (error) {
        log.error("jobs cannot be claimed", { error });
      }
    }
  }

  const looping = loop();
  return {
    drop: (id) => aborting.get(id)?.abort(new ClaimLost()),
    async stop() {
      ended.abort();
      for (const controller of aborting.values()) controller.abort(new ClaimLost());
      await Promise.all(running);
      await looping;
    },
  };
}

/** Adds a missing job to an evaluation whose process ended before queueing it. */
async function addOrphans({ queue, deps }: WorkerOptions): Promise<void> {
  for (const job of await deps.evaluations.running(ORPHAN_SECONDS)) {
    if (!await queue.has(job.id)) await queue.add([job]);
  }
}

/** Works on one job under its lease, renewed until the work has ended. */
async function hold(lease: Lease, controller: AbortController, options: WorkerOptions): Promise<void> {
  const { queue, deps, lifecycle, log } = options;
  const current = { lease };
  const heart = startHeart(current, controller, options);
  try {
    const done = await evaluate(lease, { abort: controller.signal, stop: lifecycle.signal }, deps);
    await heart.stop();
    await queue.release(current.lease, { done });
  } catch (error) {
    await heart.stop();
    const lost = error instanceof ClaimLost || controller.signal.reason instanceof ClaimLost;
    if (!lost) log.error("evaluation interrupted", { eval_id: lease.id, error });
    await giveBack(current.lease, lost, options);
  }
}

async function giveBack(lease: Lease, lost: boolean, { queue, deps, log }: WorkerOptions): Promise<void> {
  try {
    const over = lost && !await deps.evaluations.holds(lease.id, lease.claim);
    await queue.release(lease, { done: over, retryInMs: lost ? 0 : RETRY_AFTER_FAULT_MS });
  } catch (error) {
    // The lease runs out by itself.
    log.warn("job not released", { eval_id: lease.id, error });
  }
}

function startHeart(
  current: { lease: Lease },
  controller: AbortController,
  { queue, deps, log, heartbeatMs = 5_000 }: WorkerOptions,
): { stop(): Promise<void> } {
  let beating: Promise<void> = Promise.resolve();
  let misses = 0;
  async function beat(): Promise<void> {
    try {
      const renewed = await queue.renew(current.lease);
      const mine = renewed && await deps.evaluations.holds(current.lease.id, current.lease.claim);
      if (renewed) current.lease = renewed;
      if (!mine) controller.abort(new ClaimLost());
      misses = 0;
    } catch (error) {
      log.warn("lease not renewed", { eval_id: current.lease.id, error });
      // Another worker may have the job by now.
      if (++misses >= 2) controller.abort(new ClaimLost());
    }
  }
  const timer = setInterval(() => void (beating = beating.then(beat)), heartbeatMs);
  return {
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
