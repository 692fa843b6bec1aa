/** Compares the concepts of a requirement with those of a sentence. */
import { hypernymOf } from "./concepts.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * The share of the requirement's concepts that a sentence names, directly or by a hyponym; 0 if there are
 * none.
 */
export function shareOfConcepts({ mentions }: Vocabulary, { concepts }: Vocabulary): number {
  const namedMentions = mentions.filter((named) => named.some((concept) => concepts.has(concept)));
  return namedMentions.length / Math.max(1, mentions.length);
}

/** Whether a sentence names a co-hyponym of a missing concept: a bid bond instead of a performance bond. */
export function namesSiblingConcept({ mentions }: Vocabulary, stated: Vocabulary): boolean {
  const missing = mentions.filter((named) => !named.some((concept) => stated.concepts.has(concept)));
  const beside = new Set(missing.flat().map(hypernymOf).filter((wider) => wider !== ""));
  return stated.mentions.some((named) => named.some((concept) => beside.has(hypernymOf(concept))));
}
