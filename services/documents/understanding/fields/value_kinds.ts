/** Kinds of values that are known by their shape, whatever the layout. */
import { isHeading } from "../../reading/layout/table_words.ts";
import { beginsWithLabel, isAnyLabel, isLabelEnd } from "./any_label.ts";
import { isTitle, STREET } from "./name_line.ts";
import { isBareLabel, isDepartment, isOrganisation, isPost, TITLED } from "./name_shape.ts";
import { FORM } from "./party_name.ts";
import { isLabelLike, kindsOf } from "../grammar/word_kinds.ts";
import { findDates } from "../values/dates.ts";
import { asciiDigits } from "../values/digits.ts";
import { isOnlyCurrency } from "../values/currencies.ts";
import {
  AREA,
  CLOSING,
  COUNTED_SPAN,
  FORM_WORDS,
  GREETING,
  LANGUAGE,
  LAW_FIRST,
  MEANS,
  SEX,
} from "./shape_words.ts";
import { isNationality } from "./country_words.ts";

export type ValueKind =
  | "date"
  | "contact"
  | "code"
  | "amount"
  | "currency"
  | "span"
  | "languages"
  | "country"
  | "law"
  | "sex"
  | "means"
  | "address"
  | "street"
  | "form"
  | "firm"
  | "staff"
  | "greeting"
  | "title"
  | "label"
  | "label words";

const IS: Record<ValueKind, (value: string) => boolean> = {
  date: isDate,
  contact: isContact,
  code: isCode,
  amount: (value) => /^[^\p{L}\d]*\d[\d,. ]*[.,]\d{2,3}$/u.test(asciiDigits(value).trim()),
  currency: isOnlyCurrency,
  span: isSpan,
  languages: isListOfLanguages,
  country: (value) => !isLatinCode(value) && isNationality(value),
  law: (value) => LAW_FIRST.test(value),
  sex: (value) => SEX.test(value.trim()),
  means: (value) => wordsOf(value) <= MOST.means && MEANS.test(value) && !isOrganisation(value),
  address: isPlace,
  street: isStreet,
  form: isLegalForm,
  firm: isFirm,
  staff: isStaff,
  greeting: (value) => GREETING.test(value) || CLOSING.test(value),
  title: isTitle,
  label: (value) => isLabelEnd(value) || isBareLabel(value) || isAnyLabel(value),
  "label words": isOfLabels,
};

/** Whether a value is of one of the kinds. */
export function isOfKind(value: string, kinds: ValueKind[]): boolean {
  return kinds.some((kind) => IS[kind](value));
}

/** A code of three letters, which may be that of a nationality or a name. */
function isLatinCode(value: string): boolean {
  return /^[A-Z]{3}$/.test(value.trim());
}

/** The most words of a short value of its kind. */
const MOST = { means: 3, span: 8, level: 4, firm: 9 };

export function wordsOf(value: string): number {
  return value.trim().split(/\s+/).length;
}

/** Whether a date fills most of a value. */
function isDate(value: string): boolean {
  const [date] = findDates(value);
  return date !== undefined && date.raw.length >= value.trim().length * 0.6;
}

