/** Names of goods without what stands before them in the same cell. */
import { fold } from "lib/fold.ts";
import { asciiDigits } from "../values/digits.ts";

const CODE_HEADING = /code|(?<!\p{L})(?:hs|hsn|sku|part no|item no|ref)(?!\p{L})|رمز|كود|رقم الصنف/u;
const CODE = /^(?=\S*\d)[A-Z\d][A-Z\d./-]{2,15}\s+(?=\p{L}{2})/iu;
/** A share of the rows that must begin alike. */
const MOST = 0.8;
const LEAST_ROWS = 3;

/**
 * The names of rows, without the codes that stand before all of them below a heading of codes, the counters before them:
 * 1, 2, 3 …, and the letters of tax rates after them
 */
export function itemNames(given: string[], heading: string): string[] {
  const names = withoutTaxLetters(given.map(withPercentAfter));
  const isCoded = CODE_HEADING.test(fold(heading)) && isShared(names, (name) => CODE.test(asciiDigits(name)));
  if (isCoded) return names.map((name) => CODE.test(asciiDigits(name)) ? name.replace(/^\S+\s+/u, "") : name);
  const isCounted = isShared(names, (name, at) => counterOf(name) === at + 1);
  return isCounted
    ? names.map((name, at) => counterOf(name) === at + 1 ? name.replace(/^\S+\s+/u, "") : name)
    : names;
}

/** A number of percent in an Arabic name, where some fonts and files have the sign first: "%50". */
function withPercentAfter(name: string): string {
  return /\p{Script=Arabic}/u.test(name)
    ? name.replace(/(?<!\S)([%٪])([\d٠-٩]+(?:[.,٫][\d٠-٩]+)?)(?!\S)/gu, "$2$1")
    : name;
}

/** The letter of its tax rate at the end of a name on a till roll: "MILK UHT 1L E". */
const TAX_LETTER = /\s+[A-Z]$/;
const MOST_RATES = 3;

/** The names without the letters of tax rates with which all of them end. */
function withoutTaxLetters(names: string[]): string[] {
  const letters = names.map((name) => TAX_LETTER.exec(name)?.[0].trim());
  const isLettered = names.length >= LEAST_ROWS && !letters.includes(undefined) &&
    new Set(letters).size <= MOST_RATES;
  return isLettered ? names.map((name) => name.replace(TAX_LETTER, "")) : names;
}

function isShared(names: string[], is: (name: string, at: number) => boolean): boolean {
  return names.length >= LEAST_ROWS && names.filter(is).length >= names.length * MOST;
}

/** The number alone before a name: "٣ محلول ملح", "4. Grease". */
function counterOf(name: string): number | undefined {
  const [, digits] = /^(\d{1,3})[.)]?\s+(?=\p{L}{2})/u.exec(asciiDigits(name)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
