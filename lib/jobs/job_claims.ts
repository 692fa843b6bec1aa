/** Claims of queued jobs. */
import type { JobKeys, JobLease, JobRecord, Lease } from "lib/jobs/job_records.ts";

interface Slot {
  slot: number;
  versionstamp: string | null;
}

// The watch and the poll wake a worker again; these retries only shorten that wait.
const MOST_LOOKS = 3;

/** How jobs are claimed. */
export interface ClaimerOptions {
  /** The KV that holds them. */
  kv: Deno.Kv;
  /** Their keys. */
  keys: JobKeys;
  /** Most jobs held at once. */
  slots: number;
  /** How long a claim lasts without being renewed. */
  leaseMs: number;
  /** The time in milliseconds. */
  now: () => number;
  /** A random number that picks the first free slot to try. */
  random: () => number;
  /** Who claims. */
  owner: string;
}

/**
 * Claims the oldest unclaimed job in a free slot; after a lost commit it tries the next slot or job at once.
 */
export function claimer(options: ClaimerOptions): () => Promise<Lease | undefined> {
  const { kv, keys, now } = options;
  return async () => {
    for (let attempt = 0; attempt < MOST_LOOKS; attempt++) {
      const lease = await claimOnce(options);
      if (lease === "no_slot") return undefined;
      if (lease || !await waiting(kv, keys, now)) return lease;
    }
    return undefined;
  };
}

/** The free slots, starting at a random one: workers that all began at the first would collide. */
async function freeSlots({ kv, keys, slots, now, random }: ClaimerOptions): Promise<Slot[]> {
  const taken = new Map<number, Deno.KvEntry<JobLease>>();
  for await (const entry of kv.list<JobLease>({ prefix: keys.slots })) {
    taken.set(Number(entry.key.at(-1)), entry);
  }
  const first = Math.floor(random() * slots);
  return Array.from({ length: slots }, (_, at) => (first + at) % slots).flatMap((slot) => {
    const lease = taken.get(slot);
    return lease && lease.value.until > now() ? [] : [{ slot, versionstamp: lease?.versionstamp ?? null }];
  });
}

/** Claims the job in one of the free slots; tries the next slot when another worker was faster. */
async function tryJob(id: string, options: ClaimerOptions): Promise<Lease | "no_slot" | undefined> {
  const { kv, keys, now } = options;
  const free = await freeSlots(options);
  for (const slot of free) {
    const [job, lease] = await kv.getMany<[JobRecord, JobLease]>([keys.job(id), keys.lease(id)]);
    const waits = !job.value || job.value.not_before > now() || (lease.value && lease.value.until > now());
    if (waits) return undefined;
    const claimed = await claimIn(slot, { id, job, lease }, options);
    if (claimed) return claimed;
  }
  return free.length === 0 ? "no_slot" : undefined;
}

async function claimIn(
  { slot, versionstamp }: Slot,
  { id, job, lease }: { id: string; job: Deno.KvEntry<JobRecord>; lease: Deno.KvEntryMaybe<JobLease> },
  { kv, keys, leaseMs, now, owner }: ClaimerOptions,
): Promise<Lease | undefined> {
  const claim = job.value.claims + 1;
  const claimed: JobLease = { owner, until: now() + leaseMs };
  const commit = await kv.atomic()
    .check(job, lease, { key: keys.slot(slot), versionstamp })
    .set(job.key, { claims: claim, not_before: 0 })
    .set(keys.lease(id), claimed).set(keys.slot(slot), claimed)
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

/** Whether a job can be claimed now: then other workers were only faster, and a retry is worthwhile. */
async function waiting(kv: Deno.Kv, keys: JobKeys, now: () => number): Promise<boolean> {
  for await (const { key, value } of kv.list<JobRecord>({ prefix: keys.jobs })) {
    if (value.not_before > now()) continue;
    const lease = await kv.get<JobLease>(keys.lease(String(key.at(-1))));
    if (!lease.value || lease.value.until <= now()) return true;
  }
  return false;
}

async function claimOnce(options: ClaimerOptions): Promise<Lease | "no_slot" | undefined> {
  const { kv, keys, now } = options;
  for await (const { key, value } of kv.list<JobRecord>({ prefix: keys.jobs })) {
    if (value.not_before > now()) continue;
    const lease = await tryJob(String(key.at(-1)), options);
    if (lease) return lease;
  }
  return undefined;
}
