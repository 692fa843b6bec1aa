/** Cells of tables that are numbers, and nothing else. */
import { asciiDigits } from "../understanding/values/digits.ts";
import { type NumberWay, parseAmount } from "../understanding/values/money.ts";

export type { NumberWay };

/**
 * The number of a cell; undefined where it is a text: words, dates, numbers with leading zeros or more digits than a
 * spreadsheet keeps, and numbers that the other way of writing them reads differently while the document does not
 * say which way is its own.
 */
export function numberOf(cell: string, { decimal, certain }: NumberWay): number | undefined {
  const plain = asciiDigits(cell).trim();
  if (!/^[-−(]?\d[\d.,'’ \u00a0\u202f]*\)?-?$/.test(plain)) return undefined;
  if (/^[-−(]?0\d/.test(plain) || plain.replace(/\D/g, "").length > 15) return undefined;
  const value = parseAmount(plain, decimal);
  if (value === undefined || certain) return value;
  return parseAmount(plain, decimal === "point" ? "comma" : "point") === value ? value : undefined;
}
