import { Buffer } from "node:buffer";
import { hash, timingSafeEqual } from "node:crypto";

const PREFIX = "dwn-";

/** The stored form of a secret. */
export interface HashedSecret {
  key_hash: string;
  key_hint: string;
}

/** A new virtual key: shown once, stored as a hash. 256 random bits need no slow hash. */
export function newSecret(): HashedSecret & { key: string } {
  const key = PREFIX +
    crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
  return { key, key_hash: hashOf(key), key_hint: `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}` };
}

export function hashOf(key: string): string {
  return hash("sha256", key, "base64");
}

// Secrets of keys in use, in memory only, so that each is hashed once.
const KNOWN_SECRETS = 10_000;

/** `hashOf` with a cache for the secrets passed to `remember`. */
export function rememberedHashes(): {
  of(secret: string): string;
  remember(secret: string, hash: string): void;
} {
  const known = new Map<string, string>();
  return {
    of: (secret) => known.get(secret) ?? hashOf(secret),
    remember(secret, hash) {
      if (known.has(secret)) return;
      if (known.size >= KNOWN_SECRETS) known.clear();
      known.set(secret, hash);
    },
  };
}

/** Compares hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
