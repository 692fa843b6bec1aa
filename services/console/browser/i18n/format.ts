/** Numbers, money, times and sizes as the viewer writes them. Formatters are dear to make, so each is made once. */
import { computed } from "@preact/signals";
import { besideLocale, locale } from "../prefs.ts";

/** The usual Arabic date is all digits, in an order that a reader has to guess. */
const NAMED_MONTH = { day: "numeric", month: "short", year: "numeric" } as const;

const formatters = computed(() => {
  const tag = locale.value;
  // Hours of the day have two digits, those before and after noon as many as they need.
  const hour = new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions().hour12
    ? "numeric"
    : "2-digit";
  return {
    number: new Intl.NumberFormat(tag),
    short: new Intl.NumberFormat(tag, { notation: "compact", maximumFractionDigits: 1 }),
    percent: new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 }),
    usd: new Intl.NumberFormat(tag, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" }),
    fineUsd: new Intl.NumberFormat(tag, {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      maximumSignificantDigits: 3,
    }),
    time: new Intl.DateTimeFormat(tag, { ...NAMED_MONTH, hour, minute: "2-digit" }),
    exact: new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "long" }),
    date: new Intl.DateTimeFormat(tag, NAMED_MONTH),
    day: new Intl.DateTimeFormat(tag, { day: "numeric", month: "short" }),
    clock: new Intl.DateTimeFormat(tag, { hour, minute: "2-digit" }),
    relative: new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "short" }),
    list: new Intl.ListFormat(tag, { type: "conjunction" }),
    languages: new Intl.DisplayNames(tag, { type: "language", fallback: "code" }),
    collator: new Intl.Collator(tag),
    natural: new Intl.Collator(tag, { numeric: true }),
  };
});

export const number = (value: number) => formatters.value.number.format(value);
export const shortNumber = (value: number) => formatters.value.short.format(value);
/** `share` is 0 to 1. */
export const percent = (share: number) => formatters.value.percent.format(share);
export const list = (values: string[]) => formatters.value.list.format(values);

/** The name of a language by its tag; what is no tag stays as it is. */
export function languageName(tag: string): string {
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(tag) ? formatters.value.languages.of(tag) ?? tag : tag;
}

export const compare = (a: string, b: string) => formatters.value.collator.compare(a, b);

/** With numbers in the texts by their size. */
export const compareNatural = (a: string, b: string) => formatters.value.natural.compare(a, b);

/** Small amounts keep three figures: calls cost fractions of a cent. */
export function usd(value: number): string {
  const { usd, fineUsd } = formatters.value;
  const text = value !== 0 && Math.abs(value) < 1 ? fineUsd.format(value) : usd.format(value);
  // The sign is Latin and would jump to the other side of the number in an Arabic sentence.
  return `\u2066${text.replaceAll("\u200f", "")}\u2069`;
}

/** A whole amount in a currency, kept together in any sentence. */
export function money(value: number, currency: string): string {
  const options = { style: "currency", currency, currencyDisplay: "code", maximumFractionDigits: 0 } as const;
  return `\u2066${new Intl.NumberFormat(locale.value, options).format(value).replaceAll("\u200f", "")}\u2069`;
}

const beside = computed(() => {
  const tag = besideLocale.value;
  if (!tag) return undefined;
  return {
    date: new Intl.DateTimeFormat(tag, NAMED_MONTH),
    exact: new Intl.DateTimeFormat(tag, { dateStyle: "full" }),
  };
});

/** `text` with the date of the other calendar in brackets, where both are wanted. */
function withBeside(text: string, time: Date, style: "date" | "exact"): string {
  const other = beside.value?.[style].format(time);
  return other === undefined ? text : `${text} (${other})`;
}

export function dateTime(time: string | number): string {
  const at = new Date(time);
  return withBeside(formatters.value.time.format(at), at, "date");
}

export function exactTime(time: string | number): string {
  const at = new Date(time);
  return withBeside(formatters.value.exact.format(at), at, "exact");
}

export function date(time: string | number): string {
  const at = new Date(time);
  return withBeside(formatters.value.date.format(at), at, "date");
}

export const day = (time: string | number) => formatters.value.day.format(new Date(time));
export const clock = (time: string | number) => formatters.value.clock.format(new Date(time));

const STEPS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]] as const;

/** Seconds from now, negative for the past, in the unit that fits. */
export function relative(seconds: number): string {
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1] as const;
  return formatters.value.relative.format(Math.trunc(seconds / size), unit);
}

const UNITS = [["gigabyte", 2 ** 30], ["megabyte", 2 ** 20], ["kilobyte", 2 ** 10], ["byte", 1]] as const;

export function bytes(size: number): string {
  const [unit, step] = UNITS.find(([, step]) => size >= step) ?? ["byte", 1] as const;
  const options = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale.value, options).format(size / step);
}

export function milliseconds(value: number): string {
  const [unit, shown] = value >= 1_000 ? ["second", value / 1_000] as const : ["millisecond", value] as const;
  const options = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale.value, options).format(shown);
}

/** A length of time in its two largest units. */
export function duration(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = {
    days: Math.floor(whole / 86_400),
    hours: Math.floor(whole / 3_600) % 24,
    minutes: Math.floor(whole / 60) % 60,
  };
  const shown = whole < 60
    ? { seconds: whole }
    : parts.days > 0
    ? { days: parts.days, hours: parts.hours }
    : { hours: parts.hours, minutes: parts.minutes };
  return new Intl.DurationFormat(locale.value, { style: "narrow" }).format(shown) || "0";
}
