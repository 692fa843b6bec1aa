import { isAnother, isAside } from "./passing_mentions.ts";
import { compareQuantities } from "./comparison.ts";
import { datesIn } from "./dates.ts";
import { deniesItem, deniesRequirement, deniesWithout } from "./denial.ts";
import { isKeptAbroad, namesIncompatible } from "./incompatible.ts";
import { isOtherGrade } from "./grades.ts";
import { isLate } from "./measure.ts";
import { oppositeOf } from "./opposites.ts";
import { isRenewed } from "./renewal.ts";
import {
  isUnderstood,
  namesNothingElse,
  plainQuantities,
  speaksForBidder,
  speaksOfOffer,
  startsOwn,
} from "./sentence_subject.ts";
import { noesOf, type Stance, stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import { CAREER, isTooYoung } from "./experience_years.ts";
import { isMoney } from "./units.ts";
import { limitsShare, type ParsedRequirement } from "./parsed_requirement.ts";

/** The finding of one sentence about a requirement; `doubted` means with a condition or an exception. */
export type SentenceFinding = "met" | "not_met" | "doubted" | undefined;

const STANDS = /\b(?:valid|current|in force)\b|(?<!\p{L})(?:ساري|ساريه|قائم|قائمه)(?!\p{L})/u;

/** Share of the requirement's terms that a statement needs to prove `met` and `not_met`. */
const MET_SHARE = 0.8;

/** The finding of a sentence about a requirement; `asOf` is the day (ISO) of the comparison. */
export function readSentence(wanted: ParsedRequirement, statement: Statement, asOf: string): SentenceFinding {
  const { terms, identifiers, normal } = wanted;
  const covered = coveredTerms(terms, statement);
  const share = terms.length > 0 ? covered.length / terms.length : 0;
  const least = wanted.enumerates ? Math.min(0.34, 1 / Math.max(1, terms.length)) : 0.34;
  const excluded = namesIncompatible(wanted, statement);
  if (
    !excluded && share < least ||
    identifiers.length > 0 && !identifiers.some((name) => statement.stems.has(name))
  ) {
    return undefined;
  }
  const stance = stanceOf(statement.normal, { asked: normal, question: statement.question });
  if (isNoStatement(wanted, statement, stance)) return undefined;
  const pending = stance.pending || wanted.possession && FUTURE.test(statement.normal);
  const certain = !stance.conditional && !stance.hedged && stance.negations === 0;
  if (certain && share >= 0.6 && isTooLate(wanted, statement)) return "not_met";
  if (breaks({ wanted, statement, stance, share })) return "not_met";
  if (stance.conditional || stance.hedged || pending || isPastDeed(wanted, statement)) {
    return share >= MET_SHARE && isUnsure(stance, wanted, statement) ? "doubted" : undefined;
  }
  if (
    (stance.own || CAREER.test(statement.normal)) && isTooYoung(wanted, statement, Number(asOf.slice(0, 4)))
  ) return "not_met";
  if (deniesItem(wanted, statement, stance.negations)) return "not_met";
  const opposite = oppositeOf(wanted, statement);
  const shared = [...statement.negated].filter((stem) => wanted.negated.has(stem)).length;
  const negations = stance.negations - shared + (opposite ? 1 : 0);
  if (excluded && negations <= 1 && !stance.ended && !stance.excepted) return "not_met";
  if (negations > 0 && CONCESSION.test(statement.normal)) return "doubted";
  const aside = isAside(wanted, statement);
  if (negations === 2 && !aside && !wanted.prohibits && share >= 0.66 && deniesWithout(wanted, statement)) {
    return isUnderstood(wanted, statement, { measured: true }) ? "met" : "doubted";
  }
  if (negations > 1 || negations === 1 && NO_CASE.test(statement.normal)) return "doubted";
  if (negations === 1) {
    return onceDenied({ wanted, statement, stance, share, shared, opposite, covered: covered.length });
  }
  if (wanted.prohibits) {
    return share >= 0.6 && stance.own && !stance.excepted && aboutOf(wanted, statement) >= 0.5
      ? "not_met"
      : undefined;
  }
  if (stance.ended) {
    // The sentence says both that it ended and that it is valid: unclear.
    if (isRenewed(statement) || STANDS.test(statement.normal)) return "doubted";
    return share >= 0.6 ? "not_met" : undefined;
  }
  if (stance.excepted) {
    if (VAGUE_EXCEPTION.test(statement.normal)) return "doubted";
    return wanted.universal && share >= 0.6 ? "not_met" : share >= MET_SHARE ? "doubted" : undefined;
  }
  if (aside || isOther(wanted, statement)) return undefined;
  return affirmed({ wanted, statement, share, own: stance.own, asOf });
}

/** The terms of a requirement that a sentence names; work done for years is experience. */
function coveredTerms(terms: string[], { stems, normal }: Statement): string[] {
  return terms.filter((term) =>
    stems.has(term) || /^(?:experi|oper|ar:خبر)/.test(term) && LONG_DONE.test(normal)
  );
}

/** It asks, quotes, or tells of somebody else. */
function isNoStatement(wanted: ParsedRequirement, statement: Statement, stance: Stance): boolean {
  return stance.demands || stance.elsewhere && !isKeptAbroad(wanted, statement) ||
    NAMED_OTHER.test(statement.text) || statement.quoted ||
    /^\s*\p{L}+\s*:/u.test(statement.text) && !stance.own;
}

/** The finding of a sentence that says no once; `shared`: of how many things the requirement says no too. */
function onceDenied(
  { wanted, statement, stance, share, shared, opposite, covered }: {
    wanted: ParsedRequirement;
    statement: Statement;
    stance: Stance;
    share: number;
    shared: number;
    opposite: boolean;
    covered: number;
  },
): SentenceFinding {
  if (limitsShare(wanted) || deniesMore(wanted, statement)) return undefined;
  if (wanted.prohibits) {
    if (stance.excepted) return wanted.universal ? "not_met" : "doubted";
    return share >= (stance.own ? 0.6 : 0.75) && isUnderstood(wanted, statement) ? "met" : undefined;
  }
  if (wanted.negated.size > 0 && shared === 0 && !opposite) return undefined;
  // `Without fading` is asked for, and `no fading` said.
  if (wanted.negated.size === 0 && noesOf(wanted.normal) > 0 && !opposite) return undefined;
  return deniesRequirement({ wanted, statement, share, about: aboutOf(wanted, statement), covered: covered })
    ? "not_met"
    : undefined;
}

/** `We give no warranty of 12 years` denies nothing of two. */
function deniesMore({ quantities }: ParsedRequirement, statement: Statement): boolean {
  return quantities.some((asked) =>
    compareQuantities(asked, statement) === "holds" &&
    !statement.quantities.some(({ number }) => number === asked.number)
  );
}

/** Doing a thing since a year, or for years, is experience. */
const LONG_DONE =
  /\bsince\b|\b(?:have|has) (?:been|worked|operated|practised|served)\b.{0,80} for (?:the (?:past|last) )?(?:over |more than |atleast )?[\w-]+ years\b|(?<!\p{L})(?:منذ|علي مدي|طوال|طيله)(?!\p{L})/u;

/** A condition, or a hedge; but at most two of three is too few, however it is hedged. */
function isUnsure(
  { conditional, hedged, perhaps }: Stance,
  { quantities }: ParsedRequirement,
  statement: Statement,
): boolean {
  return conditional && !perhaps.has("conditional") ||
    hedged && !perhaps.has("hedged") &&
      !quantities.some((asked) => compareQuantities(asked, statement) === "fails");
}

/** Whether it speaks of another thing, or of another grade of it. */
function isOther(wanted: ParsedRequirement, statement: Statement): boolean {
  return isAnother(wanted, statement) || isOtherGrade(wanted.normal, statement.normal);
}

/** The share of a sentence's topic that the requirement names. */
function aboutOf({ terms, identifiers }: ParsedRequirement, { content }: Statement): number {
  return [...content].filter((stem) => terms.includes(stem) || identifiers.includes(stem)).length /
    Math.max(1, content.size);
}

/** The sentence says two different things. */
const CONCESSION = /\b(?:although|though|whereas|even if)\b|(?<!\p{L})(?:رغم|مع ان|بيد ان|غير ان)(?!\p{L})/u;
/** The exclusion is stated elsewhere, or left to be agreed. */
const VAGUE_EXCEPTION =
  /\b(?:exclusions?|exceptions)\b|(?<!\p{L})استثناءات(?!\p{L})|\b(?:except|excluding|save|other than|apart from|aside from|but for|bar) (?:for )?(?:in (?:the |some |those )?cases|a few|few|a handful|a number|where|what|as|if|when|whatever|whichever|any|some|certain|those)\b|\b(?:agreed?|agrees|otherwise|decides?|notified)\b|(?<!\p{L})(?:يتفق|نتفق|يجري الاتفاق|(?:يتم )?الاتفاق عليها?|متفق عليها?|يقرر\p{L}*|تقرر\p{L}*)(?!\p{L})|(?<!\p{L})(?:الا|باستثناء|عدا|سوي|خلا) (?:القليل|قليل|البعض|ما|من|حيث|اذا|بعض)(?!\p{L})|\b(?:raised|listed|noted|mentioned|set out|described|indicated|marked|named|detailed|shown|itemi[sz]ed|stated) (?:in|on|at|under|by|above|below)\b|(?<!\p{L})(?:المشار|اشير|المذكور\p{L}*|المبين\p{L}*|الوارد\p{L}*|المدرج\p{L}*|الموضح\p{L}*)(?!\p{L})/u;

const FUTURE =
  /\b(?:will|shall)\b|(?<!\p{L})(?:سوف|س(?!نو|نتان|نتين|نه|يار|يسكو|يره|يد|تين|تون|ته|ياس|يطر)[نيت]\p{L}{3,})(?!\p{L})/u;

/** Keeping a past deadline is no promise to keep this one. */
function isPastDeed({ quantities }: ParsedRequirement, { normal }: Statement): boolean {
  return quantities.some(({ side, dimension }) => side === "at most" && dimension === "days") &&
    /\b(?:delivered|responded|installed|completed|paid)\b|(?<!\p{L})(?:سلمنا|استجبنا|ركبنا|انجزنا|وردنا)(?!\p{L})/u
      .test(normal);
}

/** The finding of a plain statement, from its topic, quantities, dates and named things. */
function affirmed(
  { wanted, statement, share, own, asOf }: {
    wanted: ParsedRequirement;
    statement: Statement;
    share: number;
    own: boolean;
    asOf: string;
  },
): SentenceFinding {
  const { validUntil } = statement;
  if (validUntil !== undefined && validUntil < (wanted.validUntil ?? asOf)) {
    return share >= 0.5 ? "not_met" : undefined;
  }
  const sides = wanted.quantities.map((asked) => compareQuantities(asked, statement));
  // A copied demand keeps its number: a different, better number is the bidder's own.
  const offersMore = wanted.quantities.some((asked, index) =>
    sides[index] === "holds" && !statement.quantities.some(({ number }) => number === asked.number)
  );
  const differs = offersMore ||
    wanted.quantities.some(({ number }, index) =>
      sides[index] === "fails" && !statement.quantities.some((one) => one.number === number)
    );
  const measured = differs && wanted.quantities.every(({ dimension }) => dimension !== "count");
  const speaks = speaksForBidder(wanted, statement) ||
    measured && (speaksOfOffer(statement) || own && !startsOwn(statement));
  if (!statement.listed && !(speaks && plainQuantities(wanted, statement))) return undefined;
  if (
    sides.includes("fails") && !sides.includes("unknown") &&
    share >= Math.min(0.6, neededShare(wanted, statement))
  ) {
    return wanted.names.every((name) => statement.stems.has(name)) ? "not_met" : undefined;
  }
  if (sides.some((side) => side !== "holds")) return undefined;
  const { lately } = wanted;
  const each = isMoney(wanted.quantities[0]?.dimension ?? "");
  if (lately !== undefined && !isLate(statement, { lately, year: Number(asOf.slice(0, 4)), each })) {
    return undefined;
  }
  if (wanted.validUntil !== undefined && validUntil === undefined) return undefined;
  // A required day must be named exactly.
  const days = datesIn(statement.normal);
  if (wanted.dueBy !== undefined) {
    if (days.length === 0 || days.some((day) => day > (wanted.dueBy ?? day))) return undefined;
  } else if (wanted.validUntil === undefined && wanted.days.some((day) => !days.includes(day))) {
    return undefined;
  }
  if (wanted.identifiers.some((name) => !statement.stems.has(name))) return undefined;
  if (wanted.names.some((name) => !statement.stems.has(name)) || share < neededShare(wanted, statement)) {
    return undefined;
  }
  if (statement.listed) return statement.words.length <= 12 ? "met" : undefined;
  if (!isUnderstood(wanted, statement, { measured })) return undefined;
  const dated = validUntil !== undefined && wanted.validUntil === undefined;
  return own || offersMore || dated && isStatement(statement) ||
      isStatement(statement) && !isCopied(wanted, statement)
    ? "met"
    : undefined;
}

/** Parts of a deed: who does half of what is forbidden does it. */
const PARTS = /\b(?:half|some|part|parts|most|partly)\b|(?<!\p{L})(?:نصف|بعض|معظم|جزء\p{L}*)(?!\p{L})/gu;

/** Announces a deed that is forbidden: `Our crews will work at night`. */
function breaks(
  { wanted, statement, stance, share }: {
    wanted: ParsedRequirement;
    statement: Statement;
    stance: Stance;
    share: number;
  },
): boolean {
  if (!wanted.prohibits || wanted.negated.size > 0 || wanted.quantities.length > 0) return false;
  if (
    share < 1 || !stance.own || stance.conditional || stance.excepted || stance.ended || stance.negations > 0
  ) {
    return false;
  }
  const whole = stanceOf(statement.normal.replace(PARTS, " "), { asked: wanted.normal, question: false });
  return !whole.hedged && FUTURE.test(statement.normal) && !oppositeOf(wanted, statement);
}

/** It is done on a later day than asked for. */
function isTooLate({ dueBy }: ParsedRequirement, { normal }: Statement): boolean {
  const days = datesIn(normal);
  return dueBy !== undefined && days.length > 0 && days.every((day) => day > dueBy);
}

/** A measured thing, or one named by a number, is recognised by fewer words if nothing else is named. */
function neededShare(wanted: ParsedRequirement, statement: Statement): number {
  const { enumerates, identifiers, quantities } = wanted;
  if (enumerates) return 1;
  if (statement.listed && identifiers.length > 0) return 0.6;
  if (!namesNothingElse(wanted, statement)) return MET_SHARE;
  if (quantities.some(({ dimension }) => dimension !== "count")) return 0.5;
  return identifiers.length > 0 || quantities.length > 0 ? 0.6 : MET_SHARE;
}

/** Whether a sentence has a verb that states something. */
function isStatement({ normal }: Statement): boolean {
  return /\b(?:is|are|has|have|holds?|carr(?:y|ies)|includes?|covers?|comes?|runs?|works?|serves?|speaks?|compl(?:y|ies))\b|(?<!\p{L})(?:يشمل|تشمل|يغطي|تغطي|متاح|متاحه|يعمل|تعمل|يسري|تسري|مرفق|ساري|ساريه|حاصل|حاصله|معتمد|معتمده|مسجل|مسجله|مرخص|مرخصه|تبلغ|يبلغ)(?!\p{L})/u
    .test(normal);
}

/** Whether a sentence only repeats the requirement's words. */
function isCopied(wanted: ParsedRequirement, { content }: Statement): boolean {
  const known = new Set([
    ...wanted.terms,
    ...wanted.identifiers,
    ...wanted.quantities.flatMap(({ things }) => things),
  ]);
  return [...content].every((stem) => known.has(stem) || /^\d/.test(stem));
}

/** `Our … Delta holds …`: a name after the noun means somebody else. */
const NAMED_OTHER =
  /\b[Oo]ur (?:[a-z-]+ ){1,3}[A-Z][\p{L}&.-]+(?: [A-Z]\p{L}+)* (?:has|holds?|employs?|owns?|operates?|runs?|carries|carry|is|are|maintains?)\b/u;

/** `There is no day on which …` means always. */
const NO_CASE =
  /\bno (?:day|time|moment|case|hour|instance)\b|(?:لا يوجد|لا توجد|ليس هناك) (?:يوم|وقت|لحظه|حاله|ساعه)/u;
