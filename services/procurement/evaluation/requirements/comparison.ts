import { numberOf } from "./number_words.ts";
import type { Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";
import { isMoney } from "./units.ts";
import type { RequiredQuantity } from "./parsed_requirement.ts";

/**
 * Whether a required quantity is met by a statement; `unknown` when the statement names none, or several
 * different ones.
 */
export function compareQuantities(
  asked: RequiredQuantity,
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
  const sum = same.reduce((all, { value }) => all + value, 0);
  // Four weeks, then twenty: each is within the time, and all of them may not be.
  if (
    asked.side === "at most" && same.length > 1 && IN_TURN.test(asked.dimension) && !isOnAskedSide(asked, sum)
  ) {
    const total = totalAmong(same, statement);
    if (total !== undefined) return isOnAskedSide(asked, total.value) ? "holds" : "fails";
    if (same.every(({ value }) => isOnAskedSide(asked, value))) {
      return SEQUENCE.test(statement.normal) ? "fails" : "unknown";
    }
  }
  const counted = asked.side === "at least" ? same.filter((one) => !isBonus(one, statement)) : same;
  const results = new Set(
    (counted.length > 0 ? counted : same).map(({ value }) => isOnAskedSide(asked, value)),
  );
  if (results.size > 1) return "unknown";
  if (results.has(true)) return "holds";
  // Without a known direction, a different value is neither better nor worse.
  if (asked.side === "exactly" || mayBeMany(asked, statement)) return "unknown";
  // A sentence that counts several things may mean their sum.
  return asked.dimension === "count" && countsMore(asked, statement) ? "unknown" : "fails";
}

const BONUS =
  /^(?:plus|additional|extra|spare|free|further|[يت]ضاف|اضافه|اضافيه|مجاني\p{L}{0,2}|احتياطي\p{L}{0,2}|زياده|زائد)$/u;

/** An extra on top of a number: `10,000 copies and 300 free ones`. */
function isBonus({ from, to, dimension }: Quantity, { words }: Statement): boolean {
  return dimension === "count" && [...words.slice(Math.max(0, from - 2), from), ...words.slice(to, to + 2)]
    .some((word) => BONUS.test(word));
}

const IN_TURN = /^(?:days|[A-Z]{3})$/;
const SEQUENCE =
  /\bin sequence\b|\bfollowed by\b|\b(?:and )?then\b|\bconsecutive(?:ly)?\b|(?<!\p{L})(?:ثم|تليها|يليها|متتابع\p{L}*|متتالي\p{L}*|بالتتابع|بالتتالي)(?!\p{L})/u;
const A_TOTAL =
  /^(?:totals?|totalling|total:|altogether|sum|becomes|inclusive|including|gross|(?:ال|ب|و)*(?:اجمالي\p{L}*|مجموع\p{L}*)|[لف]?[يت]صبح|شامل\p{L}*)$/u;

/** The one that is called the total: `480,000 before tax, 552,000 in total`. */
function totalAmong(same: Quantity[], { words }: Statement): Quantity | undefined {
  const greatest = same.reduce((most, one) => one.value > most.value ? one : most);
  const before = words.slice(Math.max(0, greatest.from - 3), greatest.from);
  return before.some((word) => A_TOTAL.test(word)) ? greatest : undefined;
}

/** So many of so much each: what falls short may be a part of the whole. */
function mayBeMany(asked: RequiredQuantity, statement: Statement): boolean {
  if (asked.side !== "at least" || asked.dimension === "percent") return false;
  if (isMoney(asked.dimension) && !APIECE.test(statement.normal)) return false;
  if (asked.dimension === "count") return MULTIPLIED.test(statement.normal);
  const { quantities } = statement;
  const counts = quantities.filter(({ dimension, value }) => dimension === "count" && value > 1);
  return quantities.some(({ dimension, value }) =>
    dimension === asked.dimension && counts.some((count) => isOnAskedSide(asked, value * count.value))
  );
}

const APIECE =
  /\b(?:each|apiece|per share|a share)\b|(?<!\p{L})(?:للسهم|لكل|للواحد\p{L}?|الواحد\p{L}?)(?!\p{L})/u;
/** `5 consultants x 130 hours`. */
export const MULTIPLIED = /\d[^.]{0,40}? ?[x×*] ?\d/u;

function countsMore(asked: RequiredQuantity, { quantities, words }: Statement): boolean {
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
export function isOnAskedSide({ side, value: asked }: RequiredQuantity, value: number): boolean {
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
