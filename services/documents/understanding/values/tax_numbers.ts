/** Tells the country of a tax number by its format. */
import { COUNTRIES } from "./countries.ts";

export interface TaxNumber {
  country: string;
  valid: boolean;
}

/** The country of a tax number by format; `likely` is tried first, since formats are similar. */
export function taxNumberOf(text: string, likely?: string): TaxNumber | undefined {
  const compact = text.toUpperCase().replace(/[\s./-]/g, "");
  const order = COUNTRIES.toSorted((a, b) => Number(b.code === likely) - Number(a.code === likely));
  const readings = order.flatMap(({ code, taxNumber }) => {
    const verdict = taxNumber?.(compact);
    return verdict ? [{ country: code, valid: verdict === "valid" }] : [];
  });
  return readings.find(({ country }) => country === likely) ?? readings.find(({ valid }) => valid) ??
    readings[0];
}
