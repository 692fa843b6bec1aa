/** Names above each other in a letterhead of the state: the body that issues the paper is the lowest. */
import type { TextLine } from "../results/field.ts";

/** A region, above the body within it that issues the paper: "إقليم الواحة" above "جماعة عين الزهراء". */
const REGION =
  /^(?:(?:ال)?(?:إقليم|عمالة|ولاية|محافظة|منطقة|جهة)(?!\p{L})|(?:province|governorate|county|state) of\s)/iu;
/** A country or a ministry, above one of its bodies: "وزارة الداخلية" above "بلدية وادي الزيتون". */
export const MINISTRY =
  /^(?:(?:وزارة|جمهورية|مملكة|المملكة|الجمهورية)(?!\p{L})|(?:ministry|republic|kingdom|sultanate|government) (?:of|for)\s)/iu;
/** The office of a post, above the body to which it belongs: "Office of the Medical Superintendent". */
export const OFFICE =
  /^(?:office of (?:the )?|مكتب (?:ال)?(?:سيدة? )?(?:ال)?(?:مديرة?|رئيسة?|وزيرة?|وكيلة?|محافظ|عميدة?|أمينة?|قائد)(?!\p{L}))/iu;
/** A country or the taxman at the head of a form that a firm fills in: "Government of the People's Republic". */
const STATE =
  /^(?:(?:ال)?(?:جمهورية|مملكة|حكومة)(?!\p{L})|(?:the )?(?:government|republic|kingdom|sultanate) of\s|(?:\p{L}+ ){0,3}(?:board of revenue|(?:inland )?revenue (?:board|authority|service|department)|tax authority)$|(?:ال)?هيئة (?:ال)?(?:زكاة|ضرائب|اتحادية للضرائب)|مصلحة الضرائب)/iu;
/** Bodies that issue papers in their own name, unlike a department. */
const BODY =
  /^(?:ال)?(?:بلدية|جماعة|مستشفى|جامعة|هيئة|مؤسسة|شركة|معهد|كلية|مجلس|وكالة|ديوان|مركز|تجمع)(?!\p{L})|(?<!\p{L})(?:municipality|authority|hospital|university|agency|council|college|institute|corporation|company)(?!\p{L})/iu;

export interface NamedCell {
  name: string;
  cell: TextLine;
}

/** The body that issues a paper: `known`, or the one below it if that is only what it belongs to. */
export function issuingBody(
  known: NamedCell,
  names: NamedCell[],
  isKnown: (one: NamedCell) => boolean,
): NamedCell {
  const { box } = known.cell;
  const below = names.slice(names.indexOf(known) + 1)
    .find(({ cell }) => cell.box.left < box.right && cell.box.right > box.left) ??
    names[names.indexOf(known) + 1];
  if (!below || !(isKnown(below) || BODY.test(below.name))) return known;
  const isAbove = REGION.test(known.name) || OFFICE.test(known.name) ||
    (MINISTRY.test(known.name) && [REGION, MINISTRY, BODY].some((body) => body.test(below.name)));
  return isAbove ? issuingBody(below, names, isKnown) : known;
}

/** Fields whose value is never the country at the head of its tax office's form. */
const OF_FIRMS = ["vendor_name", "merchant_name", "bidder_name", "bank_name"];

/** Whether a text at the head is the state's, and the field a firm's. */
export function isState(key: string, text: string): boolean {
  return OF_FIRMS.includes(key) && STATE.test(text);
}
