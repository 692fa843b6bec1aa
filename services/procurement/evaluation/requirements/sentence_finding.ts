import { concernsSomethingElse, isPassingMention } from "./passing_mentions.ts";
import { compareQuantities } from "./comparison.ts";
import { datesIn } from "./dates.ts";
import { affirmsByDoubleNegation, deniesListedItem, deniesRequirement } from "./denial.ts";
import { isKeptAbroad, namesIncompatible } from "./incompatible.ts";
import { isOtherGrade } from "./grades.ts";
import { statesOpposite } from "./opposites.ts";
import { isRenewed } from "./renewal.ts";
import { isUnderstood } from "./sentence_subject.ts";
import { negationsIn, type Stance, stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import { CAREER, hasTooFewYears } from "./experience_years.ts";
import { limitsShare, type ParsedRequirement } from "./parsed_requirement.ts";
import { affirmativeReading, MET_SHARE } from "./affirmation.ts";

/** The reading of one sentence; `doubted` means with a condition or an exception. */
export type SentenceFinding = "met" | "not_met" | "doubted" | undefined;

const STANDS = /\b(?:valid|current|in force)\b|(?<!\p{L})(?:ساري|ساريه|قائم|قائمه)(?!\p{L})/u;

/** Reads a sentence against a requirement by the general rules; `asOf` is the day (ISO) of the comparison. */
export function readSentence(
  requirement: ParsedRequirement,
  statement: Statement,
  asOf: string,
): SentenceFinding {
  const { terms, identifiers, normal } = requirement;
  const covered = coveredTerms(terms, statement).length;
  const share = terms.length > 0 ? covered / terms.length : 0;
  const least = requirement.enumerates ? Math.min(0.34, 1 / Math.max(1, terms.length)) : 0.34;
  const excluded = namesIncompatible(requirement, statement);
  if (
    !excluded && share < least ||
    identifiers.length > 0 && !identifiers.some((name) => statement.stems.has(name))
  ) {
    return undefined;
  }
  const stance = stanceOf(statement.normal, { requirementText: normal, question: statement.question });
  if (isNoStatement(requirement, statement, stance)) return undefined;
  const pending = stance.pending || requirement.possession && FUTURE.test(statement.normal);
  const certain = !stance.conditional && !stance.hedged && stance.negations === 0;
  if (certain && share >= 0.6 && isTooLate(requirement, statement)) return "not_met";
  if (announcesForbidden({ requirement, statement, stance, share })) return "not_met";
  if (stance.conditional || stance.hedged || pending || isPastDeed(requirement, statement)) {
    return share >= MET_SHARE && isUnsure(stance, requirement, statement) ? "doubted" : undefined;
  }
  if (
    (stance.own || CAREER.test(statement.normal)) &&
    hasTooFewYears(requirement, statement, Number(asOf.slice(0, 4)))
  ) return "not_met";
  if (deniesListedItem(requirement, statement, stance.negations)) return "not_met";
  const opposite = statesOpposite(requirement, statement);
  const sharedNegations = [...statement.negated].filter((stem) => requirement.negated.has(stem)).length;
  const negations = stance.negations - sharedNegations + (opposite ? 1 : 0);
  if (excluded && negations <= 1 && !stance.ended && !stance.excepted) return "not_met";
  if (negations > 0 && CONCESSION.test(statement.normal)) return "doubted";
  const aside = isPassingMention(requirement, statement);
  if (
    negations === 2 && !aside && !requirement.prohibits && share >= 0.66 &&
    affirmsByDoubleNegation(requirement, statement)
  ) {
    return isUnderstood(requirement, statement, { measured: true }) ? "met" : "doubted";
  }
  if (negations > 1 || negations === 1 && NO_CASE.test(statement.normal)) return "doubted";
  if (negations === 1) {
    return negatedReading({ requirement, statement, stance, share, sharedNegations, opposite, covered });
  }
  if (requirement.prohibits) {
    return share >= 0.6 && stance.own && !stance.excepted && topicShareOf(requirement, statement) >= 0.5
      ? "not_met"
      : undefined;
  }
  if (stance.ended || stance.excepted) return limitedReading({ requirement, statement, stance, share });
  if (aside || isOther(requirement, statement)) return undefined;
  return affirmativeReading({ requirement, statement, share, own: stance.own, asOf });
}

/** Reads an affirmative sentence whose subject has ended or that makes an exception. */
function limitedReading(
  { requirement, statement, stance, share }: {
    requirement: ParsedRequirement;
    statement: Statement;
    stance: Stance;
    share: number;
  },
): SentenceFinding {
  if (stance.ended) {
    // A sentence that states both an end and validity is unclear.
    if (isRenewed(statement) || STANDS.test(statement.normal)) return "doubted";
    return share >= 0.6 ? "not_met" : undefined;
  }
  if (VAGUE_EXCEPTION.test(statement.normal)) return "doubted";
  return requirement.universal && share >= 0.6 ? "not_met" : share >= MET_SHARE ? "doubted" : undefined;
}

/** The terms of a requirement that a sentence names; years of work count as experience. */
function coveredTerms(terms: string[], { stems, normal }: Statement): string[] {
  return terms.filter((term) =>
    stems.has(term) || /^(?:experi|oper|ar:خبر)/.test(term) && LONG_DONE.test(normal)
  );
}

/** Whether the sentence asks, quotes or concerns a third party. */
function isNoStatement(requirement: ParsedRequirement, statement: Statement, stance: Stance): boolean {
  return stance.demands || stance.elsewhere && !isKeptAbroad(requirement, statement) ||
    NAMED_OTHER.test(statement.text) || statement.quoted ||
    /^\s*\p{L}+\s*:/u.test(statement.text) && !stance.own;
}

/**
 * Reads a sentence with one negation; `sharedNegations` counts negated terms that the requirement negates
 * too.
 */
function negatedReading(
  { requirement, statement, stance, share, sharedNegations, opposite, covered }: {
    requirement: ParsedRequirement;
    statement: Statement;
    stance: Stance;
    share: number;
    sharedNegations: number;
    opposite: boolean;
    covered: number;
  },
): SentenceFinding {
  if (limitsShare(requirement) || deniesMore(requirement, statement)) return undefined;
  if (requirement.prohibits) {
    if (stance.excepted) return requirement.universal ? "not_met" : "doubted";
    return share >= (stance.own ? 0.6 : 0.75) && isUnderstood(requirement, statement) ? "met" : undefined;
  }
  if (requirement.negated.size > 0 && sharedNegations === 0 && !opposite) return undefined;
  // The requirement contains a negation itself: `without fading`.
  if (requirement.negated.size === 0 && negationsIn(requirement.normal) > 0 && !opposite) return undefined;
  return deniesRequirement({
      requirement,
      statement,
      share,
      topicShare: topicShareOf(requirement, statement),
      covered,
    })
    ? "not_met"
    : undefined;
}

/** Denying more than required denies nothing: `We give no warranty of 12 years`, where two are required. */
function deniesMore({ quantities }: ParsedRequirement, statement: Statement): boolean {
  return quantities.some((required) =>
    compareQuantities(required, statement) === "holds" &&
    !statement.quantities.some(({ number }) => number === required.number)
  );
}

/** Work since a year or for years counts as experience. */
const LONG_DONE =
  /\bsince\b|\b(?:have|has) (?:been|worked|operated|practised|served)\b.{0,80} for (?:the (?:past|last) )?(?:over |more than |atleast )?[\w-]+ years\b|(?<!\p{L})(?:منذ|علي مدي|طوال|طيله)(?!\p{L})/u;

/**
 * Whether a condition or hedge leaves the reading open. A quantity that fails stays a failure when hedged.
 */
function isUnsure(
  { conditional, hedged, perhaps }: Stance,
  { quantities }: ParsedRequirement,
  statement: Statement,
): boolean {
  return conditional && !perhaps.has("conditional") ||
    hedged && !perhaps.has("hedged") &&
      !quantities.some((required) => compareQuantities(required, statement) === "fails");
}

/** Whether the sentence concerns another item or grade. */
function isOther(requirement: ParsedRequirement, statement: Statement): boolean {
  return concernsSomethingElse(requirement, statement) || isOtherGrade(requirement.normal, statement.normal);
}

/** The share of the sentence's topic words that occur in the requirement. */
function topicShareOf({ terms, identifiers }: ParsedRequirement, { content }: Statement): number {
  return [...content].filter((stem) => terms.includes(stem) || identifiers.includes(stem)).length /
    Math.max(1, content.size);
}

/** Conjunctions of concession, which join two different statements. */
const CONCESSION = /\b(?:although|though|whereas|even if)\b|(?<!\p{L})(?:رغم|مع ان|بيد ان|غير ان)(?!\p{L})/u;
/** An exception that is stated elsewhere or not agreed yet. */
const VAGUE_EXCEPTION =
  /\b(?:exclusions?|exceptions)\b|(?<!\p{L})استثناءات(?!\p{L})|\b(?:except|excluding|save|other than|apart from|aside from|but for|bar) (?:for )?(?:in (?:the |some |those )?cases|a few|few|a handful|a number|where|what|as|if|when|whatever|whichever|any|some|certain|those)\b|\b(?:agreed?|agrees|otherwise|decides?|notified)\b|(?<!\p{L})(?:يتفق|نتفق|يجري الاتفاق|(?:يتم )?الاتفاق عليها?|متفق عليها?|يقرر\p{L}*|تقرر\p{L}*)(?!\p{L})|(?<!\p{L})(?:الا|باستثناء|عدا|سوي|خلا) (?:القليل|قليل|البعض|ما|من|حيث|اذا|بعض)(?!\p{L})|\b(?:raised|listed|noted|mentioned|set out|described|indicated|marked|named|detailed|shown|itemi[sz]ed|stated) (?:in|on|at|under|by|above|below)\b|(?<!\p{L})(?:المشار|اشير|المذكور\p{L}*|المبين\p{L}*|الوارد\p{L}*|المدرج\p{L}*|الموضح\p{L}*)(?!\p{L})/u;

const FUTURE =
  /\b(?:will|shall)\b|(?<!\p{L})(?:سوف|س(?!نو|نتان|نتين|نه|يار|يسكو|يره|يد|تين|تون|ته|ياس|يطر)[نيت]\p{L}{3,})(?!\p{L})/u;

/** Meeting a past deadline does not promise to meet this one. */
function isPastDeed({ quantities }: ParsedRequirement, { normal }: Statement): boolean {
  return quantities.some(({ bound, dimension }) => bound === "at most" && dimension === "days") &&
    /\b(?:delivered|responded|installed|completed|paid)\b|(?<!\p{L})(?:سلمنا|استجبنا|ركبنا|انجزنا|وردنا)(?!\p{L})/u
      .test(normal);
}

/** Partitive words, since doing a part of a forbidden action is doing it. */
const PARTS = /\b(?:half|some|part|parts|most|partly)\b|(?<!\p{L})(?:نصف|بعض|معظم|جزء\p{L}*)(?!\p{L})/gu;

/** Whether the sentence announces a forbidden action: `Our crews will work at night`. */
function announcesForbidden(
  { requirement, statement, stance, share }: {
    requirement: ParsedRequirement;
    statement: Statement;
    stance: Stance;
    share: number;
  },
): boolean {
  if (!requirement.prohibits || requirement.negated.size > 0 || requirement.quantities.length > 0) {
    return false;
  }
  if (
    share < 1 || !stance.own || stance.conditional || stance.excepted || stance.ended || stance.negations > 0
  ) {
    return false;
  }
  const whole = stanceOf(statement.normal.replace(PARTS, " "), {
    requirementText: requirement.normal,
    question: false,
  });
  return !whole.hedged && FUTURE.test(statement.normal) && !statesOpposite(requirement, statement);
}

/** Whether all stated dates are after the deadline. */
function isTooLate({ dueBy }: ParsedRequirement, { normal }: Statement): boolean {
  if (dueBy === undefined) return false;
  const days = datesIn(normal);
  return days.length > 0 && days.every((day) => day > dueBy);
}

/** A name after the noun means a third party: `Our … Delta holds …`. */
const NAMED_OTHER =
  /\b[Oo]ur (?:[a-z-]+ ){1,3}[A-Z][\p{L}&.-]+(?: [A-Z]\p{L}+)* (?:has|holds?|employs?|owns?|operates?|runs?|carries|carry|is|are|maintains?)\b/u;

/** A negated case means always: `There is no day on which …`. */
const NO_CASE =
  /\bno (?:day|time|moment|case|hour|instance)\b|(?:لا يوجد|لا توجد|ليس هناك) (?:يوم|وقت|لحظه|حاله|ساعه)/u;
