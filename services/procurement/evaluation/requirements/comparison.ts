import { numberOf } from "./number_words.ts";
import type { Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";
import { isMoney } from "./units.ts";
import type { RequiredQuantity } from "./parsed_requirement.ts";

/**
 * Compares a required quantity with those of a statement; `unknown` when the statement names none, or several
 * different ones.
 */
export function compareQuantities(
  required: RequiredQuantity,
  statement: Statement,
): "holds" | "fails" | "unknown" {
  const { quantities, stems, ranges } = statement;
  const alike = quantities.filter(({ dimension, countedStems }) =>
    dimension === required.dimension &&
    (dimension !== "count" || countsSameThing(required.countedStems, countedStems, stems))
  );
  // `36 cleaners in each of the two shifts`: the counted noun comes first.
  const first = alike.filter(({ countedStems }) =>
    countedStems[0] !== undefined && countedStems[0] === required.countedStems[0]
  );
  const same = first.length > 0 ? first : alike;
  // Amounts in another currency are not converted, since the rate is unknown.
  if (
    isMoney(required.dimension) &&
    quantities.some(({ dimension }) => isMoney(dimension) && dimension !== required.dimension)
  ) {
    return "unknown";
  }
  if (same.length === 0 || ranges) return "unknown";
  const sum = same.reduce((all, { value }) => all + value, 0);
  // `Four weeks, then twenty`: each period is within the limit, but their sum may exceed it.
  if (
    required.bound === "at most" && same.length > 1 && IN_TURN.test(required.dimension) &&
    !satisfiesBound(required, sum)
  ) {
    const total = totalAmong(same, statement);
    if (total !== undefined) return satisfiesBound(required, total.value) ? "holds" : "fails";
    if (same.every(({ value }) => satisfiesBound(required, value))) {
      return SEQUENCE.test(statement.normal) ? "fails" : "unknown";
    }
  }
  const counted = required.bound === "at least" ? same.filter((one) => !isBonus(one, statement)) : same;
  const results = new Set(
    (counted.length > 0 ? counted : same).map(({ value }) => satisfiesBound(required, value)),
  );
  if (results.size > 1) return "unknown";
  if (results.has(true)) return "holds";
  // Without a known direction, a different value is neither better nor worse.
  if (required.bound === "exactly" || mayBePerItem(required, statement)) return "unknown";
  // A sentence that counts several things may mean their sum.
  return required.dimension === "count" && countsSeveralThings(required, statement) ? "unknown" : "fails";
}

const BONUS =
  /^(?:plus|additional|extra|spare|free|further|[يت]ضاف|اضافه|اضافيه|مجاني\p{L}{0,2}|احتياطي\p{L}{0,2}|زياده|زائد)$/u;

/** Whether a count is an addition to another one: `10,000 copies and 300 free ones`. */
function isBonus({ from, to, dimension }: Quantity, { words }: Statement): boolean {
  return dimension === "count" && [...words.slice(Math.max(0, from - 2), from), ...words.slice(to, to + 2)]
    .some((word) => BONUS.test(word));
}

const IN_TURN = /^(?:days|[A-Z]{3})$/;
const SEQUENCE =
  /\bin sequence\b|\bfollowed by\b|\b(?:and )?then\b|\bconsecutive(?:ly)?\b|(?<!\p{L})(?:ثم|تليها|يليها|متتابع\p{L}*|متتالي\p{L}*|بالتتابع|بالتتالي)(?!\p{L})/u;
const A_TOTAL =
  /^(?:totals?|totalling|total:|altogether|sum|becomes|inclusive|including|gross|(?:ال|ب|و)*(?:اجمالي\p{L}*|مجموع\p{L}*)|[لف]?[يت]صبح|شامل\p{L}*)$/u;

/** Finds the quantity that is called the total: `480,000 before tax, 552,000 in total`. */
function totalAmong(same: Quantity[], { words }: Statement): Quantity | undefined {
  const greatest = same.reduce((most, one) => one.value > most.value ? one : most);
  const before = words.slice(Math.max(0, greatest.from - 3), greatest.from);
  return before.some((word) => A_TOTAL.test(word)) ? greatest : undefined;
}

/** Whether a quantity is per item, so that a smaller number may still add up. */
function mayBePerItem(required: RequiredQuantity, statement: Statement): boolean {
  if (required.bound !== "at least" || required.dimension === "percent") return false;
  if (isMoney(required.dimension) && !APIECE.test(statement.normal)) return false;
  if (required.dimension === "count") return MULTIPLIED.test(statement.normal);
  const { quantities } = statement;
  const counts = quantities.filter(({ dimension, value }) => dimension === "count" && value > 1);
  return quantities.some(({ dimension, value }) =>
    dimension === required.dimension && counts.some((count) => satisfiesBound(required, value * count.value))
  );
}

const APIECE =
  /\b(?:each|apiece|per share|a share)\b|(?<!\p{L})(?:للسهم|لكل|للواحد\p{L}?|الواحد\p{L}?)(?!\p{L})/u;
/** A multiplication: `5 consultants x 130 hours`. */
export const MULTIPLIED = /\d[^.]{0,40}? ?[x×*] ?\d/u;

function countsSeveralThings(required: RequiredQuantity, { quantities, words }: Statement): boolean {
  const counts = quantities.filter(({ dimension, countedStems, value }) =>
    dimension === "count" && !isYear(value) &&
    (countedStems.length === 0 || countedStems.some((thing) => required.countedStems.includes(thing)))
  );
  return counts.length > 1 ||
    quantities.some(({ dimension, from, value }) =>
      dimension === "count" && !isYear(value) && /^(?:and|plus)$/.test(words[from - 1] ?? "")
    ) ||
    words.some((word) => /^و\p{L}{3,}/u.test(word) && numberOf(word.slice(1)) !== undefined);
}

/** Whether a count may be a year: `made after 2021`. */
function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1_900 && value <= 2_100;
}

/** Whether a value satisfies the bound of a required quantity. */
export function satisfiesBound({ bound, value: required }: RequiredQuantity, value: number): boolean {
  const slack = Math.abs(required) * 1e-9;
  if (bound === "at least") return value >= required - slack;
  if (bound === "at most") return value <= required + slack;
  return Math.abs(value - required) <= slack;
}

/** Whether two counts refer to the same noun. */
function countsSameThing(required: string[], stated: string[], stems: Set<string>): boolean {
  return required.some((thing) => stated.includes(thing)) &&
    required.filter((thing) => stems.has(thing)).length * 2 >= required.length;
}
