import { createHash } from "node:crypto";
import type { AuditEntry, AuditRecord } from "./audit_event.ts";

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

/** SHA-256 over the event's number, the hash before it and all its fields. */
export function chainHash(seq: number, previous: string, entry: AuditEntry): string {
  const fields = FIELDS.map((field) => entry[field]);
  return createHash("sha256").update(JSON.stringify([seq, previous, ...fields])).digest("hex");
}

/** The entries as records that continue a chain. */
export function chained(head: { seq: number; hash: string }, entries: readonly AuditEntry[]): AuditRecord[] {
  let { seq, hash } = head;
  return entries.map((entry) => {
    const previous_hash = hash;
    hash = chainHash(++seq, previous_hash, entry);
    return { ...entry, seq, previous_hash, hash };
  });
}

export interface ChainFault {
  seq: number;
  fault: "missing" | "altered" | "unlinked";
}

/** The first record that does not continue the chain from `before`. */
export function firstFault(
  before: { seq: number; hash: string },
  records: readonly AuditRecord[],
): ChainFault | undefined {
  let { seq, hash } = before;
  for (const record of records) {
    if (record.seq !== seq + 1) return { seq: seq + 1, fault: "missing" };
    if (record.previous_hash !== hash) return { seq: record.seq, fault: "unlinked" };
    if (record.hash !== chainHash(record.seq, hash, record)) return { seq: record.seq, fault: "altered" };
    ({ seq, hash } = record);
  }
  return undefined;
}
