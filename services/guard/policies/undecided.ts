/** How much of a text that is still arriving must be held back, because of what it may turn out to be. */
import { foldText, isSkipped } from "../matching/characters.ts";
import { openMatch } from "./open_match.ts";
import { openEscape } from "../reading/decoded.ts";
import type { MappedText } from "../reading/mapped_text.ts";
import type { Reading } from "../reading/reading.ts";
import type { Compiled, Pass } from "./compiled.ts";

/** Of an unbounded match that goes on and on, more is not held. */
const MOST_HELD = 20_000;

/** Of blocking policies, the place behind which a match may have begun that the text does not show yet. */
export function undecided(
  rules: readonly Compiled[],
  passes: readonly Pass[],
): (reading: Reading, from: number) => number {
  const blocking = passes.flatMap(({ patterns }) => patterns).filter(({ policy }) =>
    policy.action === "block"
  );
  if (blocking.some(({ reach }) => reach.anchored)) return (_, from) => from;
  const longestWord = longestKeyword(rules);
  const longestMatch = Math.max(
    0,
    ...blocking.map(({ reach }) => reach.longest < Infinity ? reach.longest : 0),
  );
  const endless = blocking.filter(({ reach }) => reach.longest === Infinity).map(({ regex }) =>
    openMatch(regex)
  );
  const isNothing = longestWord === 0 && blocking.length === 0;
  return ({ given, plain, tight }, from) => {
    const { text } = given;
    const start = Math.max(from, text.length - MOST_HELD);
    if (isNothing) return text.length;
    let place = Math.max(start, openEscape(text));
    for (const view of [given, plain, tight]) {
      if (view) place = Math.min(place, view.from(tailOf(view.text, longestWord)));
    }
    for (const view of [given, plain]) {
      if (!view) continue;
      place = Math.min(place, view.from(Math.max(0, view.text.length - longestMatch)));
      const first = firstBehind(view, start);
      for (const open of endless) place = Math.min(place, view.from(open(view.text, first)));
    }
    return Math.max(from, place);
  };
}

/** The first place in a view that stands at `start` of the given text or behind it. */
function firstBehind({ text, from }: MappedText, start: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from(middle) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An Arabic ending, and the character that shows where the word ends. */
const BEHIND = 5;

/** In characters as they are matched, with those behind it that decide whether it is one. */
function longestKeyword(rules: readonly Compiled[]): number {
  let longest = 0;
  for (const { policy, rule } of rules) {
    if (rule.type !== "keyword" || policy.action !== "block") continue;
    for (const word of rule.keywords) longest = Math.max(longest, foldText(word).trim().length + BEHIND);
  }
  return longest;
}

/** Where the last `count` characters begin, invisible ones and repeated white space not counted. */
function tailOf(text: string, count: number): number {
  let at = text.length;
  let wasSpace = false;
  for (let counted = 0; counted < count && at > 0; at--) {
    const unit = text.charCodeAt(at - 1);
    const isSpace = /\s/.test(text.charAt(at - 1));
    const isHalf = (unit & 0xfc00) === 0xd800;
    if (isHalf || isSkipped(unit) || (isSpace && wasSpace)) continue;
    wasSpace = isSpace;
    counted++;
  }
  return at;
}
