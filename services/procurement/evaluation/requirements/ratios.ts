/** Finds ratios: `one nurse for every four patients`. */
import { numberAt } from "./number_words.ts";
import { isMoney, unitOf } from "./units.ts";
import { wordsOf } from "./words.ts";

/** A number of one noun per number of another. */
export interface Ratio {
  count: number;
  of: number;
}

const EVERY = new Set(["every", "each"]);
const NAMED = /\b(?:ratio|proportion)\b|(?<!\p{L})(?:بنسبه|نسبه|معدل|بمعدل)(?!\p{L})/u;
const IN_FIGURES = /(?<![\d.:])(\d{1,3}) ?(?::|to|الي) ?(\d{1,4})(?![\d.:])/u;
/** At most this many words stand between the first number and `for every`. */
const REACH = 5;

/** The ratio in a text, if there is one. Years, weights and money are rates, not ratios. */
export function ratioIn(normal: string): Ratio | undefined {
  const figures = NAMED.test(normal) ? IN_FIGURES.exec(normal) : null;
  if (figures) return { count: Number(figures[1]), of: Number(figures[2]) };
  const words = wordsOf(normal);
  for (const at of words.keys()) {
    const next = afterMark(words, at);
    const second = next === undefined ? undefined : numberAt(words, next);
    if (second === undefined || second.value < 2 || isMeasure(words[second.to])) continue;
    return { count: numberBefore(words, at) ?? 1, of: second.value };
  }
  return undefined;
}

/** The position of the second number after `for every`, `per` or لكل at `at`. */
function afterMark(words: string[], at: number): number | undefined {
  const [word = "", next = ""] = [words[at], words[at + 1]];
  if (word === "per" || word === "لكل") return EVERY.has(next) ? at + 2 : at + 1;
  return (word === "for" || word === "to") && EVERY.has(next) ? at + 2 : undefined;
}

function isMeasure(word = ""): boolean {
  const unit = unitOf(word);
  return unit !== undefined && (unit.dimension !== "count" || isMoney(unit.dimension));
}

function numberBefore(words: string[], end: number): number | undefined {
  for (let at = end - 1; at >= 0 && at >= end - REACH; at--) {
    const whole = numberAt(words, at);
    if (whole === undefined || whole.to > end) continue;
    // A number may have two words: `twenty five guards`.
    const longer = at > 0 ? numberAt(words, at - 1) : undefined;
    return longer !== undefined && longer.to === whole.to ? longer.value : whole.value;
  }
  return undefined;
}
