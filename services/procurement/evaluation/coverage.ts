import { fold } from "lib/fold.ts";
import { termSet } from "./terms.ts";

/** A sentence of a bid, prepared for text coverage. */
export interface Passage {
  terms: Set<string>;
}

/** The sentences of a bid's texts. */
export function readPassages(texts: string[]): Passage[] {
  return texts.flatMap((text) => text.slice(0, 50_000).split(/[.!?؟\n;؛•]+/))
    .filter((text) => text.trim() !== "")
    .map((text) => ({ terms: termSet(fold(text)) }));
}

/**
 * Share (0 to 1) of a tender's terms that a bid mentions. It is no measure of quality: a copy of the tender
 * covers all of it. undefined when the tender has too few terms.
 */
export function coverage(asked: string[], passages: Passage[]): number | undefined {
  if (asked.length < 3) return undefined;
  return asked.filter((term) => passages.some(({ terms }) => terms.has(term))).length / asked.length;
}
