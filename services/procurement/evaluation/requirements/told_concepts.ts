/** Which of the concepts that a requirement names a sentence tells. */
import { widerOf } from "./concepts.ts";
import type { Things } from "./related_words.ts";

/** The share of the asked concepts that are told, or narrower ones of them; none if there are none. */
export function toldConcepts({ mentions }: Things, { concepts }: Things): number {
  const told = mentions.filter((named) => named.some((concept) => concepts.has(concept)));
  return told.length / Math.max(1, mentions.length);
}

/** Whether a concept beside an asked one is told instead: a bid bond, where a performance bond is asked for. */
export function tellsSibling({ mentions }: Things, said: Things): boolean {
  const missing = mentions.filter((named) => !named.some((concept) => said.concepts.has(concept)));
  const beside = new Set(missing.flat().map(widerOf).filter((wider) => wider !== ""));
  return said.mentions.some((named) => named.some((concept) => beside.has(widerOf(concept))));
}
