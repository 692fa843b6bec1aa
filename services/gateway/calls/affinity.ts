/** Key affinity: the keys a call should use, so that a provider finds its cached or sealed content. */
import { createHash } from "node:crypto";
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { Target } from "../providers/target.ts";

export interface Affinity {
  chain: Target[];
  /** Identifies the conversation: the same for all its calls. */
  sticky: string | undefined;
}

/** A number derived from the conversation, so that all its calls pick the same key by weight. */
export function stickyChance(conversation: string): () => number {
  const number = createHash("sha256").update(conversation).digest().readUInt32BE(0) / 2 ** 32;
  return () => number;
}

/** Affinity of a chat by its start: the system prompt and the first user message. */
export function chatAffinity({ messages }: JsonObject, chain: Target[]): Affinity {
  const choice = chain.some(({ keys }) => keys.length > 1);
  if (!choice || !Array.isArray(messages)) return { chain, sticky: undefined };
  const first = messages.findIndex((message) => isObject(message) && message.role === "user");
  return { chain, sticky: beginningOf(messages.slice(0, first + 1)) };
}

const LONG_TEXT = 16_000;

/** JSON of `messages` with truncated texts, whose starts are enough to distinguish conversations. */
export function beginningOf(messages: unknown): string {
  return JSON.stringify(
    messages,
    (_, value) => typeof value === "string" && value.length > LONG_TEXT ? value.slice(0, LONG_TEXT) : value,
  );
}
