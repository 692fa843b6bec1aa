/** Doubts values that the rest of the paper contradicts. */
import { isName } from "./name_line.ts";
import { EMPLOYEE, isOrganisation, isPart } from "./name_shape.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { FORM, isForm } from "./party_name.ts";
import { kindsOf } from "../grammar/word_kinds.ts";
import type { FoundField } from "../results/field.ts";
import { COUNTRIES, countryOf } from "../values/countries.ts";
import { asciiDigits } from "../values/digits.ts";
import { hasLargerTotal, hasOtherTaxNumber } from "./other_numbers.ts";
import { doubted } from "./plausible_field.ts";
import { isSame } from "./unlike_fields.ts";

export interface Paper {
  rows: FieldRow[];
  text: string;
  /** The paper's country, if known. */
  home?: string | undefined;
}

/** Reason to doubt a field; undefined if the paper does not contradict it. */
type Witness = (field: FoundField, paper: Paper, fields: FoundField[]) => string | undefined;

const WITNESSES: [RegExp, Witness][] = [
  [/^currency$/, ofOtherCountry],
  [/^(?:subtotal|total_tax|(?:\w+_)?total|amount_due|contract_value|budget)$/, isTiny],
  [
    /^(?:(?:vendor|customer|buyer|merchant|bank|trade|legal)_name|account_holder|issuer|sender|recipient)$/,
    isCut,
  ],
  [/^(?:first|second)_party$/, isRepresentative],
  [/^(?:vendor|customer|buyer|merchant)_name$/, isPartOfFirm],
  [/^vendor_tax_id$/, isOneOfTwo],
  [/^(?:invoice|order|quotation)_total$/, isBelowAnother],
];

/** The fields, in doubt where the paper contradicts them. */
export function withWitnesses(fields: FoundField[], paper: Paper): FoundField[] {
  return fields.map((field) => {
    const reason = WITNESSES.filter(([keys]) => keys.test(field.key)).map(([, witness]) =>
      witness(field, paper, fields)
    )
      .find((one) => one !== undefined);
    return reason === undefined ? field : doubted(field, reason);
  });
}

/** A tax number beside which another stands that may be the vendor's. */
function isOneOfTwo(field: FoundField, { rows }: Paper, fields: FoundField[]): string | undefined {
  return hasOtherTaxNumber(field, rows, fields)
    ? "The paper has another tax number, which may be the vendor's"
    : undefined;
}

/** A total below which the paper has a larger one, such as that with the tax. */
function isBelowAnother(field: FoundField, { rows }: Paper): string | undefined {
  return hasLargerTotal(field, rows) ? "Another total of the paper is larger" : undefined;
}

/** Currencies in which any country trades. */
const OF_TRADE = new Set(["USD", "EUR", "GBP"]);

/** A currency of a country that nothing else on the paper is from. */
function ofOtherCountry({ value }: FoundField, { text, home }: Paper): string | undefined {
  const own = countryOf(home)?.currency;
  if (own === undefined || own === value || OF_TRADE.has(value)) return undefined;
  if (isNamedOften(value, text)) return undefined;
  const countries = COUNTRIES.filter(({ currency }) => currency === value);
  return countries.length === 0 || countries.some(({ names }) => text.search(names) >= 0)
    ? undefined
    : "It is not the currency of the paper's country";
}

/** Whether a paper has the code of a currency twice, or beside its label. */
function isNamedOften(code: string, text: string): boolean {
  return text.split(code).length > 2 ||
    new RegExp(`(?:currency|عملة)[^\\p{L}\\d]{0,12}${code}`, "iu").test(text);
}

/** Amounts with thousands, set apart or with decimals. */
const LARGE = /(?<![\d.,/-])(?:\d{1,3}(?:,\d{3})+(?:\.\d{2,3})?|\d{4,9}\.\d{2,3})(?![\d/-])/g;
const THOUSAND = 1000;
/** The end of an amount whose first digits a scan lost: "00.". */
const REST = /^0{2,3}[.,]?$/;

