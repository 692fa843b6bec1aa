/** Signatures of webhooks by Standard Webhooks (https://www.standardwebhooks.com). */
import { Buffer } from "node:buffer";
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A signing secret of 32 random bytes in the form of Standard Webhooks. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString("base64");
}

/** The key in a secret: the base64 behind whsec_ or alone when it is 24 to 64 bytes, else the text's bytes. */
export function secretKey(secret: string): Uint8Array {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) {
    const key = Buffer.from(text, "base64");
    if (key.length >= 24 && key.length <= 64) return key;
  }
  return Buffer.from(secret);
}

/** The Standard Webhooks headers of one attempt to deliver a message. */
export function signedHeaders(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> {
  const signature = createHmac("sha256", secretKey(secret)).update(`${id}.${timestamp}.${body}`).digest(
    "base64",
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
