/** Sentences that name the requested thing without an offer of it: quoted duties, choices left open, stocks and ranges. */
import type { RequirementFeatures } from "./requirement_features.ts";
import { compareQuantities } from "./comparison.ts";
import type { Statement } from "./statement.ts";

/** A duty of the contractor, as a paper of the buyer puts it: `Under the terms of reference the contractor tests …`. */
const QUOTED_DUTY =
  /(?<!\p{L})[وف]?علي (?:ال)?(?:متعهد|مقاول|مورد|متقدم|مزود|منفذ|مقدم (?:ال)?(?:عطاء|عرض|خدمه))(?!\p{L})|(?<!\p{L})(?:وفق|وفقا ل|ب?حسب|بموجب|طبقا ل) ?(?:ل?نطاق|ل?لنطاق|كراس\p{L}*|ل?لكراس\p{L}*|(?:ال)?شروط المرجعيه|(?:ال)?وثيق\p{L}*|وثائق)(?: \p{L}+){0,2} (?:الصادر\p{L}*|المعد\p{L}*|المنشور\p{L}*|المرجعيه|المنافسه|المناقصه)|\b(?:the|your) (?:specifications?|terms of reference|scope of work|brief|tender documents?|rfp|schedule of requirements) (?:sets?|asks?|calls?|requires?|demands?|states?|says?|lists?|fix(?:es)?|specif(?:y|ies)|prescribes?|stipulates?|wants?)\b|\b(?:under|by|per|according to|in) the (?:terms of reference|scope of work|specifications?|brief) (?:issued|published|drawn up|prepared|written) by\b/u;

/** Only where somebody agrees, asks or chooses: `in the cases that the committee approves`. */
const LEFT_OPEN =
  /\b(?:in|for) (?:(?:the|those|such|all) )?(?:cases|situations|circumstances|instances) (?:that|which|where|in which|approved|agreed|accepted)\b|\bfor (?:those|anyone|anybody|whoever|clients|customers|buyers|guests|users|people|staff|participants) (?:who |that )?(?:ask|asks|want|wants|wish|wishes|prefer|prefers|request|requests|like|likes|choose|chooses|opt|opts|desire)\b|(?<!\p{L})في (?:ال)?(?:احوال|حالات|ظروف) التي(?!\p{L})|(?<!\p{L})لمن (?:رغب|شاء|اراد|طلب|احب|اختار|فضل|ود)\p{L}{0,2}(?!\p{L})/u;

/** Goods that the bidder keeps or could sell, of which none is offered here. */
const IN_STOCK =
  /\b(?:in|from|within|part of|among) our (?:\w+ )?(?:range|catalogue|catalog|portfolio|assortment|product line|showroom)\b|\bwe (?:also )?(?:stock|sell|trade in|deal in)\b|(?<!\p{L})(?:في|ضمن|من) (?:مخازننا|مستودعاتنا|تشكيلتنا|معرضنا|معارضنا|قائمه منتجاتنا|كتالوجنا|منتجاتنا)(?!\p{L})/u;
const STOCKS =
  /\b(?:stocks?|stocked|range|warehouse\w*|stores?|catalogue|showroom|portfolio|keep|kept|held|inventory)\b|(?<!\p{L})(?:ال|ب|في )?(?:مخزون\p{L}*|مخازن\p{L}*|مستودع\p{L}*|معرض\p{L}*|تخزين|كتالوج)(?!\p{L})/u;

/** Whether a sentence only quotes a duty, leaves the thing to a choice, or tells of a stock. */
export function isUnoffered(
  { wanted: { normal } }: RequirementFeatures,
  { normal: says }: Statement,
): boolean {
  const said = (pattern: RegExp) => pattern.test(says) && !pattern.test(normal);
  return said(QUOTED_DUTY) || said(LEFT_OPEN) || said(IN_STOCK) && !STOCKS.test(normal);
}

/** A share of a whole: of a batch, a box or an hour, of which there are several. */
const OF_A_PART =
  /\b(?:each|every|apiece|per|an? (?:hour|shift|batch|box|carton|pack|day|week))\b|(?<!\p{L})[وفب]?(?:في )?(?:لكل|كل|(?:ال)?(?:ساعه|دفعه|ورديه|كرتون|صندوق|عبوه|جلسه|رحله|يوم|اسبوع) الواحده?|(?:في|ب)الساعه)(?!\p{L})/u;

/** Whether a number that is too small is that of a part, and the number of parts is told too: only a product decides. */
export function isOfAPart({ wanted }: RequirementFeatures, statement: Statement): boolean {
  if (!OF_A_PART.test(statement.normal) || statement.quantities.length < 2) return false;
  return wanted.quantities.some((asked) =>
    asked.side !== "at most" && asked.dimension === "count" &&
    compareQuantities(asked, statement) !== "holds"
  ) && !OF_A_PART.test(wanted.normal);
}
