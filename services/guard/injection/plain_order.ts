/** The plainest order of an attack: a sentence that begins with setting all or earlier rules aside, and names no others. */
import { intersects, setOf } from "./concept.ts";
import type { Token } from "./tokens.ts";
import type { WordSign } from "./word_sign.ts";

/** Enough that no other words make it harmless; discussed or reported it weighs less. */
export const PLAIN_WEIGHT = 0.9;

export const PLAIN_ORDER: WordSign = {
  ...{ id: "plain_order", family: "override", weight: PLAIN_WEIGHT, head: ["drop"], near: [], span: 5 },
  explanation: "orders the reader to set all or earlier rules aside",
};

const RULES = setOf(["rules", "modelRules"]);
const PRIOR = setOf(["prior"]);
const WHOSE = setOf(["prior", "your"]);
const OTHERS = setOf(["people", "reported", "not", "defence"]);
/** Words before the order, as in "now please ignore". */
const BEFORE = 2;

/** The last word of such an order that begins at `at`; undefined where none does. */
export function plainOrderAt(tokens: readonly Token[], at: number): number | undefined {
  const head = tokens[at];
  if (!head || head.quoted || !isAtBeginning(tokens, at)) return undefined;
  const isOf = (i: number) => tokens[i]?.sentence === head.sentence;
  let rules = at + 1;
  let isPrior = false;
  for (; isOf(rules) && rules <= at + PLAIN_ORDER.span; rules++) {
    const token = tokens[rules];
    if (!token) return undefined;
    isPrior ||= intersects(token.concepts, PRIOR);
    if (intersects(token.concepts, RULES)) break;
    if (!intersects(token.concepts, WHOSE) && !token.determines) return undefined;
  }
  if (!isOf(rules) || !intersects(tokens[rules]?.concepts ?? head.concepts, RULES)) return undefined;
  let last = rules;
  while (isOf(last + 1) && intersects(tokens[last + 1]?.concepts ?? head.concepts, WHOSE)) last++;
  isPrior ||= last > rules;
  // Rules of something else follow: "ignore any instructions queued before the frame".
  return isPrior && (!isOf(last + 1) || /^(?:and|then|or|but|و.*|ثم|او)$/.test(tokens[last + 1]?.stem ?? ""))
    ? last
    : undefined;
}

function isAtBeginning(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= 0 && tokens[i]?.sentence === tokens[at]?.sentence; i--) {
    const token = tokens[i];
    if (at - i > BEFORE || !token || token.determines || intersects(token.concepts, OTHERS)) return false;
  }
  return true;
}
