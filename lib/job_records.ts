/** Jobs and leases as Deno KV holds them. */

/** A claimed job: the right to work on it until the lease runs out, unless it is renewed. */
export interface Lease {
  /** The job. */
  id: string;
  /** Grows with every claim of the job; a write under a smaller one is stale. */
  claim: number;
  /** The place it takes among the jobs that run. */
  slot: number;
  /** Who holds it. */
  owner: string;
  /** Of the lease in KV. */
  versionstamp: string;
  /** Of the job in KV when it was claimed. */
  jobVersionstamp: string;
}

/** A job as it is stored. */
export interface JobRecord {
  /** How often it was claimed. */
  claims: number;
  /** It waits until then, in milliseconds. */
  not_before: number;
}

/** Who holds a job or a slot, and until when. */
export interface Held {
  /** The queue of one process. */
  owner: string;
  /** In milliseconds. */
  until: number;
}

/** Where the queue of one service keeps its jobs. */
export interface JobKeys {
  /** The prefix of all jobs. */
  jobs: string[];
  /** The prefix of all leases. */
  leases: string[];
  /** The prefix of all slots. */
  slots: string[];
  /** Changed whenever jobs may have become free. */
  wake: string[];
  /** Of one job. */
  job(id: string): string[];
  /** Of its lease. */
  lease(id: string): string[];
  /** Of one slot. */
  slot(slot: number): Deno.KvKey;
}

/** The keys below `namespace`. */
export function jobKeys(namespace: string): JobKeys {
  const below = (name: string) => [namespace, name];
  const [jobs, leases, slots] = [below("jobs"), below("leases"), below("slots")];
  return {
    ...{ jobs, leases, slots, wake: below("wake") },
    job: (id) => [...jobs, id],
    lease: (id) => [...leases, id],
    slot: (slot) => [...slots, slot],
  };
}
