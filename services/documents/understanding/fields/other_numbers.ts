/** Doubts numbers beside which the paper has another that may be the field's. */
import type { FoundField } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { asciiDigits } from "../values/digits.ts";

/** Words of labels of tax numbers. */
const TAX = /(?<!\p{L})(?:trn|tin|vat(?:in)?|gst(?:in)?|tax|ntn|strn|bin|pin)(?!\p{L})|ضريب|جبائي/iu;
/** Numbers of identifiers with their separators and letters. */
const NUMBERS = /[A-Z]{0,3}\d[\d./ -]{4,22}\d[A-Z]?/gi;

/** Whether another tax number of the same shape stands on the paper that is no field's. */
export function hasOtherTaxNumber({ value }: FoundField, rows: FieldRow[], fields: FoundField[]): boolean {
  const known = new Set(fields.map((field) => plain(field.value)));
  const own = outline(value);
  const texts = rows.map(({ cells }) => cells.map(({ text }) => asciiDigits(text)));
  return texts.some((cells, i) => {
    const isLabelled = [...cells, ...texts[i - 1] ?? []].some((text) => TAX.test(text));
    return isLabelled &&
      cells.some((text) =>
        (text.match(NUMBERS) ?? []).some((one) => outline(one) === own && !known.has(plain(one)))
      );
  });
}

function plain(number: string): string {
  return asciiDigits(number).replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
}

/** A number with all digits alike: "999-999-999". */
function outline(number: string): string {
  return asciiDigits(number).trim().replace(/\d/g, "9").toUpperCase();
}

/** Words of labels of totals, and of those before discounts and taxes. */
const TOTAL = /(?<!\p{L})total|payable|amount due|(?:ال)?[إا]جمالي|مجموع|مستحق/iu;
const BEFORE = /sub-?\s?total|before|excl|قبل|فرعي|دون|خصم|discount|balance|رصيد/iu;
const AMOUNT = /(?<![\d.,])\d{1,12}(?:,\d{2,3})*(?:\.\d{2,3}|(?<=,\d{3}))(?!\d)/g;
/** How much larger another total is than by rounding. */
const LARGER = 1.0005;

/** Whether a row of a total ends in a larger amount. */
export function hasLargerTotal({ value }: FoundField, rows: FieldRow[]): boolean {
  return rows.some(({ cells }) => {
    const text = cells.map((cell) => asciiDigits(cell.text)).join("  ");
    const last = text.match(AMOUNT)?.at(-1);
    return last !== undefined && TOTAL.test(text) && !BEFORE.test(text) &&
      Number(last.replaceAll(",", "")) > Number(value) * LARGER;
  });
}
