/** The number of a paper that is called its count, as offices of Iraq do: "العدد: م/312". */
import type { FoundField, TextLine } from "../results/field.ts";
import { asciiDigits } from "../values/digits.ts";
import { fieldAt } from "./field_at.ts";

const NUMBERED: Partial<Record<string, string>> = {
  invoice: "invoice_id",
  quotation: "quotation_id",
  purchase_order: "order_id",
  letter: "reference",
};
/** Of two parts or more: a lone figure may count goods. */
const COUNT =
  /^العدد\s?[:：/]\s?((?=[^\d٠-٩]{0,8}[\d٠-٩])[\p{L}\d٠-٩]{1,8}(?:\s?[/-]\s?[\p{L}\d٠-٩]{1,8}){1,3})$/u;
/** The cells at the top where it stands. */
const HEAD = 12;

export function countedNumber(type: string, cells: TextLine[]): FoundField[] {
  const key = NUMBERED[type];
  for (const cell of key ? cells.slice(0, HEAD) : []) {
    const number = COUNT.exec(cell.text.trim())?.[1];
    if (key && number) {
      return [fieldAt(key, asciiDigits(number).replace(/\s/g, ""), cell, { sure: 0.9, type: "id" })];
    }
  }
  return [];
}
