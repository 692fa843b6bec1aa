/** The customer's order that an invoice cites in a sentence: "Repairs to the tower, your order PCC/FAB/09". */
import type { FoundField, TextLine } from "../results/field.ts";
import { findDates } from "../values/dates.ts";
import { asciiDigits } from "../values/digits.ts";
import { fieldAt } from "./field_at.ts";

const NUMBER = "((?=[\\p{L}/.-]{0,12}\\p{Nd})[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}/.-]{1,24})";
const CITED = [
  new RegExp(
    `(?<!\\p{L})(?:your|under|against|per)\\s+(?:purchase |supply |work )?(?:order|p\\.?o\\.?|l\\.?p\\.?o\\.?)(?!\\p{L})\\s?(?:no\\.?|number|ref\\.?|#)?\\s?[:：]?\\s?${NUMBER}`,
    "iu",
  ),
  new RegExp(
    `(?<!\\p{L})[وبل]?(?:طلبكم|طلبيتكم|أمركم|أمر (?:ال)?(?:شراء|توريد)(?:كم)?|أمر شرائكم|طلب (?:ال)?شراء|طلب شرائكم)\\s?(?:رقم|برقم|بالرقم|المرقم|المرقمة|ذي الرقم|عدد)?\\s?[:：/(]?\\s?${NUMBER}`,
    "u",
  ),
];
const SURE = 0.88;
/** The most cells that are searched, and characters of each. */
const MOST_CELLS = 60;
const SEARCHED = 300;

export function citedOrder(type: string, cells: TextLine[]): FoundField[] {
  if (type !== "invoice") return [];
  for (const cell of cells.slice(0, MOST_CELLS)) {
    const text = cell.text.slice(0, SEARCHED);
    for (const pattern of CITED) {
      const number = pattern.exec(text)?.[1]?.replace(/[.,/-]+$/, "");
      if (number === undefined || findDates(number).length > 0) continue;
      return [fieldAt("purchase_order", asciiDigits(number), cell, { sure: SURE, type: "id" })];
    }
  }
  return [];
}
