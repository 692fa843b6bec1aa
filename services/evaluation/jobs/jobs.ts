import { pause } from "lib/deadlines.ts";
import { claimer } from "./claims.ts";
import {
  type Held,
  jobKey,
  type JobRecord,
  type Lease,
  leaseKey,
  LEASES,
  slotKey,
  SLOTS,
  WAKE,
} from "./records.ts";
import { wakes } from "./wakes.ts";

/** A job to be done; `claims` is how often it was claimed in an earlier life, so that claims never repeat. */
export interface Job {
  id: string;
  claims: number;
}

export interface JobQueue {
  add(jobs: Job[]): Promise<void>;
  /** The oldest job that nobody holds, if one of the slots is free. */
  claim(): Promise<Lease | undefined>;
  /** Extends a lease; undefined when it was lost. */
  renew(lease: Lease): Promise<Lease | undefined>;
  /** Ends a lease: the job is done, or waits for the next worker, at once or after `retryInMs`. */
  release(lease: Lease, outcome: { done: boolean; retryInMs?: number }): Promise<void>;
  has(id: string): Promise<boolean>;
  /** Drops all leases: for a process that has the KV to itself, where whoever held them is gone. */
  dropLeases(): Promise<void>;
  /** Yields whenever jobs may have become free, in this process or another, until the signal aborts. */
  wakes(signal: AbortSignal): AsyncGenerator<void>;
}

export interface QueueOptions {
  kv: Deno.Kv;
  /** Jobs held at once, over all processes that share the KV. */
  slots: number;
  leaseMs?: number;
  pollMs?: number;
  now?: () => number;
  /** Where to begin among the free slots: at least 0, below 1. */
  random?: () => number;
}

/**
 * Jobs as records in Deno KV, claimed by leases. A job is never held twice: the claim checks the job, its lease and a
 * slot in one commit. A worker that dies stops renewing, and its job and slot are free once the lease has run out.
 */
export function createQueue(
  { kv, slots, leaseMs = 15_000, pollMs = 2_000, now = Date.now, random = Math.random }: QueueOptions,
): JobQueue {
  const owner = crypto.randomUUID();

  const claims = claimer({ kv, slots, leaseMs, now, random, owner });

  return {
    add: (jobs) =>
      steadily(async () => {
        for (let at = 0; at < jobs.length; at += 100) {
          const batch = kv.atomic();
          for (const { id, claims } of jobs.slice(at, at + 100)) {
            const known = await kv.get<JobRecord>(jobKey(id));
            batch.set(jobKey(id), { claims: Math.max(known.value?.claims ?? 0, claims), not_before: 0 });
          }
          await batch.set(WAKE, crypto.randomUUID()).commit();
        }
      }),

    claim: () => steadily(claims),

    renew: (lease) =>
      steadily(async () => {
        const held: Held = { owner, until: now() + leaseMs };
        const commit = await kv.atomic()
          .check({ key: leaseKey(lease.id), versionstamp: lease.versionstamp })
          .check({ key: slotKey(lease.slot), versionstamp: lease.versionstamp })
          .set(leaseKey(lease.id), held).set(slotKey(lease.slot), held)
          .commit();
        return commit.ok ? { ...lease, versionstamp: commit.versionstamp } : undefined;
      }),

    release: (lease, outcome) => steadily(() => release(lease, { ...outcome, kv, now })),

    async dropLeases() {
      for (const prefix of [LEASES, SLOTS]) {
        for await (const { key } of kv.list({ prefix })) await kv.delete(key);
      }
    },

    has: async (id) => (await kv.get(jobKey(id))).versionstamp !== null,
    wakes: (signal) => wakes(kv, { key: WAKE, pollMs, signal }),
  };
}

async function release(
  lease: Lease,
  { done, retryInMs = 0, kv, now }: { done: boolean; retryInMs?: number; kv: Deno.Kv; now: () => number },
): Promise<void> {
  const job = await kv.get<JobRecord>(jobKey(lease.id));
  const operation = kv.atomic()
    .check({ key: leaseKey(lease.id), versionstamp: lease.versionstamp })
    .check(job)
    .delete(leaseKey(lease.id)).delete(slotKey(lease.slot))
    .set(WAKE, crypto.randomUUID());
  // A job that was added again while it was held is work to do, not work that is done.
  const addedAgain = job.versionstamp !== lease.jobVersionstamp;
  if (done && !addedAgain) operation.delete(jobKey(lease.id));
  else if (job.value && !done) {
    operation.set(jobKey(lease.id), { ...job.value, not_before: now() + retryInMs });
  }
  const commit = await operation.commit();
  const mine = !commit.ok && (await kv.get(leaseKey(lease.id))).versionstamp === lease.versionstamp;
  if (mine) {
    throw new Busy();
  }
}

/** Changed between the read and the write: try again. */
class Busy extends Error {}

const MOST_TRIES = 50;

/** Two processes on one KV file lock each other out for moments ("database is locked"): such work is done again. */
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
