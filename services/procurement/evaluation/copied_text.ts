import { WordNumbers } from "./word_numbers.ts";

/** Two texts do not share a run of this many words by chance. */
const RUN = 5;
/** The share of a proposal, or of the tender, from which repetition is flagged. */
const COPIED = 0.5;
/** Shorter texts are not compared, since an honest answer repeats the question's terms. */
const FEWEST_RUNS = 8;

/**
 * Finds proposals that repeat the tender's words, given as numbers, each with the larger of two shares: of
 * the proposal or of the tender.
 */
export function copiedTexts(
  tender: Uint32Array[],
  proposals: Uint32Array[],
): { index: number; share: number }[] {
  const asked = new Set(tender.flatMap((words) => runsOf(words, RUN)));
  if (asked.size < FEWEST_RUNS) return [];
  const known = new Set(tender.flatMap((words) => [...words]));
  return proposals.flatMap((words, index) => {
    const common = commonRuns(words, { asked, known });
    if (common === 0) return [];
    const runs = new Set(runsOf(words, RUN));
    if (runs.size < FEWEST_RUNS) return [];
    const share = Math.max(common / runs.size, common / asked.size);
    return share >= COPIED ? [{ index, share }] : [];
  });
}

/** The number of a text's runs that are asked; runs are joined only where all their words are known. */
function commonRuns(
  words: Uint32Array,
  { asked, known }: { asked: Set<string>; known: Set<number> },
): number {
  const common = new Set<string>();
  let streak = 0;
  words.forEach((word, at) => {
    streak = known.has(word) ? streak + 1 : 0;
    if (streak < RUN) return;
    const run = words.subarray(at + 1 - RUN, at + 1).join(" ");
    if (asked.has(run)) common.add(run);
  });
  return common.size;
}

/** A sentence is copied if this share of its words occurs in runs of the tender. */
const SENTENCE_COPIED = 0.7;
/** The length in words of such a run. */
const SHORT_RUN = 4;

/** Returns a predicate for sentences that mostly repeat the tender's words. */
export function repetitionIn(tender: string[]): (sentence: string) => boolean {
  const numbers = new WordNumbers();
  const asked = new Set(tender.flatMap((text) => runsOf(numbers.of(text), SHORT_RUN)));
  return (sentence) => {
    const runs = runsOf(numbers.of(sentence), SHORT_RUN);
    const copied = new Set(
      runs.flatMap((run, at) =>
        asked.has(run) ? Array.from({ length: SHORT_RUN }, (_, more) => at + more) : []
      ),
    );
    return copied.size >= SENTENCE_COPIED * (runs.length + SHORT_RUN - 1) && copied.size > 0;
  };
}

/** All runs of `length` words. */
function runsOf(words: Uint32Array, length: number): string[] {
  return Array.from(
    { length: Math.max(0, words.length - length + 1) },
    (_run, index) => words.subarray(index, index + length).join(" "),
  );
}
