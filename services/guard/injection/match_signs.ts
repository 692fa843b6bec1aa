/** Matches word signs against the tokens of a text. */
import { type ConceptSet, intersects, setOf } from "./concept.ts";
import type { TextOrigin } from "./sign.ts";
import type { Token } from "./tokens.ts";
import { ORDER_SIGNS } from "./order_signs.ts";
import { PLAIN_ORDER, PLAIN_WEIGHT, plainOrderAt } from "./plain_order.ts";
import { RULE_SIGNS } from "./rule_signs.ts";
import type { WordSign } from "./word_sign.ts";

const WORD_SIGNS = [...RULE_SIGNS, ...ORDER_SIGNS];

export interface FoundSign {
  sign: WordSign;
  weight: number;
  /** Its position among the tokens. */
  first: number;
  last: number;
}

interface Compiled {
  sign: WordSign;
  head: ConceptSet;
  and: ConceptSet | undefined;
  near: readonly ConceptSet[];
  without: ConceptSet;
}

const SIGNS: readonly Compiled[] = WORD_SIGNS.map((sign) => ({
  sign,
  head: setOf(sign.head),
  and: sign.with && setOf(sign.with),
  near: sign.near.map(setOf),
  without: setOf(sign.without ?? []),
}));
const DROP = setOf(["drop"]);
const HEADS = setOf(WORD_SIGNS.flatMap(({ head }) => head));
const DEFENCE = setOf(["defence"]);
const REPORTED = setOf(["reported"]);
const CALLED = setOf(["called"]);
const NOT = setOf(["not"]);
const COMMANDS = setOf(["show", "drop", "act"]);

/** The share of weight that a quoted sign keeps in a text about such signs. */
const QUOTED = 0.3;
/** The distance in words within which a text is about such signs. */
const NEARBY = 60;
/** The share of weight that signs keep in a text that is mostly about attacks and defence. */
const MUCH_DISCUSSED = 3;
const DISCUSSED = 0.6;
/** How many words before a sign are searched for a report of it; more before a quotation. */
const BEFORE = 3;
const BEFORE_QUOTED = 6;
/** How many words after a sign are searched for its subject. */
const BEHIND = 5;
const TOLD_OF = 0.4;
/** A description of what a model does. */
const DESCRIBED = 0.6;
/** "Never bypass", "do not disclose". */
const FORBIDDEN = 0.3;
const BEFORE_COMMAND = 4;

/** The work is bounded by the words times the signs times their spans. */
export function matchSigns(tokens: readonly Token[], place: TextOrigin): FoundSign[] {
  const matches: FoundSign[] = [];
  const discussed = tokens.flatMap(({ concepts }, i) => intersects(concepts, DEFENCE) ? [i] : []);
  for (const [at, { concepts }] of tokens.entries()) {
    if (!intersects(concepts, HEADS)) continue;
    const order = intersects(concepts, DROP) ? plainOrderAt(tokens, at) : undefined;
    if (order !== undefined) {
      const weight = PLAIN_WEIGHT * mention(tokens, at, discussed);
      matches.push({ sign: PLAIN_ORDER, weight, first: at, last: order });
    }
    for (const compiled of SIGNS) {
      if (!intersects(concepts, compiled.head) || (compiled.and && !intersects(concepts, compiled.and))) {
        continue;
      }
      const { sign } = compiled;
      const weight = typeof sign.weight === "number" ? sign.weight : sign.weight[place];
      const reach = weight > 0 ? reachOf(tokens, at, compiled) : undefined;
      if (!reach) continue;
      const described = sign.family === "addressed" && isDescribed(tokens, at) ? DESCRIBED : 1;
      matches.push({ sign, weight: weight * described * mention(tokens, at, discussed), ...reach });
    }
  }
  return matches;
}

/** The range of tokens that match the sign with its head at `at`; undefined when it does not match. */
function reachOf(
  tokens: readonly Token[],
  at: number,
  { sign, near, without }: Compiled,
): { first: number; last: number } | undefined {
  let [first, last] = [at, at];
  for (const group of near) {
    const place = nearest(tokens, at, { ...sign, group });
    if (place === undefined) return undefined;
    first = Math.min(first, place);
    last = Math.max(last, place);
  }
  const sentence = tokens[at]?.sentence;
  for (let i = Math.max(0, first - BEFORE); i <= Math.min(tokens.length - 1, last + BEHIND); i++) {
    const token = tokens[i];
    if (!token || (token.sentence !== sentence && (i < first || i > last))) continue;
    if (intersects(token.concepts, without)) return undefined;
  }
  return { first, last };
}

/** The position of the nearest token with a concept of the group, searching after the head first. */
function nearest(
  tokens: readonly Token[],
  at: number,
  { group, span, around = false, sentences = 0 }: Pick<WordSign, "span" | "around" | "sentences"> & {
    group: ConceptSet;
  },
): number | undefined {
  const sentence = tokens[at]?.sentence ?? 0;
  for (const step of around ? [1, -1] : [1]) {
    for (let i = step === 1 ? at : at - 1; Math.abs(i - at) <= span; i += step) {
      const token = tokens[i];
      if (!token || Math.abs(token.sentence - sentence) > sentences) break;
      if (intersects(token.concepts, group)) return i;
    }
  }
  return undefined;
}

/** Whether the text is about a model rather than addressed to it: "the chatbot must", "our model". */
function isDescribed(tokens: readonly Token[], at: number): boolean {
  const [before, head] = [tokens[at - 1], tokens[at]];
  return before?.determines === true && before.sentence === head?.sentence &&
    !intersects(head.concepts, CALLED);
}

/** The share of a sign's weight that remains, given who says it. */
function mention(tokens: readonly Token[], at: number, discussed: readonly number[]): number {
  const head = tokens[at];
  if (!head) return 1;
  const near = countNear(discussed, at);
  if (head.quoted && near > 0) return QUOTED;
  for (let i = Math.max(0, at - (head.quoted ? BEFORE_QUOTED : BEFORE_COMMAND)); i < at; i++) {
    const token = tokens[i];
    if (!token || (token.quoted && !head.quoted)) continue;
    if (intersects(token.concepts, REPORTED) && (head.quoted || at - i <= BEFORE)) return TOLD_OF;
    if (
      token.sentence === head.sentence && intersects(token.concepts, NOT) &&
      intersects(head.concepts, COMMANDS) &&
      at - i <= BEFORE_COMMAND && !head.quoted
    ) return FORBIDDEN;
  }
  return near >= MUCH_DISCUSSED ? DISCUSSED : 1;
}

/** Counts the positions near one. */
function countNear(places: readonly number[], at: number): number {
  return firstFrom(places, at + NEARBY + 1) - firstFrom(places, at - NEARBY);
}

/** The index of the first position of at least `least` in ascending positions. */
function firstFrom(places: readonly number[], least: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
