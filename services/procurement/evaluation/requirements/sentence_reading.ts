/** Reads one sentence against a requirement by the rules, the weights and the core clause. */
import { mentionsRequirement, type RequirementFeatures } from "./requirement_features.ts";
import { leavesToBuyer } from "./buyer_duties.ts";
import { type Reader } from "./certainty.ts";
import { type CoreBudget, coreDenial, coreReading } from "./core_clause.ts";
import { omitsNationality } from "./nations.ts";
import { outsourcesForbidden } from "./outsourcing.ts";
import { omitsFrequency } from "./recurrence.ts";
import { readSentence, type SentenceFinding } from "./sentence_finding.ts";
import { accountsReading } from "./enclosed_accounts.ts";
import { namesOtherInsurance } from "./insurance_kinds.ts";
import { deadlineReading } from "./deadline.ts";
import { frequencyReading } from "./frequency.ts";
import { intervalIn } from "./intervals.ts";
import { modelYearReading } from "./model_year.ts";
import { isOnlyCountedFrom } from "./reference_day.ts";
import { ratioReading } from "./ratio_reading.ts";
import { refusesRequirement } from "./refusal.ts";
import { isRepetition } from "./repetition.ts";
import { stanceOf } from "./stance.ts";
import { spanReading } from "./span_reading.ts";
import { type Statement } from "./statement.ts";
import { ageOfFirm } from "./firm_age.ts";
import { isOtherBond, isSubstitute } from "./substitutes.ts";
import { isUnitPrice, totalReading } from "./totals.ts";
import { datesAnotherItem, isPartialQuantity, isUndecided, offersNothing } from "./unoffered.ts";
import { type ParsedRequirement } from "./parsed_requirement.ts";
import { omitsValidity } from "./unproven_validity.ts";
import { weighedReading } from "./weighing.ts";
import type { Weights } from "./weights.ts";

/** The reading of a sentence and the reader that produced it. */
export interface SentenceReading {
  reading: SentenceFinding;
  by: Reader;
}

export interface ReaderOptions {
  isCopied: (sentence: string) => boolean;
  asOf: string;
  budget: CoreBudget;
  weights: Weights | undefined;
}

/** Waiving a forbidden thing is a denial without a negation. */
const WAIVES =
  /\b(?:waiv|forgo|renounc|exempt)\w*\b|(?<!\p{L})(?:[نتي]تنازل|[نتي]عفي|تنازلنا|اعفينا|معفي)\p{L}*/u;

export const NO_READING: SentenceReading = { reading: undefined, by: "rule" };

/** Reads one sentence by all readers, and drops readings that concern something else than the requirement. */
export function checkedReading(
  features: RequirementFeatures,
  statement: Statement,
  options: ReaderOptions,
): SentenceReading {
  const outcome = uncheckedReading(features, statement, options);
  // The checks run only for sentences with a reading, since most have none.
  if (outcome.reading === undefined || isUndecided(statement) || concernsOtherTerm(features, statement)) {
    return NO_READING;
  }
  const { requirement } = features;
  if (
    outcome.reading === "not_met" &&
    (isPartialQuantity(features, statement) || datesAnotherItem(features, statement))
  ) return NO_READING;
  return outcome.reading === "met" &&
      (isRepetition(requirement, statement) || repeatsTender(statement, options) ||
        leavesPartUnanswered(requirement, statement) ||
        isSubstitute(features, statement) || offersNothing(features, statement))
    ? NO_READING
    : outcome;
}

/** Whether a sentence copies the tender without a commitment: `Supply of 200 laptops, on-site support …`. */
function repeatsTender({ text, normal, listed }: Statement, { isCopied }: ReaderOptions): boolean {
  return !listed && isCopied(text) && !stanceOf(normal, { requirementText: "", question: false }).own;
}

/** Whether the sentence concerns another insurance or bond, a reference day, or a waiver. */
function concernsOtherTerm(features: RequirementFeatures, statement: Statement): boolean {
  const [{ normal: requirementText, prohibits }, sentenceText] = [features.requirement, statement.normal];
  return namesOtherInsurance(requirementText, sentenceText) || isOtherBond(requirementText, sentenceText) ||
    isOnlyCountedFrom(features, statement) ||
    prohibits && WAIVES.test(sentenceText);
}

function uncheckedReading(
  features: RequirementFeatures,
  statement: Statement,
  options: ReaderOptions,
): SentenceReading {
  const year = Number(options.asOf.slice(0, 4));
  if (mentionsRequirement(features, statement) && refusesRequirement(features, statement, year)) {
    return { reading: "not_met", by: "kind" };
  }
  if (features.ratio) return { reading: ratioReading(features, features.ratio, statement), by: "kind" };
  const plain = specialCaseReading(features, statement, year);
  if (plain !== undefined) return { reading: plain, by: "kind" };
  const outcome = generalReading(features, statement, options);
  return outcome.reading !== undefined && hasOtherPeriod(features, statement) ? NO_READING : outcome;
}

/** Applies the rules first, then the weights, then the denial in the core clause. */
function generalReading(
  features: RequirementFeatures,
  statement: Statement,
  { asOf, budget, weights }: ReaderOptions,
): SentenceReading {
  const { requirement } = features;
  if (requirement.span !== undefined) {
    return { reading: spanReading(features, requirement.span, statement), by: "kind" };
  }
  const rule = readSentence(requirement, statement, asOf) ??
    coreReading(requirement, statement, { asOf, budget });
  if (rule !== undefined) return { reading: rule, by: "rule" };
  const weighed = weighedReading(features, statement, { asOf, weights });
  if (weighed !== undefined || !mentionsRequirement(features, statement)) {
    return { reading: weighed, by: "weights" };
  }
  return { reading: coreDenial(features, statement, { asOf, budget, weights }), by: "kind" };
}

/**
 * Applies the rules for special cases: charges to the buyer, subcontracting, sums, dates, frequencies and
 * ages.
 */
function specialCaseReading(
  features: RequirementFeatures,
  statement: Statement,
  year: number,
): SentenceFinding {
  const { requirement } = features;
  if (leavesToBuyer(features, statement, year) || outsourcesForbidden(requirement, statement)) {
    return "not_met";
  }
  return totalReading(requirement, statement) ?? deadlineReading(features, statement) ??
    frequencyReading(features, statement) ?? modelYearReading(features, statement) ??
    ageOfFirm(requirement, statement, year) ??
    accountsReading(features, statement, year);
}

/** Whether the sentence states its quantity for another period, such as a month instead of a year. */
function hasOtherPeriod({ requirement, interval }: RequirementFeatures, statement: Statement): boolean {
  if (
    interval === undefined || requirement.quantities.length === 0 ||
    /\btimes\b|مرات/u.test(requirement.normal)
  ) {
    return false;
  }
  const stated = intervalIn(statement.words);
  return stated !== undefined && Math.abs(stated - interval) > 0.01 * interval;
}

/** Whether the sentence omits a required frequency, nationality, total or validity. */
function leavesPartUnanswered(requirement: ParsedRequirement, statement: Statement): boolean {
  return omitsFrequency(requirement.normal, statement.normal) ||
    omitsNationality(requirement.normal, statement.normal) ||
    isUnitPrice(requirement, statement) || omitsValidity(requirement, statement);
}
