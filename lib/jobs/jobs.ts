/** A queue of long jobs in Deno KV, which survives its workers. */
import { pause } from "lib/deadlines.ts";
import { claimer } from "lib/jobs/job_claims.ts";
import { type JobKeys, jobKeys, type JobLease, type JobRecord, type Lease } from "lib/jobs/job_records.ts";
import { wakes } from "lib/jobs/wakes.ts";

/**
 * A job to be done; `claims` continues its count from before it was re-added, so that claim numbers never
 * repeat.
 */
export interface Job {
  /** Its name, unique in the queue. */
  id: string;
  /** How often it was claimed before. */
  claims: number;
}

/** Waiting and running jobs. */
export interface JobQueue {
  /** Adds jobs; one that exists stays unchanged. */
  add(jobs: Job[]): Promise<void>;
  /** Claims the oldest unclaimed job, if a slot is free. */
  claim(): Promise<Lease | undefined>;
  /** Extends a lease; undefined when it was lost. */
  renew(lease: Lease): Promise<Lease | undefined>;
  /** Ends a lease: the job is done, or waits for the next worker, at once or after `retryInMs`. */
  release(lease: Lease, outcome: { done: boolean; retryInMs?: number }): Promise<void>;
  /** Whether a job exists, claimed or not. */
  has(id: string): Promise<boolean>;
  /** Drops all leases: for a process that owns the KV alone, so that their holders must be gone. */
  dropLeases(): Promise<void>;
  /** Yields whenever jobs may have become free, in this process or another, until the signal aborts. */
  wakes(signal: AbortSignal): AsyncGenerator<void>;
}

/** A queue and its bounds. */
export interface QueueOptions {
  /** Where the jobs are. */
  kv: Deno.Kv;
  /** Tells the queues in one KV apart. */
  namespace: string;
  /** Jobs held at once, over all processes that share the KV. */
  slots: number;
  /** How long a lease lasts unless it is renewed. */
  leaseMs?: number;
  /** How often to poll for jobs, beside the watch. */
  pollMs?: number;
  /** The time in milliseconds. */
  now?: () => number;
  /** A random number from 0, below 1, that picks the first free slot to try. */
  random?: () => number;
}

/**
 * Jobs as records in Deno KV, claimed by leases. A job is never held twice: the claim checks the job, its lease and a
 * slot in one commit. A worker that dies stops renewing, and its job and slot are free once the lease has run out.
 */
export function createQueue(
  { kv, namespace, slots, leaseMs = 15_000, pollMs = 2_000, now = Date.now, random = Math.random }:
    QueueOptions,
): JobQueue {
  const owner = crypto.randomUUID();
  const keys = jobKeys(namespace);

  const claims = claimer({ kv, keys, slots, leaseMs, now, random, owner });

  return {
    add: (jobs) =>
      steadily(async () => {
        for (let at = 0; at < jobs.length; at += 100) {
          const batch = kv.atomic();
          for (const { id, claims } of jobs.slice(at, at + 100)) {
            const known = await kv.get<JobRecord>(keys.job(id));
            batch.set(keys.job(id), { claims: Math.max(known.value?.claims ?? 0, claims), not_before: 0 });
          }
          await batch.set(keys.wake, crypto.randomUUID()).commit();
        }
      }),

    claim: () => steadily(claims),

    renew: (lease) =>
      steadily(async () => {
        const claimed: JobLease = { owner, until: now() + leaseMs };
        const commit = await kv.atomic()
          .check({ key: keys.lease(lease.id), versionstamp: lease.versionstamp })
          .check({ key: keys.slot(lease.slot), versionstamp: lease.versionstamp })
          .set(keys.lease(lease.id), claimed).set(keys.slot(lease.slot), claimed)
          .commit();
        return commit.ok ? { ...lease, versionstamp: commit.versionstamp } : undefined;
      }),

    release: (lease, outcome) => steadily(() => release(lease, { ...outcome, kv, keys, now })),

    async dropLeases() {
      for (const prefix of [keys.leases, keys.slots]) {
        for await (const { key } of kv.list({ prefix })) await kv.delete(key);
      }
    },

    has: async (id) => (await kv.get(keys.job(id))).versionstamp !== null,
    wakes: (signal) => wakes(kv, { key: keys.wake, pollMs, signal }),
  };
}

async function release(
  lease: Lease,
  { done, retryInMs = 0, kv, keys, now }: {
    done: boolean;
    retryInMs?: number;
    kv: Deno.Kv;
    keys: JobKeys;
    now: () => number;
  },
): Promise<void> {
  const job = await kv.get<JobRecord>(keys.job(lease.id));
  const operation = kv.atomic()
    .check({ key: keys.lease(lease.id), versionstamp: lease.versionstamp })
    .check(job)
    .delete(keys.lease(lease.id)).delete(keys.slot(lease.slot))
    .set(keys.wake, crypto.randomUUID());
  // A job that was added again while it was claimed has to run again.
  const addedAgain = job.versionstamp !== lease.jobVersionstamp;
  if (done && !addedAgain) operation.delete(keys.job(lease.id));
  else if (job.value && !done) {
    operation.set(keys.job(lease.id), { ...job.value, not_before: now() + retryInMs });
  }
  const commit = await operation.commit();
  const mine = !commit.ok && (await kv.get(keys.lease(lease.id))).versionstamp === lease.versionstamp;
  if (mine) {
    throw new Busy();
  }
}

/** Changed between the read and the write: try again. */
class Busy extends Error {}

const MOST_TRIES = 50;

/** Two processes on one KV file lock each other out briefly ("database is locked"): retry such work. */
async function steadily<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await work();
    } catch (error) {
      const passing = error instanceof Busy ||
        (error instanceof Error && /database is locked|busy/iu.test(error.message));
      if (!passing || attempt >= MOST_TRIES) throw error;
      await pause(Math.random() * 10 * Math.min(attempt, 10));
    }
  }
}
