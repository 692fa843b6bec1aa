/** Rounded values: "≈", "about 400, exactly 399", and the factors before them. */
import type { Reading } from "./number_reading.ts";
import { numbersOf, type WrittenNumber } from "./numbers.ts";

/** The position of the last sign of rounding, or -1. */
export function lastRounded(text: string): number {
  return Math.max(...["≈", "≅", "≃"].map((sign) => text.lastIndexOf(sign)));
}

/** "10/3 ≈ 3.33": the number that was rounded, and whether it was ("25π ≈ 78.54" rounds no 25). */
export function roundedFrom(
  text: string,
  number: WrittenNumber | undefined,
  numbers: WrittenNumber[],
): Pick<Reading, "exact"> {
  const sign = number && /[≈≅≃]\s?[$€£]?$/u.test(text.slice(Math.max(0, number.start - 4), number.start));
  const before = sign ? numbers.findLast(({ end }) => end <= number.start) : undefined;
  if (!number || !before) return {};
  const bare = /^\s?%?\s?[≈≅≃]/u.test(text.slice(before.end, before.end + 5));
  return { exact: { number: before, same: bare && isRounded(before, number) } };
}

/** Whether one number is another to its own last digit. */
export function isRounded(exact: WrittenNumber, rounded: WrittenNumber): boolean {
  const places = /\.(\d+)/u.exec(rounded.written)?.[1]?.length ?? 0;
  const unit = 10 ** -places / (rounded.percent ? 100 : 1);
  return Math.abs(exact.value - rounded.value) <= unit / 2 + 1e-12 * Math.abs(exact.value);
}

const FACTOR = /^\s?(?:π|√|pi(?!\p{L}))/iu;
const ROUGHLY =
  /^[^=\n]{0,60}(?<!\p{L})(?:about|approximately|around|roughly|which (?:is|equals)|or|that is|i\.e\.|حوالي|تقريبا|نحو|أي|وهو|ويساوي|ما يعادل)(?!\p{L})[^=\n\d]{0,30}$/iu;

/** "32π/3, which is approximately 33.51": the first number is a factor of the value, and the last one the value. */
export function isFactorOf(first: WrittenNumber, last: WrittenNumber, text: string): boolean {
  return last.start > first.end && FACTOR.test(text.slice(first.end, first.end + 5)) &&
    ROUGHLY.test(text.slice(first.end, last.start).slice(-200));
}

const EXACTLY =
  /(?:about|approximately|around|roughly|nearly|almost|حوالي|تقريبا|نحو)[^.\n]{0,60}(?:exactly|precisely|to be exact|بالضبط|تحديدا)[\s:،,]*(?=[-$€£]?\d)/iu;

/** "About 400; exactly 399": the number after an estimate. */
export function exactly(text: string): WrittenNumber | undefined {
  const match = EXACTLY.exec(text);
  return match ? numbersOf(text).find(({ start }) => start >= match.index + match[0].length - 1) : undefined;
}
