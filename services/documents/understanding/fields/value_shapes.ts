/** Tells by its shape alone whether a value may be one of its field, whatever the layout put beside the label. */
import { isNationality, namesCountry } from "./country_words.ts";
import { OF_PARENT, STREET, TO_SIDE } from "./name_line.ts";
import {
  COMPANY,
  isNameField,
  isNameLike,
  isNoParty,
  isOrganisation,
  isPersonWithPost,
  isPost,
} from "./name_shape.ts";
import { asciiDigits } from "../values/digits.ts";
import {
  ACCOUNT,
  AREA,
  AROUND_LAW,
  ASKS_OF_MEANS,
  CAPITAL,
  FILED,
  GOVERNMENT,
  isSection,
  LAW,
  MEANS,
  OF_WORK,
  OFFICE_FIRST,
  OFFICE_OF_POST,
  ONLINE,
  OPEN_END,
  REGISTERED,
  ROLE_WORDS,
  SEX,
  SPAN,
  STATE,
  TERMS,
  TITLE_FIRST,
  TO_READER,
  UNDER_LAW,
} from "./shape_words.ts";
import { isLegalForm, isOfKind, languagesIn, type ValueKind, wordsOf } from "./value_kinds.ts";

interface Shape {
  keys: RegExp;
  /** Kinds of other fields that a value never is. */
  never: ValueKind[];
  /** Whether a value that is none of those is one of the field. */
  is(value: string): boolean;
}

/** Kinds that no text in words is. */
const NO_WORDS: ValueKind[] = ["date", "contact", "code", "amount", "currency", "label"];
/** Kinds that no title and no name is. */
const NO_TITLE: ValueKind[] = [
  ...NO_WORDS,
  "span",
  "languages",
  "country",
  "law",
  "sex",
  "means",
  "street",
  "greeting",
];
const NO_NAME: ValueKind[] = [...NO_TITLE, "address"];
const NO_PARTY: ValueKind[] = [...NO_NAME, "label words", "title", "form", "staff"];

const SHAPES: Shape[] = [
  {
    keys: /^(?:vendor|merchant|bidder|trade|legal|bank)_name$/,
    never: NO_PARTY,
    // A state does not sell.
    is: (value) => isParty(value) && !isState(value),
  },
  {
    keys: /^(?:(?:customer|buyer)_name|account_holder|issuer|first_party|second_party|sender)$/,
    never: NO_PARTY,
    is: isParty,
  },
  {
    keys: /^(?:full_name|owner_name|given_names|surname)$/,
    never: NO_PARTY,
    is: (value) => isPerson(value) && !OFFICE_FIRST.test(value),
  },
  { keys: /^(?:applicant_name|received_from)$/, never: NO_PARTY, is: isPerson },
  { keys: /^recipient$/, never: [...NO_NAME, "label words", "form"], is: isName },
  {
    keys: /^(?:vendor_)?address$/,
    never: [
      ...NO_WORDS,
      "label words",
      "span",
      "languages",
      "means",
      "form",
      "firm",
      "staff",
      "law",
      "greeting",
    ],
    is: isAddress,
  },
  { keys: /^languages$/, never: [], is: isLanguages },
  {
    keys: /^activities$/,
    never: [...NO_TITLE, "title", "form", "firm", "staff"],
    is: (value) => /\p{L}{3}/u.test(value) && !ASKS_NUMBER.test(value) && !UNDER_LAW.test(value),
  },
  // "Net 30" has the shape of a code.
  { keys: /^payment_terms$/, never: ["date", "contact", "amount", "currency", "label"], is: isTerms },
  {
    keys: /^payment_method$/,
    never: [...NO_WORDS, "firm", "staff"],
    is: (value) => MEANS.test(value) && !ASKS_OF_MEANS.test(value),
  },
  {
    keys: /^notice_period$/,
    never: [...NO_WORDS, "firm"],
    is: (value) =>
      SPAN.test(value) && wordsOf(value) <= MOST_WORDS && !/\p{L}[.؛;]\s/u.test(value) &&
      !OPEN_END.test(value),
  },
  {
    keys: /^governing_law$/,
    never: [...NO_WORDS, "span", "languages", "means", "staff"],
    is: isLaw,
  },
  {
    keys: /^legal_form$/,
    never: NO_WORDS,
    is: isLegalForm,
  },
  { keys: /^(?:subject|title)$/, never: [...NO_TITLE, "form", "firm"], is: isHeadline },
  {
    keys: /_tax_id$|^tax_id$/,
    never: ["date", "amount"],
    is: (value) => isNumber(value) && digitsIn(value) >= LEAST_DIGITS,
  },
  { keys: /_id$|^(?:reference|purchase_order|licence_number)$/, never: ["date", "amount"], is: isNumber },
  { keys: /^nationality$/, never: ["currency"], is: isNationality },
  { keys: /^sex$/, never: [], is: (value) => SEX.test(value.trim()) },
];

/** Whether a value may be one of the field `key` by its shape. */
export function hasShape(key: string, value: string): boolean {
  const shape = SHAPES.find(({ keys }) => keys.test(key));
  if (shape) return !isOfKind(value, shape.never) && shape.is(value);
  return !isOfKind(value, isNameField(key) ? ["label", "label words"] : ["label"]);
}

