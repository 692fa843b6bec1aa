/** An anchor: a signed statement of where the chain ended at some time, kept outside the database. */
import { z } from "zod";
import type { ChainPlace } from "./audit_chain.ts";
import { type AuditKey, isSigned } from "./audit_keys.ts";

const FORMAT = "diwan audit anchor 1";

export const AuditAnchor = z.object({
  format: z.literal(FORMAT).meta({ description: "what this is" }),
  seq: z.int().meta({ description: "position of the last event in the chain" }),
  hash: z.string().meta({ description: "its hash" }),
  keyed_from: z.int().meta({ description: "first position with a keyed hash" }),
  at: z.iso.datetime().meta({ description: "when the chain ended there" }),
  key_id: z.string().meta({ description: "the key that signed" }),
  signature: z.string().meta({ description: "Ed25519, base64url" }),
}).meta({ id: "AuditAnchor" });
export type AuditAnchor = z.output<typeof AuditAnchor>;

const signedText = ({ seq, hash, keyed_from, at, key_id }: Omit<AuditAnchor, "format" | "signature">) =>
  JSON.stringify([FORMAT, seq, hash, keyed_from, at, key_id]);

export function anchorAt(
  { seq, hash, keyed_from }: ChainPlace & { keyed_from: number },
  { key, at }: { key: AuditKey; at: string },
): AuditAnchor {
  const anchor = { seq, hash, keyed_from, at, key_id: key.id };
  return { format: FORMAT, ...anchor, signature: key.sign(signedText(anchor)) };
}

/** Whether the key with this public part signed the anchor. */
export const isAnchorSigned = (anchor: AuditAnchor, publicKey: string): boolean =>
  isSigned(signedText(anchor), anchor.signature, publicKey);

/** Parses an anchor from a line; undefined for a malformed one. */
export function anchorIn(line: string): AuditAnchor | undefined {
  try {
    return AuditAnchor.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
