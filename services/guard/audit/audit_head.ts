/** The end of the chain, under a keyed hash of its own: whoever can write to the database cannot move it. */
import type { ChainPlace } from "./audit_chain.ts";
import { type AuditKey, type AuditKeys, isSameHash } from "./audit_keys.ts";

export interface Head extends ChainPlace {
  /** The hash that the oldest event still kept is chained to. */
  anchor_seq: number;
  anchor_hash: string;
  /** The first place whose hash is keyed; null before there were keys. */
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

/** The head under the hash of `key`. */
export function sealed(head: Omit<Head, "key_id" | "mac">, key: AuditKey): Head {
  const { seq, hash, anchor_seq, anchor_hash, keyed_from } = head;
  return { seq, hash, anchor_seq, anchor_hash, keyed_from, key_id: key.id, mac: macOf(head, key) };
}

/** The fault of a head; one without a hash is of before there were keys, unless some event has one. */
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
