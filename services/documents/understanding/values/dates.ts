import { asciiDigits } from "./digits.ts";
import { matchesOf } from "./matches.ts";

export interface FoundDate {
  /** Gregorian: 2026-03-05. Hijri: 1447-09-15 AH. */
  value: string;
  raw: string;
  calendar: "gregorian" | "hijri";
  /** The day in the Gregorian calendar, for comparing. */
  day: string;
  at: number;
  /** Whether the order of day and month is ambiguous. */
  doubtful?: true;
}

/** Order of day and month in a document, and whether that is certain. */
export interface DateOrder {
  first: "day" | "month";
  certain: boolean;
}

export const DAY_FIRST: DateOrder = { first: "day", certain: true };

/** The months by their names. A scan may read the letter O as a zero: "02-0CT-2026". */
const MONTHS: [number, RegExp][] = [
  [1, /jan(?:uary|\.)?|يناير|كانون الثاني|جانفي/],
  [2, /feb(?:ruary|\.)?|فبراير|شباط|فيفري/],
  [3, /mar(?:ch|\.)?|مارس|آذار|اذار/],
  [4, /apr(?:il|\.)?|أبريل|ابريل|إبريل|نيسان|أفريل|افريل/],
  [5, /may|مايو|أيار|ايار|ماي/],
  [6, /june?|jun\.|يونيو|يونيه|حزيران|جوان/],
  [7, /july?|jul\.|يوليو|يوليه|تموز|جويلية|يوليوز/],
  [8, /aug(?:ust|\.)?|أغسطس|اغسطس|آب|أوت|اوت|غشت/],
  [9, /sep(?:t(?:ember)?|\.)?|سبتمبر|أيلول|ايلول|شتنبر/],
  [10, /[o0]ct(?:[o0]ber|\.)?|أكتوبر|اكتوبر|تشرين الأول|تشرين الاول/],
  [11, /n[o0]v(?:ember|\.)?|نوفمبر|تشرين الثاني|نونبر/],
  [12, /dec(?:ember|\.)?|ديسمبر|كانون الأول|كانون الاول|دجنبر/],
];

