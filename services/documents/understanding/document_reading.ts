import { homeOf } from "./countries.ts";
import { type MainCurrency, mainCurrency } from "./currencies.ts";
import { type NumberWay, numberWayOf } from "./money.ts";

/** Conventions of the whole document by which its values are read. */
export interface Reading {
  way: NumberWay;
  /** The country it comes from. */
  home?: string;
  currency?: MainCurrency;
}

export function readingOf(text: string): Reading {
  const first = mainCurrency(text);
  const home = homeOf(text, first?.certain ? first.code : undefined);
  const currency = mainCurrency(text, home);
  return { way: numberWayOf(text), ...(home ? { home } : {}), ...(currency ? { currency } : {}) };
}
