import type { ExtractedTable, LineItem } from "../results/extraction.ts";
import { fold } from "lib/fold.ts";
import { isFigure, isSum } from "../../reading/layout/table_words.ts";
import { findMoney, type NumberWay, parseAmount, USUAL } from "../values/money.ts";

const COLUMNS: [keyof LineItem, RegExp][] = [
  ["amount", /total price|price total|amount|(?:سعر|ثمن|قيمه) (?:ال)?(?:اجمالي|كلي)/],
  ["unit_price", /unit price|unit cost|price|rate|cost|سعر|ثمن/],
  ["quantity", /qty|quantity|pieces|pcs|hours|units$|كميه|عدد/],
  ["amount", /amount|total|line total|net|مبلغ|اجمالي|مجموع|قيمه/],
  [
    "description",
    /description|item|product|service|particulars|details|designation|article|goods|work|وصف|بيان|صنف|بند|بيانات|خدمه|تسميه|منتج|سلعه/,
  ],
];

/** The goods or services of the first table whose header names amounts. */
export function lineItems(tables: ExtractedTable[], way: NumberWay = USUAL): LineItem[] {
  for (const table of tables) {
    const columns = table.header.map(columnOf);
    if (!columns.includes("amount") || (!columns.includes("description") && !columns.includes("quantity"))) {
      continue;
    }
    const names = columns.lastIndexOf("description");
    return table.rows.filter((row) => !isSumRow(row) && !isNameless(row, names))
      .map((row) => itemOf(row, columns, way));
  }
  return [];
}

/** Rows of totals below the goods are no goods. */
export function isSumRow(row: string[]): boolean {
  const filled = row.filter((cell) => cell !== "");
  return isSum(filled[0] ?? "") && filled.length <= 2;
}

/** Nothing under the names, and words where figures belong: a sum under whatever name. */
function isNameless(row: string[], names: number): boolean {
  if (names < 0 || row[names] !== "") return false;
  const filled = row.filter((cell) => cell !== "");
  return filled.length <= 2 && filled.some((cell) => /\p{L}{3}/u.test(cell) && !isFigure(cell));
}

function columnOf(header: string): keyof LineItem | undefined {
  const folded = fold(header);
  return COLUMNS.find(([, pattern]) => pattern.test(folded))?.[0];
}

function itemOf(row: string[], columns: (keyof LineItem | undefined)[], way: NumberWay): LineItem {
  const cell = (name: keyof LineItem) => row[columns.lastIndexOf(name)] ?? "";
  const number = (name: keyof LineItem) => {
    const amount = findMoney(cell(name), way).at(-1)?.amount ?? parseAmount(cell(name), way.decimal);
    return amount === undefined || cell(name) === "" ? {} : { [name]: amount };
  };
  return {
    description: cell("description"),
    ...number("quantity"),
    ...number("unit_price"),
    ...number("amount"),
  };
}
