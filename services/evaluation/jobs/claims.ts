import { type Held, jobKey, type JobRecord, JOBS, type Lease, leaseKey, slotKey, SLOTS } from "./records.ts";

interface Slot {
  slot: number;
  versionstamp: string | null;
}

// The watch and the poll bring a worker back; these looks only spare it the wait.
const MOST_LOOKS = 3;

export interface ClaimerOptions {
  kv: Deno.Kv;
  slots: number;
  leaseMs: number;
  now: () => number;
  random: () => number;
  owner: string;
}

/** Claims the oldest job that nobody holds in a free slot; on a lost commit the next slot or job, at once. */
export function claimer(options: ClaimerOptions): () => Promise<Lease | undefined> {
  const { kv, now } = options;
  return async () => {
    for (let look = 0; look < MOST_LOOKS; look++) {
      const lease = await claimOnce(options);
      if (lease === "no_slot") return undefined;
      if (lease || !await waiting(kv, now)) return lease;
    }
    return undefined;
  };
}

/** The free slots, from a random one on: workers that all began at the first would hinder each other. */
async function freeSlots({ kv, slots, now, random }: ClaimerOptions): Promise<Slot[]> {
  const taken = new Map<number, Deno.KvEntry<Held>>();
  for await (const entry of kv.list<Held>({ prefix: SLOTS })) taken.set(Number(entry.key.at(-1)), entry);
  const first = Math.floor(random() * slots);
  return Array.from({ length: slots }, (_, at) => (first + at) % slots).flatMap((slot) => {
    const held = taken.get(slot);
    return held && held.value.until > now() ? [] : [{ slot, versionstamp: held?.versionstamp ?? null }];
  });
}

/** Claims the job in one of the free slots; the next slot where another worker was faster. */
async function tryJob(id: string, options: ClaimerOptions): Promise<Lease | "no_slot" | undefined> {
  const { kv, now } = options;
  const free = await freeSlots(options);
  for (const slot of free) {
    const [job, lease] = await kv.getMany<[JobRecord, Held]>([jobKey(id), leaseKey(id)]);
    const waits = !job.value || job.value.not_before > now() || (lease.value && lease.value.until > now());
    if (waits) return undefined;
    const claimed = await claimIn(slot, { id, job, lease }, options);
    if (claimed) return claimed;
  }
  return free.length === 0 ? "no_slot" : undefined;
}

async function claimIn(
  { slot, versionstamp }: Slot,
  { id, job, lease }: { id: string; job: Deno.KvEntry<JobRecord>; lease: Deno.KvEntryMaybe<Held> },
  { kv, leaseMs, now, owner }: ClaimerOptions,
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
async function waiting(kv: Deno.Kv, now: () => number): Promise<boolean> {
  for await (const { key, value } of kv.list<JobRecord>({ prefix: JOBS })) {
    if (value.not_before > now()) continue;
    const lease = await kv.get<Held>(leaseKey(String(key.at(-1))));
    if (!lease.value || lease.value.until <= now()) return true;
  }
  return false;
}

async function claimOnce(options: ClaimerOptions): Promise<Lease | "no_slot" | undefined> {
  const { kv, now } = options;
  for await (const { key, value } of kv.list<JobRecord>({ prefix: JOBS })) {
    if (value.not_before > now()) continue;
    const lease = await tryJob(String(key.at(-1)), options);
    if (lease) return lease;
  }
  return undefined;
}
