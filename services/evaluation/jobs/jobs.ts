import { pause } from "lib/deadlines.ts";
import { wakes } from "./wakes.ts";

/** A claimed job: the right to work on it until the lease runs out, unless it is renewed. */
export interface Lease {
  id: string;
  /** Grows with every claim of the job; whoever writes under a smaller one is too late. */
  claim: number;
  slot: number;
  owner: string;
  versionstamp: string;
  jobVersionstamp: string;
}

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

interface JobRecord {
  claims: number;
  not_before: number;
}

interface Held {
  owner: string;
  until: number;
}

const ROOT = "evaluation";
const JOBS = [ROOT, "jobs"];
const LEASES = [ROOT, "leases"];
const SLOTS = [ROOT, "slots"];
const WAKE = [ROOT, "wake"];
const jobKey = (id: string) => [...JOBS, id];
const leaseKey = (id: string) => [...LEASES, id];
const slotKey = (slot: number) => [...SLOTS, slot];

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

interface Slot {
  slot: number;
  versionstamp: string | null;
}

// The watch and the poll bring a worker back; these looks only spare it the wait.
const MOST_LOOKS = 3;

/**
 * Jobs as records in Deno KV, claimed by leases. A job is never held twice: the claim checks the job, its lease and a
 * slot in one commit. A worker that dies stops renewing, and its job and slot are free once the lease has run out.
 */
export function createQueue(
  { kv, slots, leaseMs = 15_000, pollMs = 2_000, now = Date.now, random = Math.random }: QueueOptions,
): JobQueue {
  const owner = crypto.randomUUID();

  /** The free slots, from a random one on: workers that all began at the first would hinder each other. */
  async function freeSlots(): Promise<Slot[]> {
    const taken = new Map<number, Deno.KvEntry<Held>>();
    for await (const entry of kv.list<Held>({ prefix: SLOTS })) taken.set(Number(entry.key.at(-1)), entry);
    const first = Math.floor(random() * slots);
    return Array.from({ length: slots }, (_, at) => (first + at) % slots).flatMap((slot) => {
      const held = taken.get(slot);
      return held && held.value.until > now() ? [] : [{ slot, versionstamp: held?.versionstamp ?? null }];
    });
  }

  /** Claims the job in one of the free slots; the next slot where another worker was faster. */
  async function tryJob(id: string): Promise<Lease | "no_slot" | undefined> {
    const free = await freeSlots();
    for (const slot of free) {
      const [job, lease] = await kv.getMany<[JobRecord, Held]>([jobKey(id), leaseKey(id)]);
      const waits = !job.value || job.value.not_before > now() || (lease.value && lease.value.until > now());
      if (waits) return undefined;
      const claimed = await claimIn(slot, id, job, lease);
      if (claimed) return claimed;
    }
    return free.length === 0 ? "no_slot" : undefined;
  }

  async function claimIn(
    { slot, versionstamp }: Slot,
    id: string,
    job: Deno.KvEntry<JobRecord>,
    lease: Deno.KvEntryMaybe<Held>,
  ): Promise<Lease | undefined> {
    const claim = job.value.claims + 1;
    const held: Held = { owner, until: now() + leaseMs };
    const commit = await kv.atomic()
      .check(job, lease, { key: slotKey(slot), versionstamp })
      .set(job.key, { claims: claim, not_before: 0 })
      .set(leaseKey(id), held).set(slotKey(slot), held)
      .commit();
    if (!commit.ok) return undefined;
    return {
      id,
      claim,
      slot,
      owner,
      versionstamp: commit.versionstamp,
      jobVersionstamp: commit.versionstamp,
    };
  }

  /** Whether a job could be had now: then others were only faster, and another look is worth it. */
  async function waiting(): Promise<boolean> {
    for await (const { key, value } of kv.list<JobRecord>({ prefix: JOBS })) {
      if (value.not_before > now()) continue;
      const lease = await kv.get<Held>(leaseKey(String(key.at(-1))));
      if (!lease.value || lease.value.until <= now()) return true;
    }
    return false;
  }

  async function claimOnce(): Promise<Lease | "no_slot" | undefined> {
    for await (const { key, value } of kv.list<JobRecord>({ prefix: JOBS })) {
      if (value.not_before > now()) continue;
      const lease = await tryJob(String(key.at(-1)));
      if (lease) return lease;
    }
    return undefined;
  }

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

    claim: () =>
      steadily(async () => {
        for (let look = 0; look < MOST_LOOKS; look++) {
          const lease = await claimOnce();
          if (lease === "no_slot") return undefined;
          if (lease || !await waiting()) return lease;
        }
        return undefined;
      }),

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

    release: (lease, { done, retryInMs = 0 }) =>
      steadily(async () => {
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
      }),

    async dropLeases() {
      for (const prefix of [LEASES, SLOTS]) {
        for await (const { key } of kv.list({ prefix })) await kv.delete(key);
      }
    },

    has: async (id) => (await kv.get(jobKey(id))).versionstamp !== null,
    wakes: (signal) => wakes(kv, { key: WAKE, pollMs, signal }),
  };
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