/** A sum beside amounts that are a thousand times as high: a count of months, a rate or the end of an amount. */
function isTiny({ key, value, raw = value }: FoundField, { text }: Paper): string | undefined {
  if (REST.test(asciiDigits(raw).trim())) return "The characters before it may be lost";
  // The tax of a part of the goods may be small.
  const amount = key === "total_tax" ? NaN : Math.abs(Number(value));
  const amounts = asciiDigits(text).match(LARGE) ?? [];
  const isSum = amount > 0 || /^(?:subtotal|(?:\w+_)?total)$/.test(key);
  const least = (amount || 1) * THOUSAND;
  const isBeside = isSum && amounts.some((one) => Number(one.replaceAll(",", "")) >= least);
  return isBeside ? "Other amounts of the paper are a thousand times as high" : undefined;
}

/** The most words of a name that may be cut, and of those that it lacks. */
const MOST = { name: 3, more: 4 };
/** Signs that end a name on its line. */
const END_OF_NAME = /[,،:：;؛|\d٠-٩]/u;
/** Words that complete a name. */
const MORE = /^[\p{L}\s&'’.()-]+$/u;

/** A name that stands whole elsewhere on the paper: "Electrical (Pty) Ltd" of "Kameelrand Solar & Electrical (Pty) Ltd". */
function isCut({ value }: FoundField, { rows }: Paper): string | undefined {
  if (value.split(/\s+/).length > MOST.name) return undefined;
  const isLonger = rows.some(({ cells, inTable }) =>
    !inTable && cells.some(({ text }) => isWholeOf(text.trim(), value))
  );
  return isLonger ? "A longer name on the paper begins or ends with it" : undefined;
}

function isWholeOf(text: string, value: string): boolean {
  // A name with its legal form ends there.
  const more = !FORM.test(value) && text.startsWith(`${value} `)
    ? text.slice(value.length).split(END_OF_NAME, 1)[0] ?? ""
    : text.endsWith(` ${value}`)
    ? text.slice(0, -value.length)
    : "";
  const words = more.trim().split(/\s+/);
  return more.trim() !== "" && !isForm(more.trim()) && words.length <= MOST.more && MORE.test(more) &&
    kindsOf(more) === undefined &&
    isOrganisation(text);
}

/** The rows at the head of a paper, in which its parties stand. */
const HEAD = 24;

/** A department or a person beside a firm that is no other field's value. */
function isPartOfFirm({ key, value }: FoundField, { rows }: Paper, fields: FoundField[]): string | undefined {
  const isPerson = /^(?:vendor|buyer)_name$/.test(key) && !isOrganisation(value) && isPersonLike(value);
  if (!isPart(value) && !isPerson) return undefined;
  const isFirm = (text: string) =>
    isName(text) && isOrganisation(text) && !isPart(text) && !fields.some((one) => isSame(one.value, text));
  const firm = rows.slice(0, HEAD).some(({ cells, inTable }) =>
    !inTable && cells.some(({ text }) => isFirm(text))
  );
  return firm ? "The paper names a firm that it may belong to" : undefined;
}

/** Two or three words, in Arabic at most one of them with an article. */
function isPersonLike(value: string): boolean {
  if (EMPLOYEE.test(value)) return true;
  const words = value.trim().split(/\s+/);
  return words.length > 1 && words.length < 4 &&
    words.every((word) => /^(?!لل)\p{Script=Arabic}+$/u.test(word)) &&
    words.filter((word) => word.startsWith("ال")).length < 2;
}

/** Words before a person who acts for a party or watches it sign. */
const ACTS_FOR =
  /(?:represented(?: herein)? by|witness(?:ed by)?:?|(?<!\p{L})و?[يت]مثل(?:ه|ها|هما)?|في شخص|شاهد(?: (?:أول|ثان[يٍ]?))?)(?:[\s:：,،/]+[\p{L}.]{1,12}){0,3}[\s:：,،/]*$/iu;
const BEFORE = 40;

/** A person who acts for a party somewhere on the paper. */
function isRepresentative({ value }: FoundField, { text }: Paper): string | undefined {
  if (value === "" || isOrganisation(value)) return undefined;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    if (ACTS_FOR.test(text.slice(Math.max(0, at - BEFORE), at))) {
      return "It is a person who acts for the party";
    }
  }
  return undefined;
}
