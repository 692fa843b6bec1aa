/** Names above each other in a letterhead of the state: the body that issues the paper is the lowest. */
import type { TextLine } from "../results/field.ts";

/** A region, above the body within it that issues the paper: "إقليم الواحة" above "جماعة عين الزهراء". */
const REGION =
  /^(?:(?:ال)?(?:إقليم|عمالة|ولاية|محافظة|منطقة|جهة)(?!\p{L})|(?:province|governorate|county|state) of\s)/iu;
/** A country or a ministry, above one of its bodies: "وزارة الداخلية" above "بلدية وادي الزيتون". */
export const MINISTRY =
  /^(?:(?:وزارة|جمهورية|مملكة|المملكة|الجمهورية)(?!\p{L})|(?:ministry|republic|kingdom|sultanate|government) (?:of|for)\s)/iu;
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
  const below = names[names.indexOf(known) + 1];
  if (!below || !(isKnown(below) || BODY.test(below.name))) return known;
  const isAbove = REGION.test(known.name) ||
    (MINISTRY.test(known.name) && [REGION, MINISTRY, BODY].some((body) => body.test(below.name)));
  return isAbove ? issuingBody(below, names, isKnown) : known;
}
