import { memoised } from "./memoised.ts";

const MONTHS: RegExp[] = [
  /^(?:jan(?:uary)?|يناير)$/,
  /^(?:feb(?:ruary)?|فبراير)$/,
  /^(?:mar(?:ch)?|مارس)$/,
  /^(?:apr(?:il)?|ابريل)$/,
  /^(?:may|مايو)$/,
  /^(?:june?|يونيو|يونيه)$/,
  /^(?:july?|يوليو|يوليه)$/,
  /^(?:aug(?:ust)?|اغسطس)$/,
  /^(?:sept?(?:ember)?|سبتمبر)$/,
  /^(?:oct(?:ober)?|اكتوبر)$/,
  /^(?:nov(?:ember)?|نوفمبر)$/,
  /^(?:dec(?:ember)?|ديسمبر)$/,
];

/** The month that a word names, from 1; 0 for none. */
const monthOf: (word: string) => number = memoised((word) =>
  MONTHS.findIndex((pattern) => pattern.test(word)) + 1
);

/** Finds the dates in a normalized text as ISO dates; a month or year alone becomes its last day. */
export function datesIn(text: string): string[] {
  const dates: string[] = [];
  for (
    const [, year = "", month = "", day = ""] of text.matchAll(/\b((?:19|20)\d\d)[-/](\d\d?)[-/](\d\d?)\b/g)
  ) {
    dates.push(dateOf(Number(year), Number(month), Number(day)));
  }
  for (
    const [, day = "", month = "", year = ""] of text.matchAll(/\b(\d\d?)[-/.](\d\d?)[-/.]((?:19|20)\d\d)\b/g)
  ) {
    dates.push(dateOf(Number(year), Number(month), Number(day)));
  }
  const words = text.match(/\d+|\p{L}+/gu) ?? [];
  words.forEach((word, at) => {
    const month = monthOf(word);
    if (month === 0) return;
    const [before, after, later] = [words[at - 1] ?? "", words[at + 1] ?? "", words[at + 2] ?? ""];
    const isYear = (text: string) => /^(?:19|20)\d\d$/.test(text);
    const isDay = (text: string) => /^\d\d?$/.test(text);
    if (isYear(after)) dates.push(dateOf(Number(after), month, isDay(before) ? Number(before) : 31));
    else if (isDay(after) && isYear(later)) dates.push(dateOf(Number(later), month, Number(after)));
  });
  if (dates.length > 0) return dates;
  return [...text.matchAll(/(?<!\d)(20\d\d)(?!\d)/g)].map(([, year = ""]) => `${year}-12-31`);
}

function dateOf(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const two = (value: number) => String(value).padStart(2, "0");
  return `${year}-${two(month)}-${two(Math.min(day, last))}`;
}
