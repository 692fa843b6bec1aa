/**
 * The end of the chain, protected by its own keyed hash: write access to the database is not enough to move
 * it.
 */
import type { ChainPlace } from "./audit_chain.ts";
import { type AuditKey, type AuditKeys, isSameHash } from "./audit_keys.ts";

export interface Head extends ChainPlace {
  /** The hash before the oldest event still kept. */
  anchor_seq: number;
  anchor_hash: string;
  /** The first place whose hash is keyed; null when none is. */
  keyed_from: number | null;
  key_id: string | null;
  mac: string | null;
}

export const HEAD_FAULTS = ["head_missing", "head_altered", "unknown_key"] as const;
export type HeadFault = typeof HEAD_FAULTS[number];

function macOf(head: Omit<Head, "key_id" | "mac">, key: Pick<AuditKey, "mac">): string {
  const { seq, hash, anchor_seq, anchor_hash, keyed_from } = head;
  return key.mac(JSON.stringify(["diwan audit head", seq, hash, anchor_seq, anchor_hash, keyed_from]));
}

/** The head with its hash by `key`. */
export function signedHead(head: Omit<Head, "key_id" | "mac">, key: AuditKey): Head {
  const { seq, hash, anchor_seq, anchor_hash, keyed_from } = head;
  return { seq, hash, anchor_seq, anchor_hash, keyed_from, key_id: key.id, mac: macOf(head, key) };
}

/** The fault of a head. A head without a hash predates keys, unless some event has a keyed hash. */
export function headFault(
  head: Head | undefined,
  { keys, isKeyed }: { keys: Pick<AuditKeys, "find">; isKeyed: boolean },
): HeadFault | undefined {
  if (!head) return "head_missing";
  if (head.mac === null || head.key_id === null) return isKeyed ? "head_altered" : undefined;
  const key = keys.find(head.key_id);
  if (!key) return "unknown_key";
  return isSameHash(head.mac, macOf(head, key)) ? undefined : "head_altered";
}
