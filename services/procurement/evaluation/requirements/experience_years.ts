/** Years of experience that a founding year or a graduation leaves no time for. */
import type { Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";

const EXPERIENCE = /\b(?:experien\w*|years in)\b|(?<!\p{L})(?:ال)?خبره(?!\p{L})/u;
/** The bidder itself was founded in a year. */
export const FOUNDED =
  /\b(?:founded|established|incorporated|set up)\b[^.;]{0,40}?\b(?:in|since) (?:[a-z]{3,9} )?((?:19|20)\d\d)\b|(?<!\p{L})(?:تاسست|تاسسنا|انشئت|اسسنا) (?:شركتنا|مؤسستنا|موسستنا|منشاتنا)?[^.؛]{0,20}?((?:19|20)\d\d)(?!\d)/u;

/** A person's working life began in a year. */
export const CAREER =
  /\b(?:career|professional life|working life|graduat\w*|qualified (?:as|in)|degree|entered the \w+|joined the (?:trade|profession|industry))\b[^.;]{0,40}?\b((?:19|20)\d\d)\b|(?<!\p{L})(?:مسيرت\p{L}+|حيات\p{L}{1,2}|مشوار\p{L}{1,2}|تخرج\p{L}{0,2}|تخرجت|بدا العمل|بدات العمل)(?!\p{L})[^.؛]{0,40}?(?<!\d)((?:19|20)\d\d)(?!\d)/u;

/** `We entered the landscaping business in 2021`: the bidder began its trade in a year. */
const ENTERED =
  /\b(?:we|our (?:company|firm|business|team)|the (?:company|firm))\b[^.;]{0,20}\b(?:entered|started|began|launched|opened|took up)\b[^.;]{0,60}?\b(?:in|since) (?:[a-z]{3,9} )?((?:19|20)\d\d)\b|(?<!\p{L})(?:دخلت|دخلنا|بدات|بدانا|باشرت|باشرنا|زاولت|زاولنا|انطلقت|انطلقنا)(?!\p{L})[^.؛]{0,60}?(?<!\d)((?:19|20)\d\d)(?!\d)/u;

/** Whether a founding year, or the start of a trade, is too late for the years of experience that are asked for. */
export function isTooYoung(
  { normal, quantities }: ParsedRequirement,
  statement: Statement,
  year: number,
): boolean {
  const [asked, ...others] = quantities;
  if (!asked || others.length > 0 || asked.dimension !== "days" || asked.side !== "at least") return false;
  if (!EXPERIENCE.test(normal)) return false;
  const [, english, arabic] = FOUNDED.exec(statement.normal) ?? CAREER.exec(statement.normal) ??
    ENTERED.exec(statement.normal) ?? [];
  const founded = Number(english ?? arabic);
  return founded > 0 && (year - founded + 1) * 365 < asked.value;
}
