/** How much of an arriving text must be held back, because it may become a match. */
import { foldText, isSkipped } from "../matching/characters.ts";
import { openMatch } from "./open_match.ts";
import { openEscape } from "../reading/open_escape.ts";
import type { MappedText } from "../reading/mapped_text.ts";
import type { Reading } from "../reading/reading.ts";
import type { Compiled, Pass } from "./compiled_policies.ts";

/** Most text held back for an unbounded match. */
const MOST_HELD = 20_000;

/** The offset after which an unfinished match of a blocking policy may have begun. */
export function undecidedOffset(
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
  return ({ given, plain, tight, between }, from) => {
    const { text } = given;
    const start = Math.max(from, text.length - MOST_HELD);
    if (isNothing) return text.length;
    const escape = Math.max(start, openEscape(text));
    let place = escape;
    // The escape may come to nothing, or to the last letter of a match before it.
    for (const view of [given, plain, tight, ...between]) {
      if (!view) continue;
      const end = escape < text.length ? firstBehind(view, escape) : view.text.length;
      place = Math.min(place, view.from(tailOf(view.text.slice(0, end), longestWord)));
      place = Math.min(place, view.from(Math.max(0, end - longestMatch)));
    }
    for (const view of [given, plain, ...between]) {
      if (!view) continue;
      const first = firstBehind(view, start);
      for (const open of endless) place = Math.min(place, view.from(open(view.text, first)));
    }
    return Math.max(from, place);
  };
}

/** The first offset in a view that maps to `start` of the original text or later. */
function firstBehind({ text, from }: MappedText, start: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from(middle) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Length of an Arabic ending, plus the character that ends the word. */
const BEHIND = 5;

/** In matched characters, including those after it that decide the match. */
function longestKeyword(rules: readonly Compiled[]): number {
  let longest = 0;
  for (const { policy, rule } of rules) {
    if (rule.type !== "keyword" || policy.action !== "block") continue;
    for (const word of rule.keywords) longest = Math.max(longest, foldText(word).trim().length + BEHIND);
  }
  return longest;
}

/** The offset of the last `count` characters, not counting invisible ones and repeated white space. */
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
