import { numberOf } from "./number_words.ts";
import type { Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";
import { isMoney } from "./units.ts";
import type { Asked } from "./wanted.ts";

/**
 * Whether a required quantity is met by a statement; `unknown` when the statement names none, or several
 * different ones.
 */
export function compared(
  asked: Asked,
  statement: Statement,
): "holds" | "fails" | "unknown" {
  const { quantities, stems, ranges } = statement;
  const alike = quantities.filter(({ dimension, things }) =>
    dimension === asked.dimension && (dimension !== "count" || isSameThing(asked.things, things, stems))
  );
  // `36 cleaners in each of the two shifts`: what is counted is named first.
  const first = alike.filter(({ things }) => things[0] !== undefined && things[0] === asked.things[0]);
  const same = first.length > 0 ? first : alike;
  // Amounts in another currency are not converted, since the rate is unknown.
  if (
    isMoney(asked.dimension) &&
    quantities.some(({ dimension }) => isMoney(dimension) && dimension !== asked.dimension)
  ) {
    return "unknown";
  }
  if (same.length === 0 || ranges) return "unknown";
  const results = new Set(same.map(({ value }) => holds(asked, value)));
  if (results.size > 1) return "unknown";
  if (results.has(true)) return "holds";
  // Without a known direction, a different value is neither better nor worse.
  if (asked.side === "exactly" || mayBeMany(asked, quantities)) return "unknown";
  // Who counts several things may mean their sum.
  return asked.dimension === "count" && countsMore(asked, statement) ? "unknown" : "fails";
}

/** So many of so much each: what falls short may be a part of the whole. */
function mayBeMany(asked: Asked, quantities: Quantity[]): boolean {
  if (asked.side !== "at least" || isMoney(asked.dimension) || /^(?:count|percent)$/.test(asked.dimension)) {
    return false;
  }
  const counts = quantities.filter(({ dimension, value }) => dimension === "count" && value > 1);
  return quantities.some(({ dimension, value }) =>
    dimension === asked.dimension && counts.some((count) => holds(asked, value * count.value))
  );
}

function countsMore(asked: Asked, { quantities, words }: Statement): boolean {
  const counts = quantities.filter(({ dimension, things, value }) =>
    dimension === "count" && !isYear(value) &&
    (things.length === 0 || things.some((thing) => asked.things.includes(thing)))
  );
  return counts.length > 1 ||
    quantities.some(({ dimension, from, value }) =>
      dimension === "count" && !isYear(value) && /^(?:and|plus)$/.test(words[from - 1] ?? "")
    ) ||
    words.some((word) => /^و\p{L}{3,}/u.test(word) && numberOf(word.slice(1)) !== undefined);
}

/** `Made after 2021` counts nothing. */
function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1_900 && value <= 2_100;
}

/** Whether a value is on the side of an asked one. */
export function holds({ side, value: asked }: Asked, value: number): boolean {
  const slack = Math.abs(asked) * 1e-9;
  if (side === "at least") return value >= asked - slack;
  if (side === "at most") return value <= asked + slack;
  return Math.abs(value - asked) <= slack;
}

/** Counts are compared only when they count the same things. */
function isSameThing(asked: string[], said: string[], stems: Set<string>): boolean {
  return asked.some((thing) => said.includes(thing)) &&
    asked.filter((thing) => stems.has(thing)).length * 2 >= asked.length;
}
