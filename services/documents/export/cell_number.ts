/** Recognises table cells that are unambiguously numbers. */
import { asciiDigits } from "../understanding/values/digits.ts";
import { type NumberWay, parseAmount } from "../understanding/values/money.ts";

export type { NumberWay };

/**
 * The number in a cell; undefined for text: words, dates, numbers with leading zeros or more digits than a spreadsheet
 * keeps, and numbers whose decimal separator is ambiguous in this document.
 */
export function numberOf(cell: string, { decimal, certain }: NumberWay): number | undefined {
  const ascii = asciiDigits(cell).trim();
  if (!/^[-−(]?\d[\d.,'’ \u00a0\u202f]*\)?-?$/.test(ascii)) return undefined;
  if (/^[-−(]?0\d/.test(ascii) || ascii.replace(/\D/g, "").length > 15) return undefined;
  const value = parseAmount(ascii, decimal);
  if (value === undefined || certain) return value;
  return parseAmount(ascii, decimal === "point" ? "comma" : "point") === value ? value : undefined;
}
