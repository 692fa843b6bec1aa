/** Sums below the columns of a table: net amount, tax and amount with tax in one row, whatever its label. */
import type { LineItem } from "../results/extraction.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isFigure } from "../../reading/layout/table_words.ts";
import { findMoney, type NumberWay } from "../values/money.ts";
import { fieldAt } from "./field_at.ts";
import { valueOf } from "./field_values.ts";
import { TOTALS } from "./tax_confirmation.ts";

/** A printed amount with its cell. */
interface PrintedAmount {
  amount: number;
  raw: string;
  cell: TextLine;
}

export interface ColumnTotals {
  net: PrintedAmount;
  tax: PrintedAmount;
  total: PrintedAmount;
}

const SURE = 0.93;
/** With fewer goods, the amounts of one of them are such a row. */
const LEAST_ROWS = 2;
const ROUNDING = 0.011;
/** The highest plausible tax rate. */
const MOST_TAX = 0.35;
/** Rows with more figures are no sums of a few columns. */
const MOST_FIGURES = 8;

/** The fields with the sums of such a row, where the goods confirm them. */
export function withColumnTotals(
  fields: FoundField[],
  { items, rows, way, keys }: { items: LineItem[]; rows: FieldRow[]; way: NumberWay; keys: string[] },
): FoundField[] {
  const total = TOTALS.find((key) => keys.includes(key));
  const amounts = items.flatMap(({ amount }) => amount ?? []);
  if (!total || !keys.includes("subtotal") || amounts.length < LEAST_ROWS || amounts.length < items.length) {
    return fields;
  }
  const found = columnTotals(rows, amounts.reduce((sum, amount) => sum + amount, 0), way);
  if (!found) return fields;
  const sums = [["subtotal", found.net], ["total_tax", found.tax], [total, found.total]] as const;
  return sums.reduce<FoundField[]>((all, [key, { amount, raw, cell }]) => {
    const known = all.find((field) => field.key === key);
    const value = valueOf("money", raw, way)?.value;
    if (!value || Math.abs(Number(known?.value) - amount) < ROUNDING) return all;
    const field = { ...fieldAt(key, value, cell, { sure: SURE, type: "money" }), raw };
    return [...all.filter((one) => one !== known), field];
  }, fields);
}

/** The amounts of the row in which net and tax make the total, and one of these is the sum of the goods. */
export function columnTotals(rows: FieldRow[], goods: number, way: NumberWay): ColumnTotals | undefined {
  for (const { cells } of rows) {
    const amounts = cells.flatMap((cell): PrintedAmount[] => {
      const [money] = isFigure(cell.text) ? findMoney(cell.text, way) : [];
      return money && money.amount > 0 ? [{ amount: money.amount, raw: money.raw, cell }] : [];
    });
    if (amounts.length < 3 || amounts.length > MOST_FIGURES) continue;
    // In the order of the paper; where its rows run the other way, in that.
    const isTotal = cells.some(({ text }) => OF_TOTAL.test(text));
    for (const all of [amounts, amounts.toReversed()]) {
      const [found, ...others] = totalsAmong(all, goods, isTotal);
      if (found) return others.length === 0 ? found : undefined;
    }
  }
  return undefined;
}

/** The label of a row of sums. */
const OF_TOTAL = /^(?:grand |sub[- ]?)?totals?(?!\p{L})|^(?:ال)?(?:مجموع|إجمالي|اجمالي)(?!\p{L})/iu;

/** Whether a tax of so many percent has a usual rate, which confirms a row of sums where the goods do not. */
function isWholeRate(percent: number): boolean {
  return percent > 1 && Math.abs(percent - Math.round(percent)) < RATE_ROUNDING;
}
const RATE_ROUNDING = 0.002;
/** The most by which a stray row, such as one of column numbers, changes the sum of the goods. */
const STRAY = 0.001;

/** The ways to read three of the amounts as net, tax and total, in this order. */
function totalsAmong(amounts: PrintedAmount[], goods: number, isTotal: boolean): ColumnTotals[] {
  return amounts.flatMap((net, i) =>
    amounts.slice(i + 1).flatMap((tax, j) =>
      amounts.slice(i + j + 2).flatMap((total) => {
        const isSum = Math.abs(net.amount + tax.amount - total.amount) < ROUNDING;
        const isOfGoods = [net, total].some(({ amount }) => Math.abs(amount - goods) < ROUNDING) ||
          (isTotal && Math.abs(net.amount - goods) < net.amount * STRAY &&
            isWholeRate(100 * tax.amount / net.amount));
        return isSum && isOfGoods && tax.amount < net.amount * MOST_TAX ? [{ net, tax, total }] : [];
      })
    )
  );
}
