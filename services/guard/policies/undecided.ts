/** How much of a text that is still arriving must be held back, because of what it may turn out to be. */
import { foldText, isSkipped } from "../matching/characters.ts";
import { openMatch } from "./open_match.ts";
import type { Compiled, Pass } from "./compiled.ts";

/** Of an unbounded match that goes on and on, more is not held. */
const MOST_HELD = 20_000;

/** Of blocking policies, the place behind which a match may have begun that the text does not show yet. */
export function undecided(
  rules: readonly Compiled[],
  passes: readonly Pass[],
): (text: string, from: number) => number {
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
  return (text, from) => {
    const start = Math.max(from, text.length - MOST_HELD);
    const place = Math.min(tailOf(text, longestWord), text.length - longestMatch);
    return Math.max(from, Math.min(place, ...endless.map((open) => open(text, start))));
  };
}

/** In characters as they are matched, and the one behind it that shows where the word ends. */
function longestKeyword(rules: readonly Compiled[]): number {
  let longest = 0;
  for (const { policy, rule } of rules) {
    if (rule.type !== "keyword" || policy.action !== "block") continue;
    for (const word of rule.keywords) longest = Math.max(longest, foldText(word).trim().length + 1);
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
