/** Recognises labels by the kinds of their words, whatever the exact wording. */
import { asciiDigits } from "../values/digits.ts";
import type { FieldRule, TextLine } from "../results/field.ts";
import { kindsOf } from "../grammar/word_kinds.ts";
import { namedBy } from "./named_fields.ts";

export interface GrammarLabel {
  rule: FieldRule;
  /** The text after the label; empty if the cell is only a label. */
  rest: string;
  marked: boolean;
  vague: boolean;
  /** The index in the cell's text where the label ends. */
  to: number;
}

/** A colon, dots or a dash between a label and its value. */
const MARK = /\s*(?:[:：]|\s[-–]\s|(?:[.·…_]\s?){4,}|(?<=\p{Script=Arabic} ?)\/(?= ?\p{Script=Arabic}))\s*/u;
const PERCENT = /\d+(?:[.,]\d+)?\s*[%٪]|[%٪]\s*\d+(?:[.,]\d+)?/g;

/** An abbreviation in brackets, which repeats the label: "Taxpayer Identification Number (TIN)". */
const ABBREVIATION = /\((\p{Lu}{2,6})\)/gu;

/** End of a label that includes an amount: "VAT at 20% on £256.80". */
const BASE = /\s(?:on|of|على)\s*$/u;

/** The time for which an amount is, which belongs to its label: "Total contract value, 12 months". */
const DURATION = /^[\d٠-٩]{1,3}\s?(?:days?|weeks?|months?|years?|يوما?|أيام|شهرا?|أشهر|سنة|سنوات|عاما?)$/iu;

/** The day for which an amount is, without its year: "Balance brought forward 01 Jun". */
export const DAY =
  /^(?:(?:on|at|as at|as of|في|بتاريخ)\s)?(?:[\d٠-٩]{1,2}(?:st|nd|rd|th)?[\s-](?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر)\p{L}{0,6}|[\d٠-٩]{1,2}[/.-][\d٠-٩]{1,2})\.?$/iu;

/** A share of something, which is a value: "1% of the price". */
const SHARE_OF = /^[\d٠-٩.,٫]{1,6}\s?[%٪]\s+(?:of|من)\s/iu;

/** The fields named by a cell's label, if all its words are label words. */
export function grammarLabels({ text, confidence }: TextLine, rules: FieldRule[]): GrammarLabel[] {
  if (!rules.some(({ means }) => means) || SHARE_OF.test(text)) return [];
  const mark = MARK.exec(text);
  const tolerant = confidence < 1;
  if (mark && mark.index > 1 && !/[\d٠-٩]/.test(text.slice(0, mark.index).replace(PERCENT, ""))) {
    const to = mark.index + mark[0].length;
    const rest = text.slice(to).trim();
    const named = labelled(text.slice(0, mark.index), { rules, tolerant, rest, marked: true, to });
    // "Add: CGST @ 9%": the whole cell is the label.
    if (named.length > 0 || rest === "" || /[\d٠-٩]/.test(rest.replace(PERCENT, ""))) return named;
    return labelled(text, { rules, tolerant, rest: "", marked: false, to: text.length });
  }
  const ascii = asciiDigits(text).replace(PERCENT, (rate) => " ".repeat(rate.length));
  const digit = numberStart(ascii);
  if (digit < 0) return labelled(text, { rules, tolerant, rest: "", marked: false, to: text.length });
  if (digit < 2) return [];
  const label = text.slice(0, digit);
  // A word before a number can be part of an address, not its label: "محل 12، طريق 331".
  const isPlace = ({ type }: FieldRule) =>
    (type === "address" || (type === "text" && /[,،]/.test(text))) && !/\s/.test(label.trim());
  const rest = BASE.test(ascii.slice(0, digit)) ? "" : firstSentence(text.slice(digit).trim());
  return labelled(label, { rules, tolerant, rest, marked: false, to: digit }).filter(({ rule }) =>
    !isPlace(rule)
  ).map((named) =>
    named.rule.type === "money" && (DURATION.test(named.rest) || DAY.test(named.rest))
      ? { ...named, rest: "", to: text.length }
      : named
  );
}

/** Where the first word with a digit begins; -1 without one. A pattern would take quadratic time in long words. */
function numberStart(text: string): number {
  let at = text.search(/\d/);
  while (at > 0 && /\S/.test(text.charAt(at - 1))) at--;
  return at;
}

/** The text after a label up to the end of the sentence, or up to a dash before words. */
export function firstSentence(text: string): string {
  return text.split(/(?<=\d)[:：]\s|\.\s+(?=\p{Lu}|\p{Script=Arabic})|\s[-–]\s(?=[^\d]*$)/u)[0] ?? "";
}

interface Part extends Omit<GrammarLabel, "rule" | "vague"> {
  rules: FieldRule[];
  tolerant: boolean;
}

function labelled(label: string, { rules, tolerant, ...part }: Part): GrammarLabel[] {
  const clean = label.replace(PERCENT, " ").replace(
    ABBREVIATION,
    (whole, short) => kindsOf(short) === undefined ? " " : whole,
  );
  const rest = withoutLabel(part.rest, label);
  return ofTongues(clean, rules, tolerant).map((named) => ({ ...named, ...part, rest }));
}

/** Removes the label's translation before the value: "Customer / العميل: Dana Stores". */
export function withoutLabel(rest: string, label: string): string {
  const isArabic = /\p{Script=Arabic}/u.test(label);
  const other = isArabic
    ? /^[\s:/|]*([A-Za-z][A-Za-z\s.]*)(?=[\s:/|]+\p{Script=Arabic})/u
    : /^[\s:/|]*([\p{Script=Arabic}\s]+)(?=[\s:/|]+[A-Za-z\d])/u;
  const [whole = "", words = ""] = other.exec(rest) ?? [];
  return words !== "" && kindsOf(words) !== undefined
    ? rest.slice(whole.length).replace(/^[\s:/|]+/, "")
    : rest;
}

/** Whether a label means a discount, although some of its words could mean the remaining sum: "إجمالي الخصم". */
function isDiscount(label: string): boolean {
  return /discount|rebate|خصم|حسم|تخفيض/iu.test(label) && !/after|before|net|less|بعد|قبل|صافي/iu.test(label);
}

/** Fields of a bilingual label: those named by both languages, else by one. */
function ofTongues(
  label: string,
  rules: FieldRule[],
  tolerant: boolean,
): { rule: FieldRule; vague: boolean }[] {
  const arabic = label.replace(/[^\p{Script=Arabic}\s]/gu, " ").trim();
  const latin = label.replace(/[^\p{Script=Latin}\s#.]/gu, " ").trim();
  if (isDiscount(label)) return [];
  // In "Total الصافي" the Arabic word means the amount to pay, not the net amount.
  const isLeft = /^(?:ال)?صافي$/u.test(arabic) && latin !== "";
  const whole = namedBy(isLeft ? latin : label, rules, tolerant);
  if (whole.length > 0) return whole;
  if (arabic === "" || latin === "") return [];
  const [one, other] = [namedBy(arabic, rules, tolerant), namedBy(latin, rules, tolerant)];
  const both = one.filter(({ rule }) => other.some((also) => also.rule === rule));
  if (both.length > 0) return both;
  return one.length > 0 && other.length > 0 ? [] : [...one, ...other];
}
