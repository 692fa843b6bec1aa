/** Tells by its shape alone whether a value may be one of its field, whatever the layout put beside the label. */
import { isHeading } from "../../reading/layout/table_words.ts";
import { beginsWithLabel, isAnyLabel, isLabelEnd } from "./any_label.ts";
import { isTitle, STREET, TO_SIDE } from "./name_line.ts";
import {
  COMPANY,
  isBareLabel,
  isDepartment,
  isNameField,
  isNameLike,
  isNoParty,
  isOrganisation,
  isPost,
  TITLED,
} from "./name_shape.ts";
import { FORM } from "./party_name.ts";
import { isLabelLike, kindsOf } from "../grammar/word_kinds.ts";
import { findDates } from "../values/dates.ts";
import { asciiDigits } from "../values/digits.ts";
import { isOnlyCurrency } from "../values/currencies.ts";
import {
  ACCOUNT,
  AREA,
  CLAUSE_HEADING,
  CLOSING,
  GREETING,
  LANGUAGE,
  LAW,
  LEGAL_FORM,
  MEANS,
  OPEN_END,
  ROLE,
  SECTION,
  SEX,
  SPAN,
  STATUS,
  TERMS,
} from "./shape_words.ts";

type Shape = (value: string) => boolean;

/** Fields whose values are those of a firm, a body or a customer, not of a department or a post. */
const PARTY =
  /^(?:(?:vendor|customer|buyer|merchant|bidder|trade|legal|bank)_name|account_holder|issuer|first_party|second_party|sender)$/;
const PERSON = /^(?:full_name|owner_name|applicant_name|given_names|surname|received_from)$/;

