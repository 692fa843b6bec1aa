/** Sums below the columns of a table: net amount, tax and amount with tax in one row, whatever its label. */
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isFigure } from "../../reading/layout/table_words.ts";
import { findMoney, type NumberWay } from "../values/money.ts";

/** A printed amount with its cell. */
export interface PrintedAmount {
  amount: number;
  raw: string;
  cell: TextLine;
}

export interface ColumnTotals {
  net: PrintedAmount;
  tax: PrintedAmount;
  total: PrintedAmount;
}

const ROUNDING = 0.011;
/** The highest plausible tax rate. */
const MOST_TAX = 0.35;
/** Rows with more figures are no sums of a few columns. */
const MOST_FIGURES = 8;

/** The amounts of the row in which net and tax make the total, and one of these is the sum of the goods. */
export function columnTotals(rows: FieldRow[], goods: number, way: NumberWay): ColumnTotals | undefined {
  for (const { cells } of rows) {
    const amounts = cells.flatMap((cell): PrintedAmount[] => {
      const [money] = isFigure(cell.text) ? findMoney(cell.text, way) : [];
      return money && money.amount > 0 ? [{ amount: money.amount, raw: money.raw, cell }] : [];
    });
    if (amounts.length < 3 || amounts.length > MOST_FIGURES) continue;
    const [found, ...others] = totalsAmong(amounts, goods);
    if (found && others.length === 0) return found;
  }
  return undefined;
}

/** The ways to read three of the amounts as net, tax and total, in this order or from the other side. */
function totalsAmong(amounts: PrintedAmount[], goods: number): ColumnTotals[] {
  return [amounts, amounts.toReversed()].flatMap((all) =>
    all.flatMap((net, i) =>
      all.slice(i + 1).flatMap((tax, j) =>
        all.slice(i + j + 2).flatMap((total) => {
          const isSum = Math.abs(net.amount + tax.amount - total.amount) < ROUNDING;
          const isOfGoods = [net, total].some(({ amount }) => Math.abs(amount - goods) < ROUNDING);
          return isSum && isOfGoods && tax.amount < net.amount * MOST_TAX ? [{ net, tax, total }] : [];
        })
      )
    )
  );
}