const HIJRI_MONTHS: [number, RegExp][] = [
  [1, /محرم|muharram/],
  [2, /صفر|safar/],
  [3, /ربيع الأول|ربيع الاول|rabi(?:'| )?al-?awwal/],
  [4, /ربيع الآخر|ربيع الثاني|rabi(?:'| )?al-?(?:thani|akhir)/],
  [5, /جمادى الأولى|جمادى الاولى|jumada al-?(?:ula|awwal)/],
  [6, /جمادى الآخرة|جمادى الثانية|jumada al-?(?:akhirah|thani)/],
  [7, /رجب|rajab/],
  [8, /شعبان|sha'?ban/],
  [9, /رمضان|ramadan/],
  [10, /شوال|shawwal/],
  [11, /ذو القعدة|ذي القعدة|dhu(?: a)?l-?qa'?dah/],
  [12, /ذو الحجة|ذي الحجة|dhu(?: a)?l-?hijjah/],
];

const names = (months: [number, RegExp][]) => months.map(([, name]) => name.source).join("|");

const whole = ([month, { source }]: [number, RegExp]): [number, RegExp] => [
  month,
  new RegExp(`^(?:${source})$`, "iu"),
];
const WHOLE_MONTHS = MONTHS.map(whole);
const WHOLE_HIJRI_MONTHS = HIJRI_MONTHS.map(whole);

const EDGE = "(?<![\\d\\p{L}])";
const NUMERIC = new RegExp(`${EDGE}(\\d{1,4})\\s?([/.-])\\s?(\\d{1,2})\\s?\\2\\s?(\\d{1,4})(?!\\d)`, "gu");
const DAY_MONTH = new RegExp(
  `${EDGE}(\\d{1,2})\\s?(?:st|nd|rd|th)?(?:[,،]\\s|[\\s-])\\s*(?:day\\s+of\\s+|of\\s+|من\\s+(?:شهر\\s+)?|شهر\\s+)?(${
    names(MONTHS)
  }|${names(HIJRI_MONTHS)})(?:[\\s,،.-]+|(?=\\d{4}))(\\d{4}|\\d{2}(?![\\d:.]|,?\\s+\\d{4}(?!\\d)))`,
  "giu",
);
const MONTH_DAY = new RegExp(
  `${EDGE}(${names(MONTHS)})\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`,
  "giu",
);
const HIJRI_MARK = /^\s*(?:هـ|ه(?!\p{L})|A\.?H\.?(?!\p{L})|H(?!\p{L}))/u;

/**
 * Detects the order of day and month: by a number above 12, else by country. Day first is uncertain only if other dates
 * of the document contradict it.
 */
export function dateOrderOf(text: string, home?: string): DateOrder {
  let day = 0;
  let month = 0;
  for (const [, first = "", , second = "", third = ""] of matchesOf(asciiDigits(text), NUMERIC)) {
    const [a, b] = [Number(first), Number(second)];
    const year = Number(third);
    // Other numbers with slashes are not dates.
    if (first.length > 2 || third.length !== 4 || year < 1900 || year > 2199 || Math.min(a, b) < 1) continue;
    if (a > 12 && a <= 31 && b <= 12) day++;
    if (b > 12 && b <= 31 && a <= 12) month++;
  }
  if (day > 0 && month > 0) return { first: day >= month ? "day" : "month", certain: false };
  if (day > 0) return { first: "day", certain: true };
  // A single contradicting date may be misread.
  if (month > 0) return { first: "month", certain: month > 1 || home === "US" };
  return home === "US" ? { first: "month", certain: false } : DAY_FIRST;
}

/** All dates of a text in order; day first, as in the Gulf, by default. */
export function findDates(text: string, order: DateOrder = DAY_FIRST): FoundDate[] {
  const ascii = asciiDigits(text);
  const found: FoundDate[] = [];
  const add = (match: RegExpMatchArray, parts: DateParts) => {
    const at = match.index ?? 0;
    const end = at + match[0].length;
    const mark = HIJRI_MARK.exec(ascii.slice(end));
    const date = dateOf({ ...parts, hijri: parts.hijri || (mark !== null && parts.year < 1600) });
    const doubtful = parts.isOpen && date?.calendar === "gregorian" ? { doubtful: true as const } : {};
    if (date) {
      found.push({ ...date, ...doubtful, raw: text.slice(at, end + (mark?.[0].length ?? 0)).trim(), at });
    }
  };
  for (const match of matchesOf(ascii, NUMERIC)) {
    const parts = numericParts([match[1] ?? "", match[3] ?? "", match[4] ?? ""], order);
    if (parts) add(match, parts);
  }
  for (const match of matchesOf(ascii, DAY_MONTH)) {
    add(match, { ...monthNamed(match[2] ?? ""), day: Number(match[1]), year: yearOf(match[3] ?? "") });
  }
  for (const match of matchesOf(ascii, MONTH_DAY)) {
    add(match, { ...monthNamed(match[1] ?? ""), day: Number(match[2]), year: Number(match[3]) });
  }
  return found.toSorted((a, b) => a.at - b.at);
}

interface DateParts {
  year: number;
  month: number;
  day: number;
  hijri: boolean;
  /** Whether day and month may be swapped. */
  isOpen?: boolean;
}

/** A two-digit year, between 1961 and 2060. */
function yearOf(digits: string): number {
  const year = Number(digits);
  return digits.length !== 2 ? year : year > 60 ? 1900 + year : 2000 + year;
}

function monthNamed(name: string): { month: number; hijri: boolean } {
  const of = (months: [number, RegExp][]) => months.find(([, whole]) => whole.test(name))?.[0];
  const month = of(WHOLE_MONTHS);
  return month ? { month, hijri: false } : { month: of(WHOLE_HIJRI_MONTHS) ?? 0, hijri: true };
}

function numericParts(
  [first, second, third]: [string, string, string],
  order: DateOrder,
): DateParts | undefined {
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (first.length === 4) return { year: a, month: b, day: c, hijri: a < 1600 };
  if (first.length > 2 || third.length % 2 === 1) return undefined;
  const year = yearOf(third);
  const isEither = a <= 12 && b <= 12;
  // A number above 12 can only be the day; Hijri dates always have the day first.
  const monthFirst = isEither ? order.first === "month" && year >= 1600 : b > 12;
  const [day, month] = monthFirst ? [b, a] : [a, b];
  return { year, month, day, hijri: year < 1600, isOpen: isEither && a !== b && !order.certain };
}

function dateOf({ year, month, day, hijri }: DateParts): Omit<FoundDate, "raw" | "at"> | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined;
  const value = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (hijri) {
    const gregorian = year >= 1300 && year <= 1500 && day <= 30 ? fromHijri({ year, month, day }) : undefined;
    return gregorian ? { value: `${value} AH`, calendar: "hijri", day: gregorian } : undefined;
  }
  if (year < 1900 || year > 2199 || new Date(`${value}T00:00:00Z`).getUTCDate() !== day) return undefined;
  return { value, calendar: "gregorian", day: value };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

const UMM_AL_QURA = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  timeZone: "UTC",
  year: "numeric",
  month: "numeric",
  day: "numeric",
});

/** Converts a Hijri date: estimates the day by the mean year length, then searches in the Umm al-Qura calendar. */
export function fromHijri(
  { year, month, day }: { year: number; month: number; day: number },
): string | undefined {
  const estimate = Date.UTC(622, 6, 18) + ((year - 1) * 354.367 + (month - 1) * 29.53 + day) * 86_400_000;
  for (let offset = -4; offset <= 4; offset++) {
    const date = new Date(Math.round(estimate / 86_400_000) * 86_400_000 + offset * 86_400_000);
    const parts = Object.fromEntries(
      UMM_AL_QURA.formatToParts(date).map(({ type, value }) => [type, parseInt(value)]),
    );
    if (parts.year === year && parts.month === month && parts.day === day) {
      return date.toISOString().slice(0, 10);
    }
  }
  return undefined;
}
