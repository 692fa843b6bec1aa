/**
 * Detects sentences that name the required item without offering it: quoted duties, open choices, stocks and
 * product ranges.
 */
import type { RequirementFeatures } from "./requirement_features.ts";
import { compareQuantities } from "./comparison.ts";
import { missingItems } from "./items.ts";
import type { Statement } from "./statement.ts";

/**
 * A duty of the contractor, quoted from the tender: `Under the terms of reference the contractor tests …`.
 */
const QUOTED_DUTY =
  /(?<!\p{L})[وف]?علي (?:ال)?(?:متعهد|مقاول|مورد|متقدم|مزود|منفذ|مقدم (?:ال)?(?:عطاء|عرض|خدمه))(?!\p{L})|(?<!\p{L})(?:وفق|وفقا ل|ب?حسب|بموجب|طبقا ل) ?(?:ل?نطاق|ل?لنطاق|كراس\p{L}*|ل?لكراس\p{L}*|(?:ال)?شروط المرجعيه|(?:ال)?وثيق\p{L}*|وثائق)(?: \p{L}+){0,2} (?:الصادر\p{L}*|المعد\p{L}*|المنشور\p{L}*|المرجعيه|المنافسه|المناقصه)|\b(?:the|your) (?:specifications?|terms of reference|scope of work|brief|tender documents?|rfp|schedule of requirements) (?:sets?|asks?|calls?|requires?|demands?|states?|says?|lists?|fix(?:es)?|specif(?:y|ies)|prescribes?|stipulates?|wants?)\b|\b(?:under|by|per|according to|in) the (?:terms of reference|scope of work|specifications?|brief) (?:issued|published|drawn up|prepared|written) by\b/u;

/** Depends on a later choice or approval: `in the cases that the committee approves`. */
const LEFT_OPEN =
  /\b(?:in|for) (?:(?:the|those|such|all) )?(?:cases|situations|circumstances|instances) (?:that|which|where|in which|approved|agreed|accepted)\b|\bfor (?:those|anyone|anybody|whoever|clients|customers|buyers|guests|users|people|staff|participants) (?:who |that )?(?:ask|asks|want|wants|wish|wishes|prefer|prefers|request|requests|like|likes|choose|chooses|opt|opts|desire)\b|(?<!\p{L})في (?:ال)?(?:احوال|حالات|ظروف) التي(?!\p{L})|(?<!\p{L})لمن (?:رغب|شاء|اراد|طلب|احب|اختار|فضل|ود)\p{L}{0,2}(?!\p{L})/u;

/** Goods that the bidder stocks or sells, without an offer. */
const IN_STOCK =
  /\b(?:in|from|within|part of|among) our (?:\w+ )?(?:range|catalogue|catalog|portfolio|assortment|product line|showroom)\b|\bwe (?:also )?(?:stock|sell|trade in|deal in)\b|(?<!\p{L})(?:في|ضمن|من) (?:مخازننا|مستودعاتنا|تشكيلتنا|معرضنا|معارضنا|قائمه منتجاتنا|كتالوجنا|منتجاتنا)(?!\p{L})/u;
const STOCKS =
  /\b(?:stocks?|stocked|range|warehouse\w*|stores?|catalogue|showroom|portfolio|keep|kept|held|inventory)\b|(?<!\p{L})(?:ال|ب|في )?(?:مخزون\p{L}*|مخازن\p{L}*|مستودع\p{L}*|معرض\p{L}*|تخزين|كتالوج)(?!\p{L})/u;

/** Whether a sentence only quotes a duty, leaves a choice open, or describes a stock. */
export function offersNothing(
  { requirement: { normal } }: RequirementFeatures,
  { normal: sentenceText }: Statement,
): boolean {
  const stated = (pattern: RegExp) => pattern.test(sentenceText) && !pattern.test(normal);
  return stated(QUOTED_DUTY) || stated(LEFT_OPEN) || stated(IN_STOCK) && !STOCKS.test(normal);
}

/** Marks a quantity per part: a batch, a box or an hour. */
const OF_A_PART =
  /\b(?:each|every|apiece|per|an? (?:hour|shift|batch|box|carton|pack|day|week))\b|(?<!\p{L})[وفب]?(?:في )?(?:لكل|كل|(?:ال)?(?:ساعه|دفعه|ورديه|كرتون|صندوق|عبوه|جلسه|رحله|يوم|اسبوع) الواحده?|(?:في|ب)الساعه)(?!\p{L})/u;

/**
 * Whether a quantity that is too small is per part and the number of parts follows, so that only the product
 * decides.
 */
export function isPartialQuantity({ requirement }: RequirementFeatures, statement: Statement): boolean {
  if (!OF_A_PART.test(statement.normal) || statement.quantities.length < 2) return false;
  return requirement.quantities.some((required) =>
    required.bound !== "at most" && required.dimension === "count" &&
    compareQuantities(required, statement) !== "holds"
  ) && !OF_A_PART.test(requirement.normal);
}

/** A choice that the bidder has not made yet. */
const UNDECIDED =
  /\b(?:not|yet to) (?:yet )?(?:be )?(?:decided?|settled?|made up our minds?|determined?|chosen?)\b|\bundecided\b|\b(?:decide|choose|pick|select|determine) (?:later )?(?:between|which|whether)\b|(?<!\p{L})لم (?:نحسم|نقرر|نختر|نستقر|نحدد|[يت]حسم|[يت]تقرر|[يت]حدد)(?!\p{L})|(?<!\p{L})و?س?(?:نحدد|نختار|نقرر|نعين) (?:\p{L}+ )?(?:منهما|منها|منهم|بينهما|بينها|بينهم|ايهما|ايها)(?!\p{L})/u;

/** Whether the sentence leaves open what the bidder offers. */
export function isUndecided({ normal }: Statement): boolean {
  return UNDECIDED.test(normal);
}

const SINCE = /\bsince\b|(?<!\p{L})منذ(?!\p{L})/u;

/**
 * Whether the years since a date belong to one of several required items: certified since 2021, where a
 * certificate and ten years' experience are required.
 */
export function datesAnotherItem({ requirement, items }: RequirementFeatures, statement: Statement): boolean {
  return SINCE.test(statement.normal) && missingItems(items, statement.words) > 0 &&
    requirement.quantities.every(({ dimension }) => dimension === "days");
}
