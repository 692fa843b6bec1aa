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
 * The share (0 to 1) of a tender's terms that a bid mentions; undefined if the tender has too few terms. It
 * does not measure quality, since a copy of the tender covers all terms.
 */
export function coverage(tenderTerms: string[], passages: Passage[]): number | undefined {
  if (tenderTerms.length < 3) return undefined;
  return tenderTerms.filter((term) => passages.some(({ terms }) => terms.has(term))).length /
    tenderTerms.length;
}
