/** Sections of a table of goods: their headings and sums are no goods. */
import { isSum } from "../../reading/layout/table_words.ts";
import { asciiDigits } from "../values/digits.ts";
import type { NumberWay } from "../values/money.ts";
import { amountIn, type Roles } from "./goods_columns.ts";

interface PlacedRow {
  row: string[];
  at: number;
}

/** Tolerance in currency units. */
const ROUNDING = 0.011;

/**
 * The rows without sums of the rows above them, and without headings. A heading has words alone: of a scan it counts as
 * one only where a sum below confirms that no amount of its section is lost.
 */
export function withoutSections(
  rows: PlacedRow[],
  { roles, way, scanned }: { roles: Roles; way: NumberWay; scanned: boolean },
): PlacedRow[] {
  const kept: PlacedRow[] = [];
  let section: PlacedRow[] = [];
  // A running sum, since adding up the section at each row would take quadratic time.
  let sum = { total: 0, amounts: 0 };
  for (const one of rows) {
    const amount = amountOf(one.row, roles, way);
    const isTotal = isBare(one.row, roles) || isNamedSum(one.row, roles);
    if (amount !== undefined && isSumOf(sum, amount) && isTotal) {
      kept.push(...section.filter(({ row }) => !isHeading(row, roles)));
      section = [];
      sum = { total: 0, amounts: 0 };
      continue;
    }
    section.push(one);
    if (amount !== undefined) sum = { total: sum.total + amount, amounts: sum.amounts + 1 };
  }
  const rest = scanned ? section : section.filter(({ row }) => !isHeading(row, roles));
  const goods = withoutSumsAbove([...kept, ...rest], roles, way);
  // A table of words alone has no goods to tell from headings.
  return goods.length > 0 ? goods : rows;
}

/** The rows without those that have the sum of two or more rows just below them: "Packaging  223.75". */
function withoutSumsAbove(rows: PlacedRow[], roles: Roles, way: NumberWay): PlacedRow[] {
  const amounts = rows.map(({ row }) => amountOf(row, roles, way));
  const key = (sum: number) => sum.toFixed(2);
  // The sum of all rows up to each, by which the end of a section is found without adding up its rows again.
  const sums = [0];
  for (const amount of amounts) sums.push((sums.at(-1) ?? 0) + (amount ?? 0));
  const ends = new Map(sums.map((sum, at) => [key(sum), at]));
  return rows.filter(({ row }, at) => {
    const amount = amounts[at];
    if (!amount || !isBare(row, roles)) return true;
    const end = ends.get(key((sums[at + 1] ?? 0) + amount)) ?? 0;
    return end < at + 3;
  });
}

const amountOf = (row: string[], roles: Roles, way: NumberWay) =>
  amountIn(row[roles.lastIndexOf("amount")] ?? "", way);

/** Whether an amount is the sum of two or more rows before it. */
function isSumOf({ total, amounts }: { total: number; amounts: number }, amount: number): boolean {
  return amounts > 1 && Math.abs(total - amount) < ROUNDING;
}

/** Whether a row has neither a quantity nor a price. */
function isBare(row: string[], roles: Roles): boolean {
  return (["quantity", "unit_price"] as const).every((role) =>
    !/\d/.test(asciiDigits(row[roles.lastIndexOf(role)] ?? ""))
  );
}

/** Whether a row is named as a sum and has no price, perhaps beside the sum of the quantities. */
function isNamedSum(row: string[], roles: Roles): boolean {
  return isSum(row.find((cell) => /\p{L}{2}/u.test(cell)) ?? "") &&
    !/\d/.test(asciiDigits(row[roles.lastIndexOf("unit_price")] ?? ""));
}

/** Whether a row has words and no figure in any column of figures. */
function isHeading(row: string[], roles: Roles): boolean {
  const figures = (["quantity", "unit_price", "amount"] as const).map((role) => roles.lastIndexOf(role))
    .filter((at) => at >= 0);
  return figures.length > 1 && figures.every((at) => (row[at] ?? "") === "") &&
    row.some((cell) => /\p{L}{2}/u.test(cell));
}
