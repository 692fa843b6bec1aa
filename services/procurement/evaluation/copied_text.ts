import { fold } from "lib/fold.ts";

/** Two texts do not share a run of this many words by chance. */
const RUN = 5;
/** The share of a proposal, or of the tender, from which repetition is flagged. */
const COPIED = 0.5;
/** Shorter texts are not compared, since an honest answer repeats the question's terms. */
const FEWEST_RUNS = 8;

/**
 * Finds proposals that repeat the tender's words, each with the larger of two shares: of the proposal or of
 * the tender.
 */
export function copiedTexts(tender: string[], proposals: string[]): { index: number; share: number }[] {
  const asked = new Set(tender.flatMap((text) => runsOf(text, RUN)));
  if (asked.size < FEWEST_RUNS) return [];
  return proposals.flatMap((proposal, index) => {
    const runs = new Set(runsOf(proposal, RUN));
    if (runs.size < FEWEST_RUNS) return [];
    let common = 0;
    for (const run of runs) if (asked.has(run)) common++;
    const share = Math.max(common / runs.size, common / asked.size);
    return share >= COPIED ? [{ index, share }] : [];
  });
}

/** A sentence is copied if this share of its words occurs in runs of the tender. */
const SENTENCE_COPIED = 0.7;
/** The length in words of such a run. */
const SHORT_RUN = 4;

/** Returns a predicate for sentences that mostly repeat the tender's words. */
export function repetitionIn(tender: string[]): (sentence: string) => boolean {
  const asked = new Set(tender.flatMap((text) => runsOf(text, SHORT_RUN)));
  return (sentence) => {
    const runs = runsOf(sentence, SHORT_RUN);
    const copied = new Set(
      runs.flatMap((run, at) =>
        asked.has(run) ? Array.from({ length: SHORT_RUN }, (_, more) => at + more) : []
      ),
    );
    return copied.size >= SENTENCE_COPIED * (runs.length + SHORT_RUN - 1) && copied.size > 0;
  };
}

/** All runs of `length` words in a text. */
function runsOf(text: string, length: number): string[] {
  const words = fold(text.slice(0, 50_000)).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(length - 1).map((_word, index) => words.slice(index, index + length).join(" "));
}
