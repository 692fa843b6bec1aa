import { homeOf } from "./home_country.ts";
import { type MainCurrency, mainCurrency } from "./currencies.ts";
import { type DateOrder, dateOrderOf } from "./dates.ts";
import { type NumberWay, numberWayOf, usesComma, usesPoint } from "./money.ts";

/** The document's conventions for numbers and dates. */
export interface Way extends NumberWay {
  dates: DateOrder;
}

/** Conventions by which all values of the document are parsed. */
export interface Reading {
  way: Way;
  /** The document's country, if known. */
  home?: string;
  currency?: MainCurrency;
}

export function readingOf(text: string): Reading {
  const first = mainCurrency(text);
  const home = homeOf(text, first && (first.among ?? [first.code]));
  const currency = mainCurrency(text, home);
  const numbers = numberWayOf(text);
  const way = {
    ...numbers,
    ...(numbers.certain || !currency?.certain ? {} : ofDinars(text, currency.code)),
    dates: dateOrderOf(text, home),
    ...(currency?.certain ? { currency: currency.code } : {}),
  };
  return { way, ...(home ? { home } : {}), ...(currency ? { currency } : {}) };
}

/** The number format of a document whose amounts have three decimals, if they show it. */
function ofDinars(text: string, currency: string): Partial<NumberWay> {
  if (usesPoint(text, currency)) return { decimal: "point", certain: true };
  return usesComma(text, currency) ? { decimal: "comma", certain: true } : {};
}
