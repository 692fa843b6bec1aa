import { CURRENCY_NAMES, currencyOf } from "./currencies.ts";
import { asciiDigits } from "./digits.ts";
import { matchesOf } from "./matches.ts";

export interface Money {
  amount: number;
  currency?: string;
  raw: string;
  at: number;
  /** Whether the other decimal convention would give a different amount. */
  doubtful?: true;
}

/** The decimal separator: a point, or the comma of much of Europe. */
export type Decimal = "point" | "comma";

/** The number format of a document, and whether its numbers prove it. */
export interface NumberWay {
  decimal: Decimal;
  certain: boolean;
  /** The document's currency, which determines the number of decimals. */
  currency?: string;
  /** Whether the document writes three decimals, even of a currency whose minor units nobody uses. */
  hasThousandths?: true;
}

export const USUAL: NumberWay = { decimal: "point", certain: true };

const NUMBER = "[-−(]?\\d(?:[\\d.,'’]|(?<=[.,]) (?=\\d{2}(?!\\d))|[ \\u00a0\\u202f](?=\\d{3}(?!\\d)))*\\)?-?";
/** Signs of other currencies, which are letters, directly before an amount with decimals: "R2,185.00". */
const SIGN = "(?:R|K|kr\\.?|Br|Q|L|Bs|Le|S/\\.?|B/\\.)(?=\\d{1,3}(?:[ ,]?\\d{3})*\\.\\d{2}(?!\\d))";
/** Where a number begins: not within a word, a date, a code or another number. */
const START = "(?<![\\p{L}\\d./-]|\\d[ \\u00a0,])";
const MONEY = new RegExp(
  `(?:(?<![\\p{L}\\d.])(?:(${CURRENCY_NAMES})\\s*|${SIGN})|${START})(${NUMBER})(?![\\d%/]|-\\d|\\s*%)(?:\\s*(${CURRENCY_NAMES})(?![\\p{L}]))?`,
  "giu",
);

/** Digit groups reversed by a right-to-left line: "850,00 7" means 7 850,00. */
const TURNED = /(?<![\d.,] ?)(\d{3}[.,]\d{2})((?: \d{3}){0,3}) (\d{1,3})(?![\d.,%]| \d)/g;

function turnedBack(_: string, last: string, between: string, first: string): string {
  return [first, ...between.trim().split(" ").filter((part) => part !== "").toReversed(), last].join(" ");
}

/** Zeros that end a number whose beginning was not read: "00.", "00. 00". */
const LOST_START = /^0{2,}(?:[.,]? 0+)?[.,]?$/;

/** The amounts in a text, without percentages, dates and numbers inside words. */
export function findMoney(
  text: string,
  { decimal, certain, currency: usual, hasThousandths }: NumberWay = USUAL,
): Money[] {
  const ascii = asciiDigits(text).replace(TURNED, turnedBack);
  return matchesOf(ascii, MONEY).flatMap((match) => {
    const number = match[2] ?? "";
    if (LOST_START.test(number)) return [];
    const currency = currencyOf(match[1] ?? match[3] ?? "");
    const isPlain = hasThousandths && THOUSANDTHS.test(number);
    const whole = !isPlain && isThousands(number, currency ?? usual)
      ? number.replace(/[.,]/g, "")
      : withPoint(number, currency ?? usual);
    const amount = parseAmount(whole, decimal);
    if (amount === undefined) return [];
    const other = parseAmount(whole, decimal === "point" ? "comma" : "point");
    const at = match.index ?? 0;
    return [{
      amount,
      ...(currency ? { currency } : {}),
      raw: text.slice(at, at + match[0].length).trim(),
      at,
      ...(!certain && other !== undefined && other !== amount ? { doubtful: true as const } : {}),
    }];
  });
}

/** Currencies with three decimals. */
const OF_THOUSAND = new Set(["KWD", "BHD", "OMR", "JOD", "TND", "LYD"]);
/** Currencies whose minor units nobody uses, so that three digits after any separator are thousands. */
const WHOLE = new Set(["IQD", "LBP", "SYP", "YER", "JPY", "KRW", "UGX", "TZS", "IDR"]);

/** An amount whose last three digits are no thousands, if all amounts of the document are written so: "18,640,250.000". */
const THOUSANDTHS = /^\d{1,3}(?:,\d{3})+\.0{3}$/;
const ALL_THOUSANDTHS = /(?<![\d.,])\d{1,3}(?:,\d{3}){1,4}\.0{3}(?![\d.,])/g;
/** An amount with thousands alone, whatever sign a scan reads between them. */
const PLAIN_THOUSANDS = /(?<![\d.,])\d{1,3}(?:,\d{3}){1,4}(?![\d.,])/g;
/** The fewest amounts that are no misread separators. */
const LEAST_ALIKE = 8;

/** Whether a text has many amounts with three decimals and none without. */
function hasThousandthsIn(ascii: string): boolean {
  return (ascii.match(ALL_THOUSANDTHS)?.length ?? 0) >= LEAST_ALIKE && !ascii.match(PLAIN_THOUSANDS);
}

/** The digits after the point of amounts in a currency, two if it is unknown. */
export function decimalsOf(currency: string | undefined): number {
  if (currency === undefined) return 2;
  return WHOLE.has(currency) ? 0 : OF_THOUSAND.has(currency) ? 3 : 2;
}

