import { foldArabic } from "./arabic.ts";
import { SCALES } from "./number_words.ts";

/** A number as it was written: "25%" is worth 0.25, and 25 to a question that asked for percent. */
export interface WrittenNumber {
  written: string;
  value: number;
  percent: boolean;
  /** Its position in the prepared text, for reading its context. */
  start: number;
  end: number;
  /** "($250)": bookkeepers write negative amounts so. */
  bracketed: boolean;
  unit: string | undefined;
  scale: number;
}

const CURRENCY =
  /(?:US|CA|AU)?[$€£¥₹]|(?<![\p{L}])(?:AED|SAR|QAR|KWD|BHD|OMR|EGP|USD|EUR|GBP|JPY|CHF|INR|CNY|Dhs?|Rs|SR)\.?/u
    .source;
// Thousands by one kind of mark; else digits. A comma before one or two decimals, or after a lone zero, is a decimal
// comma: no thousands begin with 0.
const DIGITS = [
  /(?<![\d.,])0,\d{1,15}(?![\d,])/u.source,
  // 12,34,567: lakhs and crores.
  /\d{1,2}(?:,\d{2}){1,4},\d{3}(?![\d,])(?:\.\d+)?/u.source,
  /\d{1,3}(?:\.\d{3}){1,6},\d+/u.source,
  /\d{1,3}(?:\.\d{3}){2,6}(?![.,]?\d)/u.source,
  /\d{1,3}(?<mark>[,٬’'_\u00A0\u202F\u2009 ])\d{3}(?:\k<mark>\d{3}){0,6}(?!\d)(?:\.\d+|(?<=[\u00A0\u202F\u2009 ]\d{3}),\d{1,2}(?!\d))?/u
    .source,
  /\d+,\d{1,2}(?![\d,])/u.source,
  /\d+(?:\.\d+)?|\.\d+/u.source,
].join("|");
const POWER =
  /(?:e[-+]?\d{1,3}(?![\p{L}\d])|\s?[×x*·]\s?10(?:\^\{?|\*\*)?[-+]?\d{1,3}\}?(?!\d)|\^\{?[-+]?\d{1,3}\}?)/iu
    .source;
const FRACTION = /\s?\/\s?\d+(?!\d|\.\d|\s?\/)|\s{1,3}\d+\s?\/\s?\d+(?!\d|\.\d|\/)/u.source;
const PERCENT = /\s?(?:%|per\s?cent(?!\p{L})|بالم[ئا]ئ?ة|في الم[ئا]ئ?ة)/u.source;
const NUMBER = new RegExp(
  `(?<open>\\(\\s?)?(?<sign>[-+–]\\s?|(?<![\\p{L}])(?:minus|negative|سالب|ناقص)\\s{1,3})?(?:${CURRENCY}\\s?)?(?<inner>-)?(?<digits>${DIGITS})(?<power>${POWER})?(?<fraction>${FRACTION})?(?:\\s?(?<scale>${
    Object.keys(SCALES).sort((a, b) => b.length - a.length).join("|")
  }|(?<=\\d)[mb])(?![\\p{L}]))?(?<percent>${PERCENT})?(?<close>\\s?\\))?`,
  "giu",
);

/** Every number in a text, any Unicode digits, with `,`, `٬` or a space between thousands, `.` and `٫` before decimals. */
export function numbersIn(text: string): WrittenNumber[] {
  return numbersOf(normaliseNumbers(text));
}

/** The numbers of a text that `normaliseNumbers` has been through. */
export function numbersOf(text: string): WrittenNumber[] {
  const parsed = [...text.matchAll(NUMBER)].flatMap((match) => {
    const number = parse(match, text);
    return number && Number.isFinite(number.value) ? [number] : [];
  });
  return parsed.reduce<WrittenNumber[]>((numbers, next) => joined(numbers, next, text), []);
}

/** "7 thousand and 500" is one number. */
function joined(numbers: WrittenNumber[], next: WrittenNumber, text: string): WrittenNumber[] {
  const before = numbers.at(-1);
  const between = before && text.slice(before.end, next.start);
  if (
    before && before.scale >= 1000 && /^(?:\s?و\s?|\s(?:and\s)?)$/u.test(between ?? "") && next.value > 0 &&
    next.value < before.scale
  ) {
    const written = text.slice(before.start, next.end).trim();
    return [...numbers.slice(0, -1), {
      ...before,
      value: before.value + next.value,
      end: next.end,
      written,
      scale: next.scale,
    }];
  }
  numbers.push(next);
  return numbers;
}

const LATEX: readonly [RegExp, string][] = [
  [/\\[dt]?frac\{(-?\d+)\}\{(\d+)\}/gu, " $1/$2"],
  [/\\(?:left|right|[,;! ])/gu, ""],
  [/\{,\}/gu, ","],
  [/\\([$%])/gu, "$1"],
  [/\\(?:times|cdot)/gu, "×"],
  [/\\pm/gu, "±"],
  [/\\(?:approx|simeq)(?!\p{L})/gu, "≈"],
  [/\\pi(?!\p{L})/gu, "π"],
  [/\\sqrt(?=[{\d])/gu, "√"],
];

/** Digits in ASCII, one sign for minus, powers as ^n, fractions as a/b; nothing else is changed. */
export function normaliseNumbers(text: string): string {
  const latex = text.includes("\\")
    ? LATEX.reduce((shown, [from, to]) => shown.replace(from, to), text)
    : text;
  return latex
    .replace(/[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, "")
    .replace(
      /(\d|[٠-٩۰-۹])([⁺⁻]?[⁰¹²³⁴-⁹]+)/gu,
      (_, digit: string, raised: string) => `${digit}^${plainSign(raised.normalize("NFKC"))}`,
    )
    .replace(/[⁰¹²³⁴-⁹]/gu, "")
    .replace(/[¼½¾⅐-⅞]/gu, (part) => ` ${part.normalize("NFKC").replace("⁄", "/")}`)
    .replace(/\p{Nd}/gu, (digit) => /^\d$/.test(digit) ? digit : foldDigit(digit))
    .replace(/[−﹣－]/gu, "-").replace(/(?<=\d)٫(?=\d)/gu, ".").replaceAll("٪", "%").replaceAll("⁄", "/");
}

function plainSign(text: string): string {
  return text.replaceAll("−", "-");
}

function foldDigit(digit: string): string {
  const folded = foldArabic(digit);
  if (/^[0-9]$/.test(folded)) return folded;
  // Decimal digits of every script stand in runs of ten that start at zero.
  let zero = digit.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

function parse(match: RegExpExecArray, text: string): WrittenNumber | undefined {
  const {
    open,
    sign = "",
    inner = "",
    digits = "",
    power = "",
    fraction = "",
    scale = "",
    percent = "",
    close,
  } = match.groups ?? {};
  const start = match.index;
  const before = text.slice(Math.max(0, start - 12), start);
  if (!standsAlone(open === undefined ? before : "", sign, match[0])) return undefined;
  const end = start + match[0].length;
  const after = text.slice(end, end + 40);
  if (/^\p{L}/u.test(before.slice(-1)) && /^\p{L}/u.test(after)) return undefined;
  // "273.15 K" are kelvins, and "50K" thousands.
  const kelvins = scale === "K" && /\sK\s?\)?$/u.test(match[0]);
  const value = parted(toPower(digitsValue(digits), power), fraction) * (kelvins ? 1 : scaleOf(scale)) +
    halfAfter(after) * scaleOf(scale);
  const negative = isMinus(sign, before) || inner === "-" || BELOW_ZERO.test(after);
  return {
    written: match[0].trim(),
    value: (negative ? -value : value) / (percent === "" ? 1 : 100),
    percent: percent !== "",
    start,
    end,
    bracketed: open !== undefined && close !== undefined,
    scale: scaleOf(scale),
    unit: after.match(/^\s?([\p{L}°]{1,10})/u)?.[1]?.toLowerCase(),
  };
}

/** Not a part of a word: AZYUK2A, m2 and CO2 hold no number; AED300 and و١٠ do. */
function standsAlone(before: string, sign: string, whole: string): boolean {
  if (/[\p{N}_]$|\p{N}\.$/u.test(before)) return sign !== "";
  if (before.endsWith("^")) return false;
  if (!/\p{L}$/u.test(before)) return true;
  return sign === "" && /^[\d.]/u.test(whole) && PROCLITIC.test(before);
}

// Arabic writes these together with what follows.
const PROCLITIC = /(?:^|[^\p{L}])(?:و|ف|ب|ل|ك|ال|وال|بال|لل)ـ?$/u;
const BELOW_ZERO = /^\s?(?:°\s?[CF]?|degrees?|درج(?:ة|ات))?\s?(?:below zero|تحت الصفر)/iu;

function isMinus(sign: string, before: string): boolean {
  if (/^[-–]/u.test(sign)) return !/[\p{N})%]$/u.test(before);
  return /\p{L}/u.test(sign);
}

/** 1,234.50, 1.234,50 and 1 234,5 in the form that `Number` reads. */
function digitsValue(digits: string): number {
  if (/^\d{1,3}(?:\.\d{3}){2,}$/u.test(digits)) return Number(digits.replaceAll(".", ""));
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/u.test(digits)) return Number(digits.replaceAll(".", "").replace(",", "."));
  if (/^(?:\d+,\d{1,2}|0,\d+)$/u.test(digits)) return Number(digits.replace(",", "."));
  const point = digits.replace(/(?<=[\u00A0\u202F\u2009 ]\d{3}),(\d{1,2})$/u, ".$1");
  return Number(point.replace(/[,٬’'_\u00A0\u202F\u2009 ]/gu, ""));
}

/** "M" and "B" are millions and billions; "m" and "b" are units. */
function scaleOf(word: string): number {
  if (word === "M") return 1e6;
  if (word === "B") return 1e9;
  return SCALES[word.toLowerCase()] ?? 1;
}

/** "3 and a half", «٣ ساعات ونصف». */
function halfAfter(after: string): number {
  const part = after.match(/^\s?(?:\p{L}{1,12}\s)?(?:and a (half|quarter)|و(نصف|ربع))(?!\p{L})/iu);
  if (!part) return 0;
  return part[1]?.toLowerCase() === "half" || part[2] === "نصف" ? 0.5 : 0.25;
}

function toPower(value: number, power: string): number {
  const exponent = Number(power.replace(/[{}]/gu, "").match(/[-+]?\d+$/u)?.[0] ?? "0");
  if (power === "") return value;
  return power.trimStart().startsWith("^")
    ? value ** exponent
    : value * 10 ** (/^e/iu.test(power) ? exponent : tens(power));
}

function tens(power: string): number {
  return Number(power.replace(/[{}]/gu, "").match(/10(?:\^|\*\*)?([-+]?\d+)$/u)?.[1] ?? "0");
}

function parted(value: number, fraction: string): number {
  const parts = fraction.trim().split("/").map(Number);
  if (fraction.trim() === "") return value;
  if (/^\s?\//u.test(fraction)) return value / (parts[1] ?? 1);
  return value + (parts[0] ?? 0) / (parts[1] ?? 1);
}
