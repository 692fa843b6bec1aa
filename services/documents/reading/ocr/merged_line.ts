/** Merges the readings of a line by both engines. */
import { overlap, verticalOverlap, type Word } from "../layout/page.ts";
import { countMatches, meanOf } from "../layout/word_order.ts";
import type { Engine } from "./engine.ts";
import { letterSureness, trust } from "./trust.ts";

/** Least confidence in the letters of a reading that replaces the other. */
export const LEAST_SURE = 0.5;
/** A number, a date or a code of capitals and digits. */
const FIGURE = /^(?=.*\d.*\d)[A-Z\d][A-Z\d.,/-]{3,24}$/;

/** The least confidence of a figure that replaces its piece; it is read again if it is not sure. */
const LEAST_FIGURE = 0.35;

export interface Pair {
  primary: Engine;
  second: Engine;
}

/**
 * The better reading of a line, with single words replaced where the other reading is clearly more confident.
 */
export function betterReading(
  words: Word[],
  others: Word[],
  { primary, second }: Pair,
): { words: Word[]; base: Engine } {
  const enough = letters(others) * 2 >= letters(words);
  const keepsPrimary = !enough || letterSureness(others, second) < LEAST_SURE ||
    letterSureness(others, second) < letterSureness(words, primary) + 0.05;
  const [base, other] = keepsPrimary ? [primary, second] : [second, primary];
  const [from, alternatives] = keepsPrimary ? [words, others] : [others, words];
  const used = new Set<Word>();
  const swapped = from.flatMap((word) => {
    const over = alternatives.filter((one) =>
      overlap(one.box, word.box) > 0.5 && verticalOverlap(one.box, word.box) > 0.5
    );
    const score = meanOf(over.map((one) => trust(one, other)));
    if (over.length === 0 || score <= 0.7 || score < trust(word, base) + 0.15) return [word];
    if (!over.every((one) => isLikely(one, other))) return [word];
    const fresh = over.filter((one) => !used.has(one));
    for (const one of fresh) used.add(one);
    return fresh;
  });
  const missed = alternatives.filter((one) =>
    !used.has(one) && trust(one, other) > 0.7 && isLikely(one, other) &&
    swapped.every((word) => overlap(one.box, word.box) < 0.2)
  );
  return { words: withWholeFigures([...swapped, ...missed], words, primary), base };
}

/** Words with the English page's figure in place of the piece of it that the Arabic model reads: "6" of "06/09/2026". */
function withWholeFigures(words: Word[], own: Word[], { script }: Engine): Word[] {
  const figures = script === "eng"
    ? own.filter(({ text, confidence }) => FIGURE.test(text) && confidence >= LEAST_FIGURE)
    : [];
  const wholeOf = ({ text, box }: Word) =>
    /^[0-9]+$/.test(text)
      ? figures.find((one) => one.text.length > text.length + 1 && overlap(one.box, box) > 0.5)
      : undefined;
  return [...new Set(words.map((word) => wholeOf(word) ?? word))];
}

/** Whether a word is plausible: two letters of the other script are usually a misread ligature or number. */
function isLikely({ text, confidence }: Word, engine: Engine): boolean {
  if (engine.script === "ara") return /\p{Script=Arabic}{3}/u.test(text) && !/[0-9]/.test(text);
  return /^[^A-Za-z]*\d[^A-Za-z]*$/.test(text) || FIGURE.test(text) ||
    (confidence > 0.9 && /[A-Za-z]{3}|^[A-Z]{2}$/.test(text));
}

function letters(words: Word[]): number {
  return words.reduce((sum, word) => sum + countMatches(word.text, /\p{L}/gu), 0);
}
