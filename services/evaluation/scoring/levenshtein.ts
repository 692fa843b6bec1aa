import type { ArabicOptions } from "./arabic.ts";
import { normalise } from "./normalise.ts";
import { shortAnswer, withoutThinking } from "./answer_line.ts";
import { withoutPictures } from "./pictures.ts";
import { type Answer, bestVerdict, type Verdict, verdict } from "./verdict.ts";

// The cost grows with the product of the lengths; beyond this bound an edit distance is meaningless for a
// short answer.
const MOST_CHARACTERS = 4000;

/** The number of single-character edits between two texts (Levenshtein 1966), counted in code points. */
export function editDistance(left: string[], right: string[]): number {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  let row = Array.from({ length: short.length + 1 }, (_, index) => index);
  for (const [at, letter] of long.entries()) {
    const next = [at + 1];
    for (const [index, other] of short.entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[short.length] ?? 0;
}

export interface LevenshteinOptions extends ArabicOptions {
  /** With a threshold the score is 1 from that similarity on and else 0, as promptfoo's `levenshtein` asserts. */
  threshold?: number;
}

/** 1 − distance / longer length over normalised texts. */
export function levenshtein(answer: Answer, references: string[], options: LevenshteinOptions = {}): Verdict {
  const { text, rule } = shortAnswer(withoutThinking(answer.text));
  return bestVerdict(references, (reference) => {
    const given = [...normalise(withoutPictures(text, reference), options)].slice(0, MOST_CHARACTERS);
    const expected = [...normalise(reference, options)].slice(0, MOST_CHARACTERS);
    const longer = Math.max(given.length, expected.length);
    const similarity = longer === 0 ? 1 : 1 - editDistance(given, expected) / longer;
    return verdict(
      options.threshold === undefined ? similarity : similarity >= options.threshold,
      text,
      rule,
    );
  });
}