/** Whether a value is only a telephone number, an email address or a site. */
function isContact(value: string): boolean {
  const ascii = asciiDigits(value).trim();
  return /^\S+@\S+\.\S+$|^(?:https?:\/\/|www\.)\S+$/i.test(ascii) ||
    (/^[+(\d][\d\s().-]{6,}$/.test(ascii) && !isDate(value));
}

/** A word with several digits, such as the number of an account, perhaps behind letters: "JHL 2206". */
function isCode(value: string): boolean {
  return /^(?:\p{L}{1,5} )?[\p{L}&/.-]{0,12}\d[\p{L}\d/.-]*\d[\p{L}\d/.-]*$/u.test(asciiDigits(value).trim());
}

/** A length of time, alone or as terms of payment. */
function isSpan(value: string): boolean {
  return wordsOf(value) <= MOST.span && COUNTED_SPAN.test(asciiDigits(value)) && !isOrganisation(value) &&
    !isDate(value);
}

/** The parts of a list, and whether each is a language. */
export function languagesIn(value: string): { part: string; isKnown: boolean }[] {
  return value.split(/\s*[,،;؛/|·•]\s*|\s+(?:and|و)\s+|\s+و(?=ال)/u).filter((part) => /\p{L}{2}/u.test(part))
    .map((part) => ({ part, isKnown: LANGUAGE.test(part) }));
}

/** Two languages or more, perhaps with how well they are spoken. */
function isListOfLanguages(value: string): boolean {
  const parts = languagesIn(value);
  return parts.length > 1 && parts.every(({ part, isKnown }) => isKnown && wordsOf(part) <= MOST.level);
}

/** A street or a post box with its number or its town, and no name of a firm. */
function isPlace(value: string): boolean {
  if (isOrganisation(value) || FORM.test(value)) return false;
  const hasNumber = /\p{Nd}/u.test(value);
  if (/^(?:p\.?\s?o\.?\s?box|ص\.?\s?ب)(?!\p{L})/iu.test(value) || POST_CODE.test(asciiDigits(value))) {
    return true;
  }
  return (STREET.test(value) || AREA.test(value)) && (hasNumber || /[,،.]\s?\p{L}/u.test(value));
}

/** First words of an address with a number. */
const NUMBERED =
  /^(?:\d{1,5}[A-Za-z]?[\s,،]|(?:شارع|طريق|حي|ص\.\s?ب|p\.?\s?o\.?\s?box)(?!\p{L})|(?:shop|office|villa|unit|flat|building|plot|block|way|house|warehouse|محل|مبنى|فيلا|شقة|مكتب)\s(?:no\.?\s)?\d)/iu;

/** A street, a shop or a box with its number first, and no sentence about it. */
function isStreet(value: string): boolean {
  return NUMBERED.test(asciiDigits(value).trim()) && /[,،]/.test(value) && !/[:：]/.test(value) &&
    isPlace(value);
}

/** First words of firms in Arabic. */
const FIRM_FIRST = /^(?:شركة|مؤسسة|مجموعة|بنك|مصرف)\s\p{L}/u;

/** The name of a firm by its legal form or its first word. */
function isFirm(value: string): boolean {
  if (wordsOf(value) < 2 || wordsOf(value) > MOST.firm || /\p{Nd}/u.test(value)) return false;
  return (FORM.test(value) || FIRM_FIRST.test(value)) && !isLegalForm(value);
}

/** A town with its post code: "الرياض 14331", "Doha 24117". */
const POST_CODE = /^\p{L}[\p{L}' -]{2,20} \d{4,6}$/u;

/** Whether most words of a value are those of legal forms. */
export function isLegalForm(value: string): boolean {
  const words = value.split(/[\s()/,،-]+/u).filter((word) => /\p{L}/u.test(word));
  return words.length > 0 && words.filter((word) => FORM_WORDS.test(word)).length >= words.length * 0.75;
}

/** Whether a text is a department or a post, perhaps with the person there: "Personnel Dept., Ms. Sheeba". */
function isStaff(value: string): boolean {
  const [first = "", ...others] = value.split(/\s*[,،:]\s*|\s[–-]\s/u);
  const isHere = (part: string) => isDepartment(part) || (isPost(part) && !isOrganisation(part));
  return isHere(first) && others.every((one) => isHere(one) || TITLED.test(one));
}

/** Whether all words of a value are those of labels. */
function isOfLabels(value: string): boolean {
  if (isOrganisation(value)) return false;
  const isOneWord = wordsOf(value) === 1 && (kindsOf(value)?.length ?? 0) > 0;
  return isOneWord || isLabelLike(value) || beginsWithLabel(value) || isHeading(value);
}
