/** Parses a field's value from a text and normalises it by the field's type. */
import { asciiDigits } from "../values/digits.ts";
import { type DateOrder, findDates, type FoundDate } from "../values/dates.ts";
import type { FieldType, Value } from "../results/field.ts";
import { ibanIn } from "../values/identifiers.ts";
import { endsInNumber } from "../values/number_words.ts";
import { findMoney, type Money, type NumberWay, USUAL } from "../values/money.ts";

export function valueOf(
  type: FieldType,
  text: string,
  way: NumberWay & { dates?: DateOrder } = USUAL,
): Value | undefined {
  const ascii = asciiDigits(text);
  if (type === "date") return dateValue(text, way.dates);
  if (type === "money") return moneyValue(text, way);
  if (type === "number") return valueWithin(text.replace(DAYS, ""), ascii.match(/\d+(?:\.\d+)?/)?.[0]);
  if (type === "email") {
    // A scan may part it before its sign.
    const found = ascii.match(/(?<![\w.+-])[\w.+-]{1,64} ?@ ?[\w-]+(?:\.[\w-]+)+/)?.[0];
    return valueWithin(text, found?.replaceAll(" ", ""));
  }
  if (type === "phone") return phoneValue(ascii, /[٠-٩]/.test(text));
  if (type === "id") return idOf(text, ascii);
  // A scan has the rule that a value stands on as a low line beside it.
  const value = text.replace(/^[\s:：.,"'“”()_|-]+|[\s:：,"'“”(_|-]+$/gu, "").slice(0, 200);
  return /[\p{L}\p{N}]{2}/u.test(value) && !SIGNING.test(value) ? { value, share: 1 } : undefined;
}

/** Units of durations in days. */
const DAYS = /(?:calendar|working|business)?\s*days?(?!\p{L})|يوم[اً]{0,2}(?!\p{L})|أيام/giu;

/** Prompts for a signature below a label, which are not values. */
const SIGNING =
  /^(?:(?:ال)?توقيع|(?:ال)?ختم|(?:ال)?تاريخ|(?:ال)?اسم|signature|signed|sign|stamp|seal|date|name|title)(?:(?: و|[،,] )?(?:ال)?(?:توقيع|ختم|تاريخ|صفة)| و(?:ال)?(?:توقيع|ختم|تاريخ|صفة)|(?:,| and| &) (?:stamp|seal|signature|date|title|position)){0,3}$/iu;

function valueWithin(text: string, found: string | undefined): Value | undefined {
  if (!found) return undefined;
  return { value: found.trim(), share: share(found, text) };
}

/** The share of the text's letters and digits that the value covers. */
function share(found: string, text: string): number {
  const count = (of: string) => of.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return Math.min(1, count(found) / Math.max(1, count(text)));
}

/** Days of the week and times, in figures and words, which belong to a date: "الساعة الواحدة ظهرا", "at 3.00 pm". */
const TIME_OF_DAY =
  /(?:(?:على|عند|في)\s)?(?:تمام\s)?الساعة\s(?:\S{1,12}\s){0,4}?(?:صباحا|صباحاً|ظهرا|ظهراً|مساء|مساءً|عصرا)|(?:at\s)?(?<![\d.,/])\d{1,2}[:.]\d{2}\s?(?:hrs|hours|a\.?m\.?|p\.?m\.?)|(?:at\s)?\d{1,2}\s?(?:a\.?m|p\.?m|noon)(?!\p{L})|(?:يوم\s)?(?:الأحد|الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت)|(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!\p{L})/giu;

/** The share of a date in front of words, such as a place: "25/4/2026 at the site". */
const IN_FRONT = 0.7;
const MOST_WITH_PLACE = 60;

/** The time of day directly behind a date, after which its sentence may go on: "19/10/2026 at 12:00, or if that day". */
const AT_TIME = /^[\s،,]{0,3}(?:(?:على|عند|في)\s)?(?:تمام\s)?(?:الساعة\s|(?:at\s)?\d{1,2}[:.]\d{2})/iu;

/** Whether a text begins with a date whose year is written out, and is short or has its time behind it. */
function isInFront(text: string, { raw }: FoundDate): boolean {
  const trimmed = text.trim();
  const isTimed = () => AT_TIME.test(asciiDigits(trimmed.slice(raw.length)));
  return trimmed.startsWith(raw) && /\d{4}/.test(asciiDigits(raw)) &&
    (text.length < MOST_WITH_PLACE || isTimed());
}

function dateValue(text: string, order?: DateOrder): Value | undefined {
  const [first, second] = findDates(text, order);
  const isTwice = first && second && first.calendar !== second.calendar && isSameDay(first, second);
  const date = isTwice && first.calendar === "hijri" ? second : first;
  if (!date) return undefined;
  return {
    value: date.value,
    raw: date.raw,
    ...(date.calendar === "hijri" ? { calendar: "hijri" } : {}),
    share: Math.max(
      share(isTwice ? `${first.raw} ${second.raw}` : date.raw, text.replace(TIME_OF_DAY, " ")),
      !second && isInFront(text, date) ? IN_FRONT : 0,
    ),
    ...(date.doubtful
      ? { doubt: "Day and month can be read in either order, and nothing in the document says which" }
      : {}),
  };
}

/** Whether two dates are the same day; Hijri dates may differ by a day or two with moon sightings. */
function isSameDay(first: FoundDate, second: FoundDate): boolean {
  return Math.abs(Date.parse(first.day) - Date.parse(second.day)) / 86_400_000 <= 2;
}

/** The last digits of a card behind its name: "VISA ****4411". */
export const MASKED = /\s*(?:[*xX•#]{2,8}[\s-]?){1,4}\d{2,6}$/;

/** Percentages, measures that count no money, the last digits of a card, and counts in brackets behind a word: "Money in (5)", "مجموع الإيداعات (5)". */
const NO_AMOUNT =
  /[\d٠-٩]{1,4}\)?\s(?:حرك(?:ة|ات)|عملي(?:ة|ات)|transactions?|entries|movements)(?!\p{L})|\d+(?:[.,]\d+)?\s*[%٪]|[%٪]\s*\d+|[\d٠-٩][\d٠-٩.,٫٬]{0,12}\s(?:miles?|kms?|kilomet(?:er|re)s?|litres?|liters?|hours?|hrs|كم|كيلومترا?|ميلا?|لترا?|ساعات?)(?!\p{L})|(?<=\p{L}\s?)\([\d٠-٩]{1,3}\)|[*xX•#]{2,8}[\s-]?\d{2,6}(?!\d)/gu;

/** A number with the unit of something else than money: "96,000 miles". */
const MEASURE =
  /(?<![\d٠-٩.,])[\d٠-٩][\d٠-٩.,]{0,12}\s?(?:miles?|kms?|kgs?|hours?|hrs|days?|pcs|pieces|units?|lit(?:re|er)s?|met(?:re|er)s?|sqm|m²|tonnes?|كم|كغم?|كجم|طن|ساعة|ساعات|قطعة|قطع|مترا?|لترا?)(?!\p{L})/giu;
/** Nothing, in words. */
const NOTHING = /^\s*(?:nil|zero|صفر)\s*$/iu;
const OVERPRINTED = "Other figures are printed over it";

/** Whether what follows a number makes it the beginning of an identifier: "29AAACX1234". */
function isCode(rest: string): boolean {
  return /^[A-Z]{3,10}\d{2}/.test(rest);
}

function moneyValue(text: string, way: NumberWay): Value | undefined {
  if (NOTHING.test(text)) return { value: "0.00", raw: text.trim(), share: 1 };
  const blank = (part: string) => " ".repeat(part.length);
  const found = findMoney(text.replace(NO_AMOUNT, blank).replace(MEASURE, blank), way).filter((
    { at, raw },
  ) =>
    !isCode(text.slice(at + raw.length)) &&
    // The currency of a number in words, or a stroke behind one of its words: "ألف ريال ١", "مائة ١ وخمسة".
    (/^[\d٠-٩]{2}|^[\d٠-٩]\D/.test(raw) || !endsInNumber(text.slice(0, at)))
  );
  const last = found.findLast((one) => one.currency !== undefined) ?? found.at(-1);
  const isFragment = last?.amount === 0 && !/\p{L}{3}/u.test(text) &&
    /[1-9١-٩]/.test(text.replace(NO_AMOUNT, ""));
  const money = isFragment ? found.find(({ amount }) => amount > 0) ?? last : last;
  // Seven or more digits without a separator or a currency are an identifier, such as a bank account.
  if (!money || (money.currency === undefined && /^\d{7,}$/.test(asciiDigits(money.raw)))) return undefined;
  const doubt = "The number can be read in two ways, and nothing in the document says which";
  return {
    value: money.amount.toFixed(decimals(money)),
    raw: money.raw,
    share: isBehindSentence(text, money.at) ? FAR : found.length > 1 ? 0.8 : 1,
    ...(isFragment ? { doubt: OVERPRINTED } : money.doubtful ? { doubt } : {}),
  };
}

/** Below this share of the text a number is not the value beside its label. */
const FAR = 0.3;

/** Whether a number belongs to a sentence before it: "Kestrel Building Society, sort code 20-44-18, account 377". */
function isBehindSentence(text: string, at: number): boolean {
  const words = text.slice(0, at).match(/\p{L}{3,}/gu) ?? [];
  return words.length > MOST_WORDS_BEFORE;
}
const MOST_WORDS_BEFORE = 5;

/** The decimals to show: those written, at least two; three digits after a separator of thousands are none. */
function decimals({ raw, amount }: Money): number {
  const ascii = asciiDigits(raw);
  const written = ascii.match(/[., ]?(\d{3})\D*$/)?.[1]?.length ?? 0;
  const isThousands = Number(ascii.replace(/\D/g, "")) === Math.abs(amount);
  return isThousands ? 2 : Math.max(2, written);
}

/**
 * Parses a phone number. Groups with the country code last are in reversed order, and so are Arabic-Indic ones of which
 * the last one alone begins with the zero of national numbers.
 */
function phoneValue(ascii: string, isIndic = false): Value | undefined {
  const found = ascii.match(/(?:\+|\b00)?\(?\d[\d\s().-]{5,20}\d\+?(?!\d)/)?.[0]?.trim();
  if (!found) return undefined;
  const isLast = isIndic && /^[1-9][\d ]{5,}\s0\d{1,3}$/.test(found);
  const turned = isLast || /\+$/.test(found) || /(?:^|\s)\+\d+$/.test(ascii.trim());
  const whole = turned ? ascii.match(/\d[\d\s().+-]{5,20}\d\+?/)?.[0]?.trim() ?? found : found;
  const value = turned ? whole.split(/\s+/).toReversed().join(" ").replace(/^(\d+)\+/, "+$1") : found;
  return { value, share: share(value, ascii) };
}

/** A speck that a scan reads between the letters of an identifier with strokes: "KCD/T'S/318". */
const SPECK = /(?<=\p{Lu})['’‘`](?=\p{Lu}{1,6}\/)/gu;

function idOf(text: string, ascii: string): Value | undefined {
  const clean = text.replace(SPECK, "");
  if (clean === text) return idValue(text, ascii);
  const value = idValue(clean, ascii.replace(SPECK, ""));
  return value && { ...value, doubt: "A sign between its letters may be a speck" };
}

/** Prefix that is not part of an identifier: "No. 3307", "# 2026-118". */
const CALLED = /^[\s:]*(?:(?:no|nr|number|num|رقم|عدد)\.?[\s:]+|[№#]\s*)(?=\S*\d)/iu;

/** Parses an identifier: with a digit, up to the next word, including several digit groups. */
function idValue(text: string, ascii: string): Value | undefined {
  const iban = ibanIn(ascii);
  if (iban) return { ...iban, share: share(iban.raw, ascii) };
  const [called = ""] = CALLED.exec(ascii) ?? [];
  if (called !== "") return idValue(text.slice(called.length), ascii.slice(called.length));
  const match = ascii.match(
    /(?:[ء-ي]{1,2}[ .](?=[ء-ي\d/ .-]*\d))*[\p{L}\p{N}](?:[\p{L}\p{N}/_.-]|&(?=\p{L}))*(?:(?! ?[/-] ?\d{1,2}[./]\d{1,2}[./]\d)(?! [/-] ?\d{4}[./]\d{1,2}[./]\d)(?:[/-][\p{L}\p{N}]+| ?[/-] ?[\p{L}]*\d[\p{L}\p{N}]*))*(?:(?<=[/-][ء-ي]{1,2})(?: [ء-ي](?!\p{L}))+(?:[/-]\d{1,6}(?!\d)){0,2})?(?: (?!\d{1,4}[/.-]\d{1,2}[/.-]\d)[A-Z\d]*\d[A-Z\d-]*(?:\/\d+){0,3})*/u,
  )?.[0]?.replace(/[.\s-]+$/, "");
  if (!match || !/\d/.test(match) || match.length > 50) return undefined;
  const raw = text.slice(ascii.indexOf(match), ascii.indexOf(match) + match.length);
  const rest = ascii.slice(ascii.indexOf(match) + match.length);
  const [behind = ""] = OF_YEAR.exec(rest) ?? REVISION.exec(rest) ?? [];
  const value = `${match.replace(/ ?([/-]) ?/g, "$1")}${behind}`;
  return {
    value,
    ...(raw === value ? {} : { raw }),
    share: share(`${match}${behind}`, ascii.replace(DAY_BEHIND, "")),
  };
}

const OF_YEAR = /^\s+لسنة\s+\d{4}/u;
/** Which state of a paper a number means: "Q-2617 rev B", "318/2026 مراجعة 2". */
const REVISION =
  /^\s+(?:\(?(?:rev(?:ision)?|ver(?:sion)?|issue)\.?\s?(?:[A-Z]|\d{1,2})\)?|(?:مراجعة|تعديل|نسخة|إصدار)\s(?:رقم\s)?(?:\d{1,2}|[ء-ي]))(?![\p{L}\d])/iu;

/** The day of a paper behind its number: "778/ش - 2026/03/04". */
const DAY_BEHIND = /\s[-–]?\s?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\s*$/;

/** Corrects a capital I in an otherwise lower-case scanned email address to l. */
export function mendedEmail(email: string): string | undefined {
  return /I/.test(email) && !/[A-HJ-Z]/.test(email) ? email.replaceAll("I", "l") : undefined;
}
