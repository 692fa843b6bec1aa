/** Sums that a bid tells by the month or the year, against one that is asked for the whole. */
import { datesIn } from "./dates.ts";
import { isOnAskedSide } from "./comparison.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import { numberOf, scaleOf } from "./number_words.ts";
import { oppositeOf } from "./opposites.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { isMoney, unitOf } from "./units.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { isLight, wordsOf } from "./words.ts";

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

/** For how many days a sum is asked: a year's, or that of so many years. */
function spanOf({ normal, quantities, term }: ParsedRequirement): number | undefined {
  if (term !== undefined) return term;
  const times = quantities.filter(({ dimension }) => dimension === "days");
  return times.length === 1 ? times[0]?.value : times.length === 0 ? paceOf(normal) : undefined;
}

/** A sum for each of something, rather than for the whole. */
const OF_EACH =
  /\b(?:unit (?:price|rate|cost)|(?:per|a|each|every) (?:unit|piece|metre|meter|sqm|kg|kilo\w*|litre|ton\w*|km|hour|day|user|seat|visit|copy|page|person|item|trip|device|licence|head|meal)|apiece|each)\b|(?<!\p{L})(?:سعر|تكلفه|اجره|قيمه) (?:ال)?(?:متر|وحده|طن|لتر|كيلو\p{L}*|ساعه|يوم|نسخه|قطعه|حبه|وجبه|زياره|رحله|جهاز|مستخدم|صفحه|شخص|sqm|cbm)(?!\p{L})|(?<!\p{L})(?:للمتر|للوحده|للطن|للتر|للساعه|للقطعه|للنسخه|لكل|للواحد\p{L}?|للشخص)(?!\p{L})/u;

/** Whether a sum is asked for the whole, and told for each of something. */
export function isUnitPrice({ normal, quantities }: ParsedRequirement, said: Statement): boolean {
  return quantities.some(({ dimension, side }) => isMoney(dimension) && side === "at most") &&
    OF_EACH.test(said.normal) && !OF_EACH.test(normal);
}

const BUDGET =
  /\b(?:budget|total|ceiling|lump sum|overall)\b|(?<!\p{L})(?:ال|لل|ب)?(?:ميزانيه|اجمالي\p{L}*|سقف)(?!\p{L})/u;
const OUR_TOTAL =
  /\b(?:total|lump sum|overall|grand total|in all|our (?:\w+ )?(?:price|bid|offer|quotation|tender)|contract price)\b|(?<!\p{L})(?:ال)?(?:اجمالي\p{L}*|سعرنا|قيمه (?:عرضنا|العرض|عطائنا|العطاء)|سعر (?:عرضنا|العرض))(?!\p{L})/u;
/** Words of a demand for a price alone, of nothing in particular. */
const PRICE_ALONE =
  /^(?:budget|ceiling|total|price|prices|cost|costs|fee|fees|value|sum|lump|overall|contract|contracts|project|bid|offer|tender|annual|yearly|annually|monthly|maximum|max|including|inclusive|incl|vat|tax|taxes|all|(?:ال|لل|ب|و)?(?:ميزانيه|اجمالي\p{L}*|سعر|سقف|قيمه|تكلفه|عرض|عقد|مشروع|حد|اعلي|اقصي|سنوي\p{L}{0,2}|شامله?|ضريبه|مضافه))$/u;

/**
 * The finding where a price is asked for at most: the sum of all months or years, or the bid's total against a budget.
 */
export function totalReading(wanted: ParsedRequirement, statement: Statement): SentenceFinding {
  const asked = wanted.quantities.find(({ dimension }) => isMoney(dimension));
  if (asked?.side !== "at most" || !PRICE.test(wanted.normal) && !BUDGET.test(wanted.normal)) {
    return undefined;
  }
  const [one, ...others] = statement.quantities.filter(({ dimension }) => isMoney(dimension));
  if (one === undefined || others.length > 0 || one.dimension !== asked.dimension) return undefined;
  if (datesIn(statement.normal).length > 0 || isUnitPrice(wanted, statement)) return undefined;
  const { demands, elsewhere, conditional, hedged, excepted, negations } = stanceOf(statement.normal, {
    asked: wanted.normal,
    question: statement.question,
  });
  if (demands || elsewhere || conditional || hedged || excepted || negations > 0) return undefined;
  const alone = wordsOf(wanted.normal).every((word) =>
    isLight(word) || PRICE_ALONE.test(word) || /^\d/.test(word) || numberOf(word) !== undefined ||
    scaleOf(word) !== undefined || unitOf(word) !== undefined
  );
  const [span, pace] = [spanOf(wanted), paceOf(statement.normal)];
  if (span !== undefined && pace !== undefined && Math.abs(span - pace) >= 1) {
    if (!PRICE.test(statement.normal)) return undefined;
    // The price of one thing alone may exceed the sum; being below it shows nothing about all of them.
    if (!isOnAskedSide(asked, one.value * span / pace)) return "not_met";
    return alone && !BUDGET.test(wanted.normal) ? "met" : undefined;
  }
  if (!alone || pace !== undefined || !OUR_TOTAL.test(statement.normal) || !BUDGET.test(wanted.normal)) {
    return undefined;
  }
  if (oppositeOf(wanted, statement)) return undefined;
  return isOnAskedSide(asked, one.value) ? "met" : "not_met";
}
