/** Rules out years of experience by the founding year or the graduation year. */
import type { Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";

const EXPERIENCE = /\b(?:experien\w*|years in)\b|(?<!\p{L})(?:ال)?خبره(?!\p{L})/u;
/** The year in which the bidder was founded. */
export const FOUNDED =
  /\b(?:founded|established|incorporated|set up)\b[^.;]{0,40}?\b(?:in|since) (?:[a-z]{3,9} )?((?:19|20)\d\d)\b|(?<!\p{L})(?:تاسست|تاسسنا|انشئت|اسسنا) (?:شركتنا|مؤسستنا|موسستنا|منشاتنا)?[^.؛]{0,20}?((?:19|20)\d\d)(?!\d)/u;

/** The year in which a person's career began. */
export const CAREER =
  /\b(?:career|professional life|working life|graduat\w*|qualified (?:as|in)|degree|entered the \w+|joined the (?:trade|profession|industry))\b[^.;]{0,40}?\b((?:19|20)\d\d)\b|(?<!\p{L})(?:مسيرت\p{L}+|حيات\p{L}{1,2}|مشوار\p{L}{1,2}|تخرج\p{L}{0,2}|تخرجت|بدا العمل|بدات العمل)(?!\p{L})[^.؛]{0,40}?(?<!\d)((?:19|20)\d\d)(?!\d)/u;

/** The year in which the bidder entered its trade: `We entered the landscaping business in 2021`. */
const ENTERED =
  /\b(?:we|our (?:company|firm|business|team)|the (?:company|firm))\b[^.;]{0,20}\b(?:entered|started|began|launched|opened|took up)\b[^.;]{0,60}?\b(?:in|since) (?:[a-z]{3,9} )?((?:19|20)\d\d)\b|(?<!\p{L})(?:دخلت|دخلنا|بدات|بدانا|باشرت|باشرنا|زاولت|زاولنا|انطلقت|انطلقنا)(?!\p{L})[^.؛]{0,60}?(?<!\d)((?:19|20)\d\d)(?!\d)/u;

/** Whether the start year leaves too little time for the required years of experience. */
export function hasTooFewYears(
  { normal, quantities }: ParsedRequirement,
  statement: Statement,
  year: number,
): boolean {
  const [required, ...others] = quantities;
  if (!required || others.length > 0 || required.dimension !== "days" || required.bound !== "at least") {
    return false;
  }
  if (!EXPERIENCE.test(normal)) return false;
  const [, english, arabic] = FOUNDED.exec(statement.normal) ?? CAREER.exec(statement.normal) ??
    ENTERED.exec(statement.normal) ?? [];
  const founded = Number(english ?? arabic);
  return founded > 0 && (year - founded + 1) * 365 < required.value;
}
