/** Computes the interval of a recurring event in days. */
import { numberOf } from "./number_words.ts";
import { unitOf } from "./units.ts";

const MONTH = 365 / 12;
/** Frequencies in one word, after folding and rewriting. */
const PACES: [RegExp, number][] = [
  [/^(?:daily|nightly|يوميا|يوميه?)$/, 1],
  [/^(?:weekly|اسبوعيا|اسبوعيه?)$/, 7],
  [/^(?:fortnightly)$/, 14],
  [/^(?:monthly|شهريا|شهريه?)$/, MONTH],
  [/^(?:quarterly|فصليا|فصليه?)$/, 3 * MONTH],
  [/^(?:annually|yearly|سنويا)$/, 365],
];
const TWICE = /^(?:twice|مرتين|مرتان)$/;
/** The interval in days, if a text names exactly one frequency. */
export function intervalIn(words: string[]): number | undefined {
  const found = words.flatMap((word, at): number[] => {
    const pace = PACES.find(([form]) => form.test(word))?.[1];
    if (pace !== undefined) return [pace / timesBefore(words, at)];
    if (/^(?:every|كل)$/.test(word)) return everyAt(words, at + 1);
    const unit = /^(?:month|week|day|year)$/.test(word) ? unitOf(word) : undefined;
    return unit && TWICE.test(words[at - 2] ?? "") ? [unit.factor / 2] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The multiplier before a frequency: `twice`, خمس مرات. */
function timesBefore(words: string[], at: number): number {
  const [count = "", times = ""] = words.slice(Math.max(0, at - 2), at);
  if (TWICE.test(times) || TWICE.test(count)) return 2;
  const many = /^(?:times|مرات)$/.test(times) ? numberOf(count) : numberOf(times);
  return many !== undefined && many > 0 ? many : 1;
}

/** Intervals with `every`: `every three months`, كل ستة أشهر. */
function everyAt(words: string[], at: number): number[] {
  const [count, unit] = [numberOf(words[at] ?? ""), unitOf(words[at + 1] ?? "")];
  return count !== undefined && unit?.dimension === "days" && unit.factor >= 1 ? [count * unit.factor] : [];
}

/** Whether a word names a frequency. */
export function isPace(word: string): boolean {
  return PACES.some(([form]) => form.test(word)) || TWICE.test(word) ||
    /^(?:every|كل|times|مرات|مره)$/.test(word);
}
