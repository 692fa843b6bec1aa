/** Compares monthly or yearly sums of a bid with a required total. */
import { datesIn } from "./dates.ts";
import { satisfiesBound } from "./comparison.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import { numberOf, scaleOf } from "./number_words.ts";
import { statesOpposite } from "./opposites.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { isMoney, unitOf } from "./units.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { isStopWord, wordsOf } from "./words.ts";

const MONTH = 365 / 12;
const PACES: [RegExp, number][] = [
  [/\b(?:monthly|(?:per|a|each|every) month)\b|(?<!\p{L})(?:ال)?شهري\p{L}{0,2}(?!\p{L})/u, MONTH],
  [
    /\b(?:quarterly|(?:per|a|each|every) quarter)\b|(?<!\p{L})(?:ال)?(?:فصلي\p{L}{0,2}|ربع سنوي\p{L}{0,2})/u,
    3 * MONTH,
  ],
  [
    /\b(?:annual|annually|yearly|(?:per|a|each|every) (?:year|annum))\b|(?<!\p{L})(?:ال)?سنوي\p{L}{0,2}(?!\p{L})/u,
    365,
  ],
];
const PRICE =
  /\b(?:budget|prices?|priced|fees?|costs?|charges?|rates?|value|amount|sum|rent|salary)\b|(?<!\p{L})[وب]?(?:ال)?(?:ميزاني\p{L}*|سعر\p{L}*|اسعار\p{L}*|اجر\p{L}*|اجور|قيم\p{L}*|تكلف\p{L}*|اتعاب\p{L}*|ايجار|مبلغ|بدل)(?!\p{L})/u;

function paceOf(normal: string): number | undefined {
  const found = PACES.filter(([pattern]) => pattern.test(normal)).map(([, days]) => days);
  return found.length === 1 ? found[0] : undefined;
}

/** The number of days that the required sum covers. */
function spanOf({ normal, quantities, term }: ParsedRequirement): number | undefined {
  if (term !== undefined) return term;
  const times = quantities.filter(({ dimension }) => dimension === "days");
  return times.length === 1 ? times[0]?.value : times.length === 0 ? paceOf(normal) : undefined;
}

/** Marks a unit price. */
const OF_EACH =
  /\b(?:unit (?:price|rate|cost)|(?:per|a|each|every) (?:unit|piece|metre|meter|sqm|kg|kilo\w*|litre|ton\w*|km|hour|day|user|seat|visit|copy|page|person|item|trip|device|licence|head|meal)|apiece|each)\b|(?<!\p{L})(?:سعر|تكلفه|اجره|قيمه) (?:ال)?(?:متر|وحده|طن|لتر|كيلو\p{L}*|ساعه|يوم|نسخه|قطعه|حبه|وجبه|زياره|رحله|جهاز|مستخدم|صفحه|شخص|sqm|cbm)(?!\p{L})|(?<!\p{L})(?:للمتر|للوحده|للطن|للتر|للساعه|للقطعه|للنسخه|لكل|للواحد\p{L}?|للشخص)(?!\p{L})/u;

/** Whether the requirement limits a total and the sentence states a unit price. */
export function isUnitPrice({ normal, quantities }: ParsedRequirement, statement: Statement): boolean {
  return quantities.some(({ dimension, bound }) => isMoney(dimension) && bound === "at most") &&
    OF_EACH.test(statement.normal) && !OF_EACH.test(normal);
}

const BUDGET =
  /\b(?:budget|total|ceiling|lump sum|overall)\b|(?<!\p{L})(?:ال|لل|ب)?(?:ميزانيه|اجمالي\p{L}*|سقف)(?!\p{L})/u;
const OUR_TOTAL =
  /\b(?:total|lump sum|overall|grand total|in all|our (?:\w+ )?(?:price|bid|offer|quotation|tender)|contract price)\b|(?<!\p{L})(?:ال)?(?:اجمالي\p{L}*|سعرنا|قيمه (?:عرضنا|العرض|عطائنا|العطاء)|سعر (?:عرضنا|العرض))(?!\p{L})/u;
/** Words of a requirement that limits only the price. */
const PRICE_ALONE =
  /^(?:budget|ceiling|total|price|prices|cost|costs|fee|fees|value|sum|lump|overall|contract|contracts|project|bid|offer|tender|annual|yearly|annually|monthly|maximum|max|including|inclusive|incl|vat|tax|taxes|all|(?:ال|لل|ب|و)?(?:ميزانيه|اجمالي\p{L}*|سعر|سقف|قيمه|تكلفه|عرض|عقد|مشروع|حد|اعلي|اقصي|سنوي\p{L}{0,2}|شامله?|ضريبه|مضافه))$/u;

/**
 * Reads a requirement with a maximum price: compares the sum of all months or years, or the bid's total with
 * a budget.
 */
export function totalReading(requirement: ParsedRequirement, statement: Statement): SentenceFinding {
  const required = requirement.quantities.find(({ dimension }) => isMoney(dimension));
  if (required?.bound !== "at most" || !PRICE.test(requirement.normal) && !BUDGET.test(requirement.normal)) {
    return undefined;
  }
  const [one, ...others] = statement.quantities.filter(({ dimension }) => isMoney(dimension));
  if (one === undefined || others.length > 0 || one.dimension !== required.dimension) return undefined;
  if (datesIn(statement.normal).length > 0 || isUnitPrice(requirement, statement)) return undefined;
  const { demands, elsewhere, conditional, hedged, excepted, negations } = stanceOf(statement.normal, {
    requirementText: requirement.normal,
    question: statement.question,
  });
  if (demands || elsewhere || conditional || hedged || excepted || negations > 0) return undefined;
  const alone = wordsOf(requirement.normal).every((word) =>
    isStopWord(word) || PRICE_ALONE.test(word) || /^\d/.test(word) || numberOf(word) !== undefined ||
    scaleOf(word) !== undefined || unitOf(word) !== undefined
  );
  const [span, pace] = [spanOf(requirement), paceOf(statement.normal)];
  if (span !== undefined && pace !== undefined && Math.abs(span - pace) >= 1) {
    if (!PRICE.test(statement.normal)) return undefined;
    // The price of one item may refute the limit on all items but cannot prove it.
    if (!satisfiesBound(required, one.value * span / pace)) return "not_met";
    return alone && !BUDGET.test(requirement.normal) ? "met" : undefined;
  }
  if (!alone || pace !== undefined || !OUR_TOTAL.test(statement.normal) || !BUDGET.test(requirement.normal)) {
    return undefined;
  }
  if (statesOpposite(requirement, statement)) return undefined;
  return satisfiesBound(required, one.value) ? "met" : "not_met";
}
