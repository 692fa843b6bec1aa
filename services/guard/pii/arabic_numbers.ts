/** Arabic numbers of several words: ثلاثمئة وثمانية عشر is 318, أربعة وأربعون 44. */

const STEMS: [string, number][] = [
  ["ثلاث", 3],
  ["[أا]ربع", 4],
  ["خمس", 5],
  ["ست", 6],
  ["سبع", 7],
  ["ثمان", 8],
  ["تسع", 9],
];
const STEM = STEMS.map(([stem]) => stem).join("|");
const UNIT = `(?:[أا]حد|[إا]حدى|واحد[ةه]?|[إا]?ثن[تا]?[اي]ن?|(?:${STEM})[يى]?[ةه]?)`;
const TEN = `(?:عشر|${STEM})[يو]ن`;
const TEEN = String.raw`${UNIT}\s?عشر[ةه]?`;
const HUNDRED = `(?:(?:${STEM})[ي]? ?)?م(?:ا?ئ|ا?ء|ي)[ةه]|م(?:ا?ئ|ا?ء|ي)ت[اي]ن`;
const WITH_TEN = String.raw`${UNIT}\s?و\s?${TEN}`;

/** A number of hundreds, tens and ones; one of a single digit is a word like any other. */
export const ARABIC_NUMBER = String
  .raw`(?:(?:${HUNDRED})(?:\s?و\s?(?:${TEEN}|${WITH_TEN}|${TEN}|${UNIT}))?|${WITH_TEN}|${TEEN})`;

const HUNDREDS = new RegExp(`^(?:${HUNDRED})`);
const TENS = new RegExp(TEN);

const onesOf = (word: string): number =>
  STEMS.find(([stem]) => new RegExp(stem).test(word))?.[1] ?? (/ثن/.test(word) ? 2 : /حد/.test(word) ? 1 : 0);

/** The digits of such a number. */
export function arabicNumber(written: string): string {
  const hundreds = HUNDREDS.exec(written)?.[0] ?? "";
  const rest = written.slice(hundreds.length);
  const ten = TENS.exec(rest)?.[0] ?? "";
  const teen = ten === "" && /عشر/.test(rest) ? 10 : 0;
  const ones = onesOf(rest.replace(ten, ""));
  const many = /ت[اي]ن$/.test(hundreds) ? 2 : onesOf(hundreds) || (hundreds === "" ? 0 : 1);
  const tens = ten === "" ? teen : (onesOf(ten) || 2) * 10;
  return String(many * 100 + tens + ones);
}
