/**
 * Words of a page, each in English and Arabic side by side, so that none can be missing in one of them:
 *
 *     const t = words({ title: ["Keys", "المفاتيح"], of: ["{n} of {total}", "{n} من {total}"] });
 *     t("title"); t("of", { n: 3, total: 7 });
 *
 * A word that counts is an object of plural forms, chosen by `n`; Arabic has six.
 */
import { computed } from "@preact/signals";
import { lang, locale } from "../prefs.ts";

/** English forms by number. */
export interface EnglishForms {
  one: string;
  other: string;
}
/** Arabic forms by number: 0, 1, 2, 3 to 10, 11 to 99, the rest. */
export interface ArabicForms {
  zero: string;
  one: string;
  two: string;
  few: string;
  many: string;
  other: string;
}
/** A word in English and Arabic. */
export type Word = readonly [en: string, ar: string] | readonly [en: EnglishForms, ar: ArabicForms];

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Value = string | number;
type Given<W> = W extends readonly [infer En extends string, string]
  ? [Names<En>] extends [never] ? [] : [values: Record<Names<En>, Value>]
  : [values: { n: number } & Record<string, Value>];

/** Returns a word in the current language; a component that calls it re-renders when the language changes. */
export type Say<T> = <K extends keyof T>(key: K, ...values: Given<T[K]>) => string;

/** A page's words; the answer says them. */
export function words<const T extends Record<string, Word>>(table: T): Say<T> {
  return (key, ...values) => {
    const word: Word | undefined = table[key];
    const given: Readonly<Record<string, Value>>[] = [...values];
    return word ? say(word, given[0] ?? {}) : String(key);
  };
}

const plural = computed(() => new Intl.PluralRules(locale.value));
const number = computed(() => new Intl.NumberFormat(locale.value));

function say(word: Word, values: Readonly<Record<string, Value>>): string {
  const spoken = lang.value === "ar" ? word[1] : word[0];
  const text = typeof spoken === "string" ? spoken : formOf(spoken, Number(values.n));
  return text.replace(/\{(\w+)\}/g, (_all, name) => isolated(values[name] ?? ""));
}

function formOf(forms: EnglishForms | ArabicForms, n: number): string {
  const form = plural.value.select(n);
  return Object.entries(forms).find(([name]) => name === form)?.[1] ?? forms.other;
}

/** Numbers by the locale's digits; inserted text must not change the direction of the sentence. */
export function isolated(value: Value): string {
  return `\u2068${typeof value === "number" ? number.value.format(value) : value}\u2069`;
}

/** Labels for a service's identifiers such as `invoice_date`. Unknown ones are shown unchanged. */
export function codeLabels(
  table: Record<string, readonly [en: string, ar: string]>,
): (name: string) => string {
  const known = new Map(Object.entries(table));
  return (name) => known.get(name)?.[lang.value === "ar" ? 1 : 0] ?? name.replaceAll("_", " ");
}
