/** The choices of the person: language, theme, calendar and digits. */
import { computed, effect, signal } from "@preact/signals";
import { boot } from "./boot.ts";

export type Lang = "en" | "ar";
export type Theme = "system" | "light" | "dark";
/** `both`: the Hijri date stands beside the Gregorian one. */
export type Calendar = "gregory" | "islamic-umalqura" | "both";
export type Digits = "latn" | "arab";

const YEAR_SECONDS = 31_536_000;

function storedChoice<T extends string>(name: string, values: readonly T[], fallback: T) {
  const stored = localStorage.getItem(`diwan_${name}`);
  const choice = signal(values.find((value) => value === stored) ?? fallback);
  effect(() => localStorage.setItem(`diwan_${name}`, choice.value));
  return choice;
}

/** A cookie, so that the server's first HTML has it too. */
function cookie(name: string, value: string): void {
  document.cookie = `diwan_${name}=${value}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}`;
}

export const lang = signal<Lang>(boot.lang);
export const theme = storedChoice<Theme>("theme", ["system", "light", "dark"], "system");
export const calendar = storedChoice<Calendar>(
  "calendar",
  ["gregory", "both", "islamic-umalqura"],
  "gregory",
);
export const digits = storedChoice<Digits>("digits", ["latn", "arab"], "latn");

/** The tag that numbers, dates and plurals are written by; calendar and digits always in it. */
export const locale = computed(() =>
  localeWith(calendar.value === "islamic-umalqura" ? "islamic-umalqura" : "gregory")
);

/** The tag of the other calendar, whose date stands beside; undefined where one calendar is enough. */
export const besideLocale = computed(() =>
  calendar.value === "both" ? localeWith("islamic-umalqura") : undefined
);

function localeWith(calendar: "gregory" | "islamic-umalqura"): string {
  const isArabic = lang.value === "ar";
  return `${isArabic ? "ar-SA" : "en-GB"}-u-ca-${calendar}-nu-${isArabic ? digits.value : "latn"}`;
}

export const isRtl = computed(() => lang.value === "ar");

effect(() => {
  const root = document.documentElement;
  root.lang = lang.value;
  root.dir = isRtl.value ? "rtl" : "ltr";
  if (lang.value !== boot.lang || document.cookie.includes("diwan_lang=")) cookie("lang", lang.value);
});

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  cookie("theme", theme.value);
});
