/** Sections of a table of goods: their headings and sums are no goods. */
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
  for (const one of rows) {
    if (!isSumOf(section, one, { roles, way })) {
      section.push(one);
      continue;
    }
    kept.push(...section.filter(({ row }) => !isHeading(row, roles)));
    section = [];
  }
  const rest = scanned ? section : section.filter(({ row }) => !isHeading(row, roles));
  // A table of words alone has no goods to tell from headings.
  return [...kept, ...rest].length > 0 ? [...kept, ...rest] : rows;
}

const amountOf = (row: string[], roles: Roles, way: NumberWay) =>
  amountIn(row[roles.lastIndexOf("amount")] ?? "", way);

/** Whether a row has nothing but the sum of two or more rows before it. */
function isSumOf(section: PlacedRow[], { row }: PlacedRow, { roles, way }: { roles: Roles; way: NumberWay }) {
  const isBare = (["quantity", "unit_price"] as const).every((role) =>
    (row[roles.lastIndexOf(role)] ?? "") === "" || !/\d/.test(row[roles.lastIndexOf(role)] ?? "")
  );
  const sum = amountOf(row, roles, way);
  const amounts = section.flatMap((one) => amountOf(one.row, roles, way) ?? []);
  return isBare && sum !== undefined && amounts.length > 1 &&
    Math.abs(amounts.reduce((all, amount) => all + amount, 0) - sum) < ROUNDING;
}

/** Whether a row has words and no figure in any column of figures. */
function isHeading(row: string[], roles: Roles): boolean {
  const figures = (["quantity", "unit_price", "amount"] as const).map((role) => roles.lastIndexOf(role))
    .filter((at) => at >= 0);
  return figures.length > 1 && figures.every((at) => (row[at] ?? "") === "") &&
    row.some((cell) => /\p{L}{2}/u.test(cell));
}
