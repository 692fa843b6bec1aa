/** Finds and repairs short words in the names of scanned goods that make no sense where they stand. */
import { asciiDigits } from "../values/digits.ts";

/** Units of measure and other words of two letters that stand behind numbers. */
const BEHIND_NUMBERS = new Set(
  ("mm cm dm km nm um in ft yd kg mg gm gr lb oz ml cl dl lt hl pc pk no ea hp kw kv ah ma mw mv hz db gb mb tb kb " +
    "px pt dz pr rl bx ct hr wk yr mo cc ci cu sq ac dc uv by to of or at on st nd rd th as is if de en et la le du")
    .split(
      " ",
    ),
);
const NUMBER_AND_WORD = /(?<![\p{L}\d.,])\d{1,5}(?:[.,]\d{1,3})?\s?([a-z]{2})(?![\p{L}\p{N}:])/gu;
const LATIN_WORD = /(?<![^\s(])[A-Za-z]{2,3}(?![^\s).,،])/gu;
/** An Arabic word of a number before Latin letters, which may be its misread digits: "رقم Yv". */
const NUMBER_LOST = /(?<!\p{L})(?:ال)?(?:رقم|عدد)\s[A-Za-z]{1,3}(?![^\s).,،])/u;

/** Whether a number has a word that is no unit ("15 x 15 an"), or Latin letters stand for Arabic-Indic digits. */
export function isMisreadWord(text: string): boolean {
  const behind = [...asciiDigits(text).matchAll(NUMBER_AND_WORD)];
  if (behind.some(([, word = ""]) => !BEHIND_NUMBERS.has(word)) || withUnits(text) !== text) return true;
  if (!/\p{Script=Arabic}{3}/u.test(text)) return false;
  // Abbreviations are written in capitals.
  return NUMBER_LOST.test(text) ||
    [...text.matchAll(LATIN_WORD)].some(([word]) =>
      /[a-z]/.test(word) && !BEHIND_NUMBERS.has(word.toLowerCase())
    );
}

/** Units as scans misread them. */
const MISREAD_UNITS: [string, RegExp][] = [
  ["cm", /(?<=(?<![\p{L}\d])\d{1,4}(?:[.,]\d{1,2})?\s)(?:an|am|cn|crn|cin|ern)(?![\p{L}\p{N}])/gu],
  ["mm", /(?<=(?<![\p{L}\d])\d{1,4}(?:[.,]\d{1,2})?\s)(?:rnm|mrn|inm|nun|rnrn)(?![\p{L}\p{N}])/gu],
  ["kg", /(?<=(?<![\p{L}\d])\d{1,4}(?:[.,]\d{1,2})?\s)kq(?![\p{L}\p{N}])/gu],
];
/** Hours of the day, beside which "am" is no unit. */
const HOURS = /\d\s?pm(?!\p{L})|\d:\d{2}/u;

/** The name with its misread units as they were meant; `isMisreadWord` keeps it in doubt. */
export function withUnits(name: string): string {
  return HOURS.test(name)
    ? name
    : MISREAD_UNITS.reduce((text, [unit, misread]) => text.replace(misread, unit), name);
}
