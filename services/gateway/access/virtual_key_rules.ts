import { conflict, invalid, wrongState } from "lib/errors.ts";
import type { HashedSecret } from "./key_secret.ts";

/** The facts for a new or changed virtual key. */
export interface KeyFacts {
  /** Whether another key that is not revoked has this name, ignoring case. */
  nameTaken: boolean;
  /** The key's customer, if any. */
  customer_id: string | null;
  /** Whether that customer exists; true without a customer. */
  customerExists: boolean;
  /** The key's team; null without a team, "missing" for an unknown one. */
  team: { customer_id: string | null } | null | "missing";
}

/** The facts for a key that a holder makes. */
export interface OwnKeyFacts extends KeyFacts {
  /** The key whose holder makes it, and how many active keys it has made; undefined for an admin. */
  maker: { isActive: boolean; activeKeys: number } | undefined;
}

/** Names are unique; a key of a team that belongs to a customer cannot belong to another one. @throws 409 or 422 */
export function allowKey({ nameTaken, team, customer_id, customerExists }: KeyFacts): void {
  if (nameTaken) throw conflict("Virtual key");
  if (team === "missing") throw invalid(["body", "team_id"], "Team not found");
  if (!customerExists) throw invalid(["body", "customer_id"], "Customer not found");
  if (customer_id !== null && team?.customer_id && team.customer_id !== customer_id) {
    throw invalid(["body", "customer_id"], "The team belongs to another customer");
  }
}

/** A holder's key, of which `mostKeys` may be active at a time. @throws 409 or 422 */
export function allowOwnKey({ maker, ...facts }: OwnKeyFacts, mostKeys: number): void {
  // The maker may have been revoked since its request was authenticated.
  if (!maker?.isActive) throw wrongState("The API key of this request was revoked or has expired");
  if (maker.activeKeys >= mostKeys) {
    throw wrongState(
      `You have ${mostKeys} active keys of your own, the most that the team allows: revoke one first`,
    );
  }
  allowKey(facts);
}

/** A key's secret as it is stored, with the one before it during its grace period. */
export interface StoredSecrets extends HashedSecret {
  previous_hash: string | null;
  previous_until: string | null;
}

/** The key before a rotation. */
export interface RotatedKey {
  key_hash: string;
  revoked_at: string | null;
}

/** A key with a new secret; the old one stays valid for `graceSeconds`. @throws 409 for a revoked key */
export function rotatedSecrets(
  before: RotatedKey,
  { key_hash, key_hint }: HashedSecret,
  { graceSeconds, now }: { graceSeconds: number; now: number },
): StoredSecrets {
  if (before.revoked_at !== null) throw wrongState("The virtual key is revoked");
  if (graceSeconds === 0) return { key_hash, key_hint, previous_hash: null, previous_until: null };
  const until = new Date(now + graceSeconds * 1000).toISOString();
  return { key_hash, key_hint, previous_hash: before.key_hash, previous_until: until };
}
