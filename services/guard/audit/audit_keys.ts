/**
 * The keys of the audit trail, derived from one secret: one for its hashes, one for signatures that anyone
 * can check.
 */
import { Buffer } from "node:buffer";
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  sign,
  timingSafeEqual,
  verify,
} from "node:crypto";

export interface AuditKey {
  /** The key's id: the beginning of the SHA-256 of its public part. */
  id: string;
  /** The Ed25519 public key, 32 bytes in base64url. */
  publicKey: string;
  /** HMAC-SHA256 in hexadecimal digits. */
  mac(text: string): string;
  /** An Ed25519 signature in base64url. */
  sign(text: string): string;
}

export interface AuditKeys {
  /** The key in use. */
  current: AuditKey;
  /** The key with this id, current or former. */
  find(id: string): AuditKey | undefined;
}

/** The keys of some secrets: the first is current, the others are former ones. */
export function auditKeys(secret: string, former: readonly string[] = []): AuditKeys {
  const current = auditKey(secret);
  const keys = new Map([...former.map(auditKey), current].map((key) => [key.id, key]));
  return { current, find: (id) => keys.get(id) };
}

/** RFC 8410: an Ed25519 private key in PKCS #8 is this and the 32 bytes of the seed. */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

function auditKey(secret: string): AuditKey {
  const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "diwan audit", purpose, 32));
  const hashing = derived("chain");
  const signing = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, derived("signature")]),
    format: "der",
    type: "pkcs8",
  });
  const { x: publicKey = "" } = createPublicKey(signing).export({ format: "jwk" });
  return {
    id: keyId(publicKey),
    publicKey,
    mac: (text) => createHmac("sha256", hashing).update(text).digest("hex"),
    sign: (text) => sign(null, Buffer.from(text), signing).toString("base64url"),
  };
}

/** The id of the key with this public part. */
export function keyId(publicKey: string): string {
  return createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex").slice(0, 16);
}

/** Whether the key with this public part made `signature`; false for a malformed key. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

/** Compares two hashes in constant time. */
export function isSameHash(hash: string, other: string): boolean {
  const [a, b] = [Buffer.from(hash), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
