/** Takes batches from the queue, as many at once as it has slots. */
import type { JobQueue } from "lib/jobs.ts";
import type { Lease } from "lib/job_records.ts";
import type { Lifecycle } from "lib/lifecycle.ts";
import type { Logger } from "lib/log.ts";
import { type BatchWork, runBatch } from "./batch_work.ts";

export interface BatchWorker {
  /** Ends at once; lines that are being asked are told of as interrupted. */
  stop(): Promise<void>;
}

export interface BatchWorkerOptions {
  queue: JobQueue;
  work: BatchWork;
  lifecycle: Pick<Lifecycle, "signal" | "enter">;
  log: Pick<Logger, "error" | "warn">;
  heartbeatMs?: number;
  /** How often batches without a job are looked for, and files whose time is over deleted. */
  sweepMs?: number;
}

const RETRY_MS = 5_000;

export function startBatchWorker(options: BatchWorkerOptions): BatchWorker {
  const { queue, work, lifecycle, log, sweepMs = 60_000 } = options;
  const ended = new AbortController();
  const resting = AbortSignal.any([ended.signal, lifecycle.signal]);
  const running = new Set<Promise<void>>();
  let sweptAt = -Infinity;

  async function takeAll(): Promise<void> {
    if (performance.now() - sweptAt > sweepMs) {
      sweptAt = performance.now();
      await sweep(work, queue);
    }
    for (;;) {
      const lease = resting.aborted ? undefined : await queue.claim();
      if (!lease) return;
      const leave = lifecycle.enter();
      const held = hold(lease, resting, options).finally(() => {
        running.delete(held);
        leave();
      });
      running.add(held);
    }
  }

  async function loop(): Promise<void> {
    for await (const _ of queue.wakes(resting)) {
      await takeAll().catch((error) => log.error("batches cannot be claimed", { error }));
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

/** A batch whose job was never added, because the process ended in between, gets one. */
async function sweep({ batches, files }: BatchWork, queue: JobQueue): Promise<void> {
  await files.dropExpired();
  for (const { id, claim } of await batches.open()) {
    if (!await queue.has(id)) await queue.add([{ id, claims: claim }]);
  }
}

async function hold(
  lease: Lease,
  resting: AbortSignal,
  { queue, work, log, heartbeatMs = 5_000 }: BatchWorkerOptions,
): Promise<void> {
  let held = lease;
  const lost = new AbortController();
  let beating = Promise.resolve();
  const beat = async () => {
    const renewed = await queue.renew(held).catch(() => held);
    if (renewed) held = renewed;
    else lost.abort();
  };
  const heart = setInterval(() => void (beating = beating.then(beat)), heartbeatMs);
  let outcome: { done: boolean; retryInMs?: number } = { done: false, retryInMs: RETRY_MS };
  try {
    const stop = AbortSignal.any([resting, lost.signal]);
    const done = await runBatch(work, { id: lease.id, claim: lease.claim }, stop);
    outcome = { done, retryInMs: stop.aborted ? 0 : RETRY_MS };
  } catch (error) {
    log.error("a batch was interrupted", { batch: lease.id, error });
  } finally {
    clearInterval(heart);
    await beating;
    await queue.release(held, outcome).catch((error) => {
      // The lease runs out by itself.
      log.warn("a batch was not released", { batch: lease.id, error });
    });
  }
}
