import type { ExtractedTable, LineItem } from "./extraction.ts";
import { fold } from "lib/fold.ts";
import { findMoney, parseAmount } from "./money.ts";

const COLUMNS: [keyof LineItem, RegExp][] = [
  ["unit_price", /unit price|unit cost|price|rate|سعر/],
  ["quantity", /qty|quantity|كميه|عدد/],
  ["amount", /amount|total|line total|net|مبلغ|اجمالي|مجموع|قيمه/],
  ["description", /description|item|product|service|particulars|details|وصف|بيان|صنف|بند|بيانات|خدمه/],
];

const SUM_ROW =
  /^(sub ?-?total|total|grand total|vat|tax|discount|balance|المجموع|الاجمالي|ضريبه|الضريبه|خصم)/;

/** The goods or services of the first table whose header names amounts. */
export function lineItems(tables: ExtractedTable[]): LineItem[] {
  for (const table of tables) {
    const columns = table.header.map(columnOf);
    if (!columns.includes("amount") || (!columns.includes("description") && !columns.includes("quantity"))) {
      continue;
    }
    return table.rows.filter((row) => !isSumRow(row)).map((row) => itemOf(row, columns));
  }
  return [];
}

/** Rows of totals below the goods are no goods. */
export function isSumRow(row: string[]): boolean {
  const first = row.find((cell) => cell !== "") ?? "";
  return SUM_ROW.test(fold(first).trim());
}

function columnOf(header: string): keyof LineItem | undefined {
  const folded = fold(header);
  return COLUMNS.find(([, pattern]) => pattern.test(folded))?.[0];
}

function itemOf(row: string[], columns: (keyof LineItem | undefined)[]): LineItem {
  const cell = (name: keyof LineItem) => row[columns.lastIndexOf(name)] ?? "";
  const number = (name: keyof LineItem) => {
    const amount = findMoney(cell(name)).at(-1)?.amount ?? parseAmount(cell(name));
    return amount === undefined || cell(name) === "" ? {} : { [name]: amount };
  };
  return {
    description: cell("description"),
    ...number("quantity"),
    ...number("unit_price"),
    ...number("amount"),
  };
}
