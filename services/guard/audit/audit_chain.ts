import { createHash } from "node:crypto";
import type { AuditEntry, AuditRecord } from "./audit_event.ts";
import { type AuditKey, type AuditKeys, isSameHash } from "./audit_keys.ts";

const FIELDS = [
  "id",
  "event_type",
  "severity",
  "user_id",
  "subject",
  "model",
  "action",
  "request_id",
  "violations",
  "pii_entities",
  "safety_blocked",
  "content_hash",
  "content_snippet",
  "details",
  "created_at",
] as const;

/** The hash that the first event is chained to. */
export const BEGINNING = "0".repeat(64);

/** A place in the chain. */
export interface ChainPlace {
  seq: number;
  hash: string;
}

/** HMAC-SHA256 over the event's number, the hash before it, its time and all its other fields. */
export function chainHash(
  { seq, hash: previous }: ChainPlace,
  entry: AuditEntry,
  key: Pick<AuditKey, "id" | "mac">,
): string {
  const fields = FIELDS.map((field) => entry[field]);
  return key.mac(JSON.stringify(["diwan audit 2", key.id, seq + 1, previous, ...fields]));
}

/** The unkeyed hash of the oldest events: SHA-256 over the same fields, which anyone can compute. */
export function plainHash({ seq, hash: previous }: ChainPlace, entry: AuditEntry): string {
  const fields = FIELDS.map((field) => entry[field]);
  return createHash("sha256").update(JSON.stringify([seq + 1, previous, ...fields])).digest("hex");
}

/** The entries as records that continue a chain. */
export function chainedRecords(
  before: ChainPlace,
  entries: readonly AuditEntry[],
  key: AuditKey,
): AuditRecord[] {
  let { seq, hash } = before;
  return entries.map((entry) => {
    const previous_hash = hash;
    hash = chainHash({ seq, hash }, entry, key);
    return { ...entry, seq: ++seq, previous_hash, hash, key_id: key.id };
  });
}

export const CHAIN_FAULTS = ["missing", "altered", "unlinked", "unkeyed", "unknown_key"] as const;

export interface ChainFault {
  seq: number;
  fault: typeof CHAIN_FAULTS[number];
}

/** The keys that records are checked with. */
export interface ChainCheck {
  /** Without it keyed hashes cannot be checked, only the link of each record to the one before. */
  keys?: Pick<AuditKeys, "find">;
  /** The first place whose hash must be keyed. */
  keyedFrom: number;
}

/** The first fault: a record that does not continue the chain from `before`. */
export function firstFault(
  before: ChainPlace,
  records: readonly AuditRecord[],
  check: ChainCheck,
): ChainFault | undefined {
  let place = before;
  for (const record of records) {
    const fault = faultOf(place, record, check);
    // A missing record is reported at the place where it should be.
    if (fault) return { seq: fault === "missing" ? place.seq + 1 : record.seq, fault };
    place = record;
  }
  return undefined;
}

function faultOf(
  before: ChainPlace,
  record: AuditRecord,
  { keys, keyedFrom }: ChainCheck,
): ChainFault["fault"] | undefined {
  if (record.seq !== before.seq + 1) return "missing";
  if (record.previous_hash !== before.hash) return "unlinked";
  if (record.key_id === null) {
    if (record.seq >= keyedFrom) return "unkeyed";
    return isSameHash(record.hash, plainHash(before, record)) ? undefined : "altered";
  }
  if (!keys) return undefined;
  const key = keys.find(record.key_id);
  if (!key) return "unknown_key";
  return isSameHash(record.hash, chainHash(before, record, key)) ? undefined : "altered";
}
