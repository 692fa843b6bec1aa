/** Tells a document's country by tax numbers, bank accounts, phone numbers, currencies and names. */
import { COUNTRIES, countryOf } from "./countries.ts";
import { taxNumberOf } from "./tax_numbers.ts";

/** Phone numbers with a country code; more digits after "00" are another number. */
const PLUS =
  /(?:\+|(?<![\d.,/-])00(?!\d{13})(?=\d{1,3}[ \u00a0-]|\d{9}))[ \u00a0]?(\d{1,3})(?=[ \u00a0\d-]{6})/g;
/** Streets and districts, which bear names of cities in other countries. */
const STREET = /(?<!\p{L})(?:حي|شارع|طريق)\s+\p{L}+|\p{L}+\s(?:street|road|avenue|st\.|rd\.)/giu;
const IBAN = /(?<![A-Z0-9])([A-Z]{2})\d{2}(?:\s?[A-Z0-9]{4}){3,}/g;
const JORDANIAN = /(?<!\p{L})ال[أا]ردن(?:ي|ية)?(?!\p{L})/u;
const AMMAN = /(?<!\p{L}|سلطنة )عمان(?!\p{L})/gu;
/** The most names of a country that count: those of a customer's address should not outweigh a phone or tax number. */
const MOST_NAMES = 2;
const GUESS = { name: 2, phone: 3, iban: 3, tax: 4, currency: 3, sharedCurrency: 1 };

/**
 * The country of a document by phone numbers, bank accounts, tax numbers, names of places and its currency; undefined if
 * unclear. Several `currencies` are those that share the name in the text.
 */
export function homeOf(text: string, currencies: readonly string[] = []): string | undefined {
  const scores = new Map<string, number>();
  const add = (code: string | undefined, score: number) => {
    if (code) scores.set(code, (scores.get(code) ?? 0) + score);
  };
  const places = text.replace(STREET, " ");
  for (const { code, names, post } of COUNTRIES) {
    // Without diacritics the Arabic name of Amman is the same as Oman's.
    const read = code === "OM" && JORDANIAN.test(text) ? places.replace(AMMAN, " ") : places;
    const found = (read.match(names)?.length ?? 0) + (post ? text.match(post)?.length ?? 0 : 0);
    add(code, Math.min(MOST_NAMES, found) * GUESS.name);
  }
  for (const [, digits = ""] of text.matchAll(PLUS)) {
    add(COUNTRIES.find(({ phone }) => digits === phone || digits.startsWith(phone))?.code, GUESS.phone);
  }
  for (const [, code = ""] of text.matchAll(IBAN)) if (countryOf(code)) add(code, GUESS.iban);
  for (const [word] of text.matchAll(/(?<![A-Z0-9])(?:[A-Z]{2})?\d[A-Z0-9]{8,15}(?![A-Z0-9])/g)) {
    const number = /^[A-Z]|^\d{2}[A-Z]{5}|^3\d{13}3$|^1\d{14}$|^2\d{14}$/.test(word)
      ? taxNumberOf(word)
      : undefined;
    if (number?.valid) add(number.country, GUESS.tax);
  }
  const guess = currencies.length > 1 ? GUESS.sharedCurrency : GUESS.currency;
  for (const { code, currency } of COUNTRIES) {
    if (currencies.includes(currency) && currency !== "USD") add(code, guess);
  }
  const [first, second] = [...scores].toSorted((a, b) => b[1] - a[1]);
  if (!first || first[1] < 2 || (second && second[1] === first[1])) return undefined;
  return first[0];
}

/** The country of a currency that only one country uses. */
export function homeOfCurrency(currency: string | undefined): string | undefined {
  const countries = COUNTRIES.filter((country) => country.currency === currency);
  return countries.length === 1 ? countries[0]?.code : undefined;
}
