/** Which keys a call should go to, so that a provider finds what it has cached or sealed. */
import { createHash } from "node:crypto";
import type { Target } from "../providers/target.ts";

export interface Affinity {
  chain: Target[];
  /** The same for all calls of a conversation. */
  sticky: string | undefined;
}

/** A chance that falls the same way for all calls of a conversation, so that they pick the same key by weight. */
export function stickyChance(conversation: string): () => number {
  const number = createHash("sha256").update(conversation).digest().readUInt32BE(0) / 2 ** 32;
  return () => number;
}
