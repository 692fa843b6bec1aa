/** Which keys a call should go to, so that a provider finds what it has cached or sealed. */
import { createHash } from "node:crypto";
import { isObject, type JsonObject } from "lib/json_object.ts";
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

/** Chats keep to a key by how they begin: what the system says, and the user's first words. */
export function chatAffinity({ messages }: JsonObject, chain: Target[]): Affinity {
  const choice = chain.some(({ keys }) => keys.length > 1);
  if (!choice || !Array.isArray(messages)) return { chain, sticky: undefined };
  const first = messages.findIndex((message) => isObject(message) && message.role === "user");
  return { chain, sticky: JSON.stringify(messages.slice(0, first + 1)) };
}