/** Tax numbers have more digits than counts and years. */
const LEAST_DIGITS = 5;
/** The most words of a period of time. */
const MOST_WORDS = 8;

/** A heading of a column of codes. */
const ASKS_NUMBER = /(?<!\p{L})(?:codes?|numbers?|no\.?)\s*$|^(?:رمز|رقم|كود)\s/iu;

/** What follows a name on its line: words of honour before more of the address, a road, a post box. */
const PAST_END =
  /محترم(?:ون|ين|ة)?\s+\p{L}|(?<!\p{L})(?:road|street|avenue|rd\.)\s*[,،]\s*(?!(?:inc|llc|ltd|co)(?!\p{L}))|[,،.]\s*(?:شارع|طريق|حي|ص\.\s?ب)\s/iu;

function isName(value: string): boolean {
  return isNameLike(value) && ![PAST_END, TO_SIDE, ...NO_NAMES].some((other) => other.test(value)) &&
    !(OF_WORK.test(value) && !isOrganisation(value)) && !endsWithNationality(value) &&
    (COMPANY.test(value) || !TITLE_FIRST.test(value));
}

/** Texts that stand where names do, and names with what follows them. */
const NO_NAMES = [REGISTERED, FILED, ROLE_WORDS, TO_READER, CAPITAL, ONLINE, OF_PARENT];

/** Whether a name goes on with whose subject the person is: "Grace Muthoni, Kenyan". */
function endsWithNationality(value: string): boolean {
  const [name, ...others] = value.split(/\s*[,،]\s*/u);
  const last = others.at(-1)?.trim();
  return name !== undefined && last !== undefined && /\p{Ll}|\p{Script=Arabic}/u.test(last) &&
    isNationality(last);
}

/** A government, or a country by its full name and no firm that is called after it. */
function isState(value: string): boolean {
  return GOVERNMENT.test(value) || (STATE.test(value) && namesCountry(value) && !COMPANY.test(value));
}

function isParty(value: string): boolean {
  return isName(value) && !ACCOUNT.test(value) && !isNoParty(value) && !OFFICE_OF_POST.test(value) &&
    !isPersonWithPost(value);
}

function isPerson(value: string): boolean {
  return isName(value) && !/\p{Nd}{3}/u.test(value) && !isSection(value) &&
    !(STREET.test(value) && /\p{Nd}/u.test(value));
}

/** A numbered label of a form in words alone: "7. Budget head". */
const NUMBERED_LABEL = /^\(?\d{1,2}[.)]\s+[\p{L}\s'’]{3,40}$/u;

/** An address has a number, a word of places, or a town behind a comma. */
function isAddress(value: string): boolean {
  if (!/\p{L}{2}/u.test(value) || NUMBERED_LABEL.test(value)) return false;
  if (isPost(value.split(/\s*[,،]\s*/u, 1)[0] ?? "") && !STREET.test(value)) return false;
  if (/\p{Nd}/u.test(value)) return true;
  return /[,،.]\s?\p{L}/u.test(value)
    ? STREET.test(value) || AREA.test(value) || !isOrganisation(value)
    : (STREET.test(value) || AREA.test(value)) && !isOrganisation(value);
}

function isTerms(value: string): boolean {
  const isMeans = wordsOf(value) <= MOST_OF_MEANS && MEANS.test(value);
  if (OPEN_END.test(value)) return false;
  return TERMS.test(value) || /\p{Nd}\s?[%٪]/u.test(value) || isMeans;
}

/** The most words of a means of payment that stands for the terms. */
const MOST_OF_MEANS = 3;

/** Two languages or more, since a list of one is probably cut. */
function isLanguages(value: string): boolean {
  const parts = languagesIn(value);
  const known = parts.filter(({ isKnown }) => isKnown).length;
  return parts.length > 1 && known > 0 && known * 2 >= parts.length;
}

/** A law by its noun, or the country whose law it is. */
function isLaw(value: string): boolean {
  if (COMPANY.test(value) || /محدودة|مساهمة/u.test(value) || AROUND_LAW.test(value)) return false;
  if (LAW.test(value) || isNationality(value)) return true;
  return namesCountry(value) && !isOfKind(value, ["address", "street"]) && !isOrganisation(value) &&
    !OF_WORK.test(value) && wordsOf(value) <= MOST_OF_PLACE;
}

/** The most words of a country with what stands around it. */
const MOST_OF_PLACE = 6;

function isHeadline(value: string): boolean {
  return /\p{L}{3}/u.test(value) && !OPEN_END.test(value) && !isState(value);
}

/** An identifier that is no year and no telephone number. */
function isNumber(value: string): boolean {
  const ascii = asciiDigits(value).trim();
  return !/^(?:19|20)\d\d$/.test(ascii) && !/^(?:\+|00(?=[\d()-]* ))\d[\d\s()-]{7,}$/.test(ascii);
}

function digitsIn(value: string): number {
  return value.match(/\p{Nd}/gu)?.length ?? 0;
}
