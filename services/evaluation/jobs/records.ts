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

/** A job as it is stored. */
export interface JobRecord {
  claims: number;
  not_before: number;
}

/** Who holds a job or a slot, and until when. */
export interface Held {
  owner: string;
  until: number;
}

const ROOT = "evaluation";
export const JOBS = [ROOT, "jobs"];
export const LEASES = [ROOT, "leases"];
export const SLOTS = [ROOT, "slots"];
export const WAKE = [ROOT, "wake"];
export const jobKey = (id: string) => [...JOBS, id];
export const leaseKey = (id: string) => [...LEASES, id];
export const slotKey = (slot: number) => [...SLOTS, slot];
