/** Jobs and leases as Deno KV holds them. */

/** A claimed job: the right to work on it until the lease runs out, unless it is renewed. */
export interface Lease {
  /** The job. */
  id: string;
  /** Grows with every claim of the job; a write under a smaller one is stale. */
  claim: number;
  /** The slot it occupies among the running jobs. */
  slot: number;
  /** Who holds it. */
  owner: string;
  /** Versionstamp of the lease in KV. */
  versionstamp: string;
  /** Versionstamp of the job in KV when it was claimed. */
  jobVersionstamp: string;
}

/** A job as it is stored. */
export interface JobRecord {
  /** How often it was claimed. */
  claims: number;
  /** It must not start before this time, in milliseconds. */
  not_before: number;
}

/** Who holds a job or a slot, and until when. */
export interface JobLease {
  /** Id of the queue of one process. */
  owner: string;
  /** Expiry in milliseconds. */
  until: number;
}

/** The KV keys of one service's queue. */
export interface JobKeys {
  /** The prefix of all jobs. */
  jobs: string[];
  /** The prefix of all leases. */
  leases: string[];
  /** The prefix of all slots. */
  slots: string[];
  /** Its value changes whenever jobs may have become free. */
  wake: string[];
  /** Key of one job. */
  job(id: string): string[];
  /** Key of its lease. */
  lease(id: string): string[];
  /** Key of one slot. */
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