/** Whether three digits after a separator are thousands, as with a currency of two decimals: "240,000", "240.000". */
function isThousands(number: string, currency: string | undefined): boolean {
  if (currency === undefined) return false;
  if (WHOLE.has(currency)) return /^[1-9]\d{0,2}(?:[.,]\d{3})+[.,]?$/.test(number);
  return !OF_THOUSAND.has(currency) &&
    /^[1-9]\d{0,2}(?:(?:,\d{3})+\.?|(?:\.\d{3})+,?)$/.test(number);
}

/**
 * The decimal point of an amount of dinars: a comma where spaces separate thousands, as in "48 600,000", and a space
 * or nothing where commas do and a scan lost it, as in "18,427 315" and "1,267500".
 */
function withPoint(number: string, currency: string | undefined): string {
  if (currency === undefined || !OF_THOUSAND.has(currency)) return number;
  if (/^\d{1,3}(?: \d{3})+,\d{3}$/.test(number)) return number.replaceAll(" ", "").replace(",", ".");
  return number.replace(
    /^(\d{1,3}(?:,\d{3})+) ?(\d{3})$/,
    (whole, before, after) => / |,\d{6}$/.test(whole) ? `${before}.${after}` : whole,
  );
}

const GROUPED = {
  point: /^\d{1,3}(?:[,' ]\d{2,3})*[,' ]\d{3}(?:\.\d+)?$|^\d+(?:\.\d+)?$/,
  // A scan may lose the space behind the millions: "1385 370,00".
  comma: /^\d{1,3}(?:[.' ]\d{3})+(?:,\d+)?$|^\d{4} \d{3},\d{2}$|^\d+(?:,\d+)?$/,
};

/** Parses 1,234.56, 1 234.56 and lakhs as 2,23,503.80; with decimal comma 1.234,56. Brackets mean a negative amount. */
export function parseAmount(raw: string, decimal: Decimal = "point"): number | undefined {
  const ascii = asciiDigits(raw).trim();
  const negative = /^[-−(]|-$/.test(ascii);
  const digits = ascii.replace(/[()−-]/g, "").replace(/([.,]) (?=\d)/g, "$1").replace(/[\u00a0\u202f]/g, " ")
    .replace(/’/g, "'").replace(/[.,]$/, "").trim();
  const value = plainNumber(digits, decimal);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return negative ? -value : value;
}

function plainNumber(digits: string, decimal: Decimal): number | undefined {
  const other = decimal === "point" ? "comma" : "point";
  // A number that is only valid with the other separator, such as 1.234,56 or 12,5, is parsed with that.
  const way = GROUPED[decimal].test(digits) ? decimal : GROUPED[other].test(digits) ? other : undefined;
  if (!way) return undefined;
  const grouped = way === "point" ? /[,' ]/g : /[.' ]/g;
  const whole = digits.replace(grouped, "");
  return Number(way === "point" ? whole : whole.replace(",", "."));
}

/** Currencies with three decimals that are written with a decimal point. */
const OF_POINT = new Set(["KWD", "BHD", "OMR", "JOD"]);

/** How many numbers such as "65.000" outweigh one such as "1,500". */
const MOST_PARTS = 5;

/** Whether a document with ambiguous numbers uses a decimal point, as with currencies of three decimals. */
export function usesPoint(text: string, currency: string): boolean {
  if (!OF_THOUSAND.has(currency)) return false;
  const ascii = asciiDigits(text);
  const parts = ascii.match(/(?<![\d.,])\d{1,4}\.\d{3}(?![\d.,])/g)?.length ?? 0;
  const others = ascii.match(/(?<![\d.,])\d{1,3},\d{3}(?!\d|,\d{3}|\.\d)/g)?.length ?? 0;
  return OF_POINT.has(currency) ? parts > others * MOST_PARTS : parts >= 2 && others === 0;
}

/** Whether spaces between thousands show that the dinars of a document have a decimal comma: "3 161,600". */
export function usesComma(text: string, currency: string): boolean {
  if (!OF_THOUSAND.has(currency)) return false;
  const ascii = asciiDigits(text);
  return /(?<![\d.,] ?)\d{1,3}[ \u00a0\u202f]\d{3},\d{3}(?![\d.,])/.test(ascii) &&
    !/,\d{3}\.\d|(?<![\d.,])\d{1,4}\.\d{3}(?![\d.,])/.test(ascii);
}

/** The number format of a document, from its unambiguous numbers. */
export function numberWayOf(text: string): NumberWay {
  const ascii = asciiDigits(text);
  const point =
    ascii.match(/(?<![\d.,])\d{1,3}(?:,\d{2,3})+\.\d{1,3}(?![\d.,])|(?<![\d.,/])\d+\.\d{2}(?![\d./])/g)
      ?.length ?? 0;
  const comma =
    ascii.match(/(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d{1,3}(?![\d.,])|(?<![\d.,])\d+,\d{2}(?![\d.,])/g)?.length ??
      0;
  return {
    decimal: comma > point ? "comma" : "point",
    certain: comma !== point,
    ...(hasThousandthsIn(ascii) ? { hasThousandths: true as const } : {}),
  };
}
