import { compareQuantities } from "./comparison.ts";
import { datesIn } from "./dates.ts";
import { happenedRecently } from "./measure.ts";
import {
  hasKnownModifiers,
  isUnderstood,
  namesNothingElse,
  speaksForBidder,
  startsWithBidder,
  startsWithOffer,
} from "./sentence_subject.ts";
import type { Statement } from "./statement.ts";
import { isMoney } from "./units.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";

/** The minimum share of the requirement's terms for `met` and `not_met`. */
export const MET_SHARE = 0.8;

/** Reads an affirmative sentence by its topic, quantities, dates and names. */
export function affirmativeReading(
  { requirement, statement, share, own, asOf }: {
    requirement: ParsedRequirement;
    statement: Statement;
    share: number;
    own: boolean;
    asOf: string;
  },
): "met" | "not_met" | undefined {
  const { validUntil } = statement;
  if (validUntil !== undefined && validUntil < (requirement.validUntil ?? asOf)) {
    return share >= 0.5 ? "not_met" : undefined;
  }
  const comparisons = requirement.quantities.map((required) => compareQuantities(required, statement));
  // A copied requirement keeps its number; a better number is the bidder's own.
  const offersMore = requirement.quantities.some((required, index) =>
    comparisons[index] === "holds" && !statement.quantities.some(({ number }) => number === required.number)
  );
  const differs = offersMore ||
    requirement.quantities.some(({ number }, index) =>
      comparisons[index] === "fails" && !statement.quantities.some((one) => one.number === number)
    );
  const measured = differs && requirement.quantities.every(({ dimension }) => dimension !== "count");
  const speaks = speaksForBidder(requirement, statement) ||
    measured && (startsWithOffer(statement) || own && !startsWithBidder(statement));
  if (!statement.listed && !(speaks && hasKnownModifiers(requirement, statement))) return undefined;
  if (
    comparisons.includes("fails") && !comparisons.includes("unknown") &&
    share >= Math.min(0.6, requiredShare(requirement, statement))
  ) {
    return requirement.names.every((name) => statement.stems.has(name)) ? "not_met" : undefined;
  }
  if (comparisons.some((comparison) => comparison !== "holds")) return undefined;
  const { recentDays } = requirement;
  const each = isMoney(requirement.quantities[0]?.dimension ?? "");
  if (
    recentDays !== undefined &&
    !happenedRecently(statement, { recentDays, year: Number(asOf.slice(0, 4)), each })
  ) {
    return undefined;
  }
  if (!satisfiesDates(requirement, statement)) return undefined;
  if (requirement.identifiers.some((name) => !statement.stems.has(name))) return undefined;
  if (
    requirement.names.some((name) => !statement.stems.has(name)) ||
    share < requiredShare(requirement, statement)
  ) {
    return undefined;
  }
  if (statement.listed) return statement.words.length <= 12 ? "met" : undefined;
  if (!isUnderstood(requirement, statement, { measured })) return undefined;
  const dated = validUntil !== undefined && requirement.validUntil === undefined;
  return own || offersMore || dated && isStatement(statement) ||
      isStatement(statement) && !isCopied(requirement, statement)
    ? "met"
    : undefined;
}

/** Whether the sentence states the required validity, keeps the deadline and names all other required dates. */
function satisfiesDates({ validUntil, dueBy, days }: ParsedRequirement, statement: Statement): boolean {
  if (validUntil !== undefined && statement.validUntil === undefined) return false;
  const stated = datesIn(statement.normal);
  if (dueBy !== undefined) return stated.length > 0 && stated.every((day) => day <= dueBy);
  return validUntil !== undefined || days.every((day) => stated.includes(day));
}

/**
 * The minimum share of terms for `met`: lower for quantities and identifiers if the sentence names nothing
 * else.
 */
function requiredShare(requirement: ParsedRequirement, statement: Statement): number {
  const { enumerates, identifiers, quantities } = requirement;
  if (enumerates) return 1;
  if (statement.listed && identifiers.length > 0) return 0.6;
  if (!namesNothingElse(requirement, statement)) return MET_SHARE;
  if (quantities.some(({ dimension }) => dimension !== "count")) return 0.5;
  return identifiers.length > 0 || quantities.length > 0 ? 0.6 : MET_SHARE;
}

/** Whether a sentence has a verb that states something. */
function isStatement({ normal }: Statement): boolean {
  return /\b(?:is|are|has|have|holds?|carr(?:y|ies)|includes?|covers?|comes?|runs?|works?|serves?|speaks?|compl(?:y|ies))\b|(?<!\p{L})(?:يشمل|تشمل|يغطي|تغطي|متاح|متاحه|يعمل|تعمل|يسري|تسري|مرفق|ساري|ساريه|حاصل|حاصله|معتمد|معتمده|مسجل|مسجله|مرخص|مرخصه|تبلغ|يبلغ)(?!\p{L})/u
    .test(normal);
}

/** Whether a sentence only repeats the requirement's words. */
function isCopied(requirement: ParsedRequirement, { content }: Statement): boolean {
  const known = new Set([
    ...requirement.terms,
    ...requirement.identifiers,
    ...requirement.quantities.flatMap(({ countedStems }) => countedStems),
  ]);
  return [...content].every((stem) => known.has(stem) || /^\d/.test(stem));
}