const SHAPES: [RegExp, Shape][] = [
  [PARTY, isParty],
  [PERSON, isPerson],
  [/^recipient$/, isName],
  [/^(?:vendor_)?address$/, isAddress],
  [/^languages$/, isLanguages],
  [/^activities$/, (value) => isPhrase(value) && !ASKS_NUMBER.test(value) && !FORM_ALONE.test(value)],
  [/^payment_terms$/, isTerms],
  [/^payment_method$/, (value) => MEANS.test(value)],
  [/^notice_period$/, (value) => SPAN.test(value) && !isLong(value) && !isDate(value)],
  [/^governing_law$/, isLaw],
  [/^legal_form$/, (value) => LEGAL_FORM.test(value) && !isKnownLabel(value)],
  [/^(?:subject|title)$/, isHeadline],
  [/_tax_id$|^tax_id$/, (value) => isNumber(value) && digitsIn(value) >= LEAST_DIGITS],
  [/_id$|^(?:reference|purchase_order|licence_number)$/, isNumber],
  [/^nationality$/, (value) => /^[\p{L}\s'.-]{2,40}$/u.test(value) && isPhrase(value) && !STATUS.test(value)],
  [/^sex$/, (value) => SEX.test(value.trim())],
];

/** Whether a value may be one of the field `key` by its shape. */
export function hasShape(key: string, value: string): boolean {
  if (isLabelEnd(value)) return false;
  const shape = SHAPES.find(([keys]) => keys.test(key))?.[1];
  return shape?.(value) ?? !(isNameField(key) && isLabel(value));
}

/** Tax numbers have more digits than counts and years. */
const LEAST_DIGITS = 5;
/** The most words of a period of time. */
const MOST_WORDS = 8;
/** The most words of a means of payment that stands for the terms. */
const MOST_OF_MEANS = 3;

/** A legal form without a name. */
const FORM_ALONE =
  /^[\s(]*(?:private |public )?(?:(?:limited liability|single person|joint stock|civil) company|sole (?:proprietorship|establishment)|(?:شركة )?(?:ذات مسؤولية محدودة|شخص واحد|مساهمة \p{L}+)|مؤسسة فردية|\(?(?:pty|pvt|private)\.?\)? (?:ltd|limited)|l\.?l\.?c|w\.?l\.?l|s\.?a\.?r\.?l|ltd|gmbh|(?:ذ\.?م\.?م|ش\.?م\.?[مل]))[\s).]*$/iu;

/** A heading of a column of codes. */
const ASKS_NUMBER = /(?<!\p{L})(?:codes?|numbers?|no\.?)\s*$|^(?:رمز|رقم|كود)\s/iu;

/** A town with its post code: "الرياض 14331", "Doha 24117". */
const POST_CODE = /^\p{L}[\p{L}' -]{2,20} \d{4,6}$/u;
const BOX = /^(?:p\.?\s?o\.?\s?box|ص\.?\s?ب)(?!\p{L})/iu;

/** What follows a name on its line: words of honour before more of the address, a road, a post box. */
const PAST_END =
  /محترم(?:ون|ين|ة)?\s+\p{L}|(?<!\p{L})(?:road|street|avenue|rd\.)\s*[,،]\s*(?!(?:inc|llc|ltd|co)(?!\p{L}))|[,،.]\s*(?:شارع|طريق|حي|ص\.\s?ب)\s/iu;

function isName(value: string): boolean {
  return isNameLike(value) && !isLabel(value) && !isContact(value) && !isDate(value) &&
    !GREETING.test(value) &&
    !isOnlyCurrency(value) && !BOX.test(value) && !PAST_END.test(value) && !TO_SIDE.test(value);
}

function isParty(value: string): boolean {
  return isName(value) && !isTitle(value) && !FORM_ALONE.test(value) && !ACCOUNT.test(value) &&
    !isStaff(value) && !isNoParty(value) && !(isPost(value) && !isOrganisation(value)) &&
    !(POST_CODE.test(asciiDigits(value)) && !isOrganisation(value));
}

/** Whether a text is a department, perhaps with the person there: "Personnel Dept., Ms. Sheeba". */
function isStaff(value: string): boolean {
  const [first = "", ...others] = value.split(/\s*[,،:]\s*|\s[–-]\s/u);
  return isDepartment(first) && others.every((one) => isDepartment(one) || TITLED.test(one) || isPost(one));
}

function isPerson(value: string): boolean {
  return isName(value) && !isTitle(value) && !/\p{Nd}{3}/u.test(value) && !isSection(value) &&
    !(STREET.test(value) && /\p{Nd}/u.test(value));
}

/** Whether a text heads a section of a CV, perhaps in letters that stand apart. */
function isSection(value: string): boolean {
  return SECTION.test(value) ||
    (/(?:^|\s)\p{L}(?=\s|$)/u.test(value) && SECTION.test(value.replaceAll(" ", "")));
}

function isAddress(value: string): boolean {
  if (isContact(value) || isDate(value) || isLabel(value) || isPost(value)) return false;
  const isOfFirm = FORM.test(value) || (isOrganisation(value) && !/[,،]/.test(value));
  const hasPlace = STREET.test(value) || AREA.test(value);
  return /\p{Nd}/u.test(value)
    ? !FORM_ALONE.test(value)
    : hasPlace || (/[,،.]\s?\p{L}/u.test(value) && !isOfFirm);
}

function isTerms(value: string): boolean {
  const isMeans = value.split(/\s+/).length <= MOST_OF_MEANS && MEANS.test(value);
  return (TERMS.test(value) || /\p{Nd}\s?[%٪]/u.test(value) || isMeans) && !isKnownLabel(value);
}

/** Two languages or more, since a list of one is probably cut. */
function isLanguages(value: string): boolean {
  const parts = value.split(/\s*[,،;؛/|·•]\s*|\s+(?:and|و)\s+|\s+و(?=ال)/u).filter((part) =>
    /\p{L}{2}/u.test(part)
  );
  const known = parts.filter((part) => LANGUAGE.test(part)).length;
  return parts.length > 1 && known > 0 && known * 2 >= parts.length;
}

function isLaw(value: string): boolean {
  if (LAW.test(value)) return true;
  return isPhrase(value) && !COMPANY.test(value) && !/\p{Nd}|محدودة|مساهمة/u.test(value) &&
    !SPAN.test(value) &&
    !CLAUSE_HEADING.test(value.trim()) && !ROLE.test(value.trim());
}

function isHeadline(value: string): boolean {
  return /\p{L}{3}/u.test(value) && !GREETING.test(value) && !CLOSING.test(value) && !OPEN_END.test(value) &&
    !isContact(value) && !isDate(value) && !isKnownLabel(value);
}

/** An identifier that is no date, no year and no telephone number. */
function isNumber(value: string): boolean {
  const ascii = asciiDigits(value).trim();
  return !isDate(value) && !/^(?:19|20)\d\d$/.test(ascii) &&
    !/^(?:\+|00(?=[\d()-]* ))\d[\d\s()-]{7,}$/.test(ascii);
}

/** Words that are neither a label nor a date. */
function isPhrase(value: string): boolean {
  return /\p{L}{2}/u.test(value) && !isDate(value) && !isKnownLabel(value) && !isTitle(value) &&
    !isContact(value);
}

/** Whether a value is a label of several words, or a single word that is one on every form. */
function isKnownLabel(value: string): boolean {
  return isBareLabel(value) || isAnyLabel(value);
}

/** Whether a value is made of words of labels. */
function isLabel(value: string): boolean {
  if (isKnownLabel(value)) return true;
  if (isOrganisation(value)) return false;
  const isOneWord = !/\s/.test(value.trim()) && (kindsOf(value)?.length ?? 0) > 0;
  return isOneWord || isLabelLike(value) || beginsWithLabel(value) || isHeading(value);
}

/** Whether a value is a sentence or more. */
function isLong(value: string): boolean {
  return value.trim().split(/\s+/).length > MOST_WORDS || /\p{L}[.؛;]\s/u.test(value);
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
    (/^[+\d][\d\s().-]{6,}$/.test(ascii) && !isDate(value));
}

function digitsIn(value: string): number {
  return value.match(/\p{Nd}/gu)?.length ?? 0;
}
