/**
 * Goods of scans whose quantity, price or amount was not read, or was misread, put right by the other two: always as
 * values to be looked at.
 */
import type { LineItem } from "../results/extraction.ts";

type Figure = "quantity" | "unit_price" | "amount";
const FIGURES: Figure[] = ["quantity", "unit_price", "amount"];
const ROUNDING = 0.011;
/** Signs by which a misread figure differs from the right one: in more it is the paper that is wrong. */
const MOST_APART = 2;
/** Prices and quantities have no more decimals. */
const DECIMALS = 3;

/** The item with the figure that was missing; where all stand there and disagree, with the one that is likeliest misread. */
export function mendedItem(item: LineItem): LineItem {
  const missing = FIGURES.filter((figure) => item[figure] === undefined);
  const [only, ...others] = missing;
  if (only && others.length === 0) return withFigure(item, only);
  const { quantity, unit_price, amount } = item;
  if (missing.length > 0 || !quantity || !unit_price || !amount) return item;
  // With a discount the three say nothing of each other alone.
  if (item.discount !== undefined || Math.abs(quantity * unit_price - amount) < ROUNDING) return item;
  const [nearer, other] = (["quantity", "unit_price"] as const).flatMap((figure) => {
    const value = followed(item, figure);
    return value === undefined ? [] : [{ figure, apart: distance(String(item[figure]), String(value)) }];
  }).toSorted((a, b) => a.apart - b.apart);
  return nearer && nearer.apart <= MOST_APART && nearer.apart !== other?.apart
    ? withFigure(item, nearer.figure)
    : item;
}

function withFigure(item: LineItem, figure: Figure): LineItem {
  const value = followed(item, figure);
  return value === undefined ? item : { ...item, [figure]: value, computed: [figure] };
}

/** What a figure has to be by the other two; undefined where that is no plausible figure. */
function followed({ quantity, unit_price, amount }: LineItem, figure: Figure): number | undefined {
  const value = figure === "amount"
    ? (quantity ?? 0) * (unit_price ?? 0)
    : (amount ?? 0) / ((figure === "quantity" ? unit_price : quantity) || Infinity);
  const rounded = Number(value.toFixed(DECIMALS));
  const isExact = Math.abs(value - rounded) * Math.max(1, unit_price ?? quantity ?? 1) < ROUNDING;
  // Quantities that nothing was read of are whole numbers, else anything would do.
  if (rounded <= 0 || !isExact || (figure === "quantity" && !Number.isInteger(rounded))) return undefined;
  return rounded;
}

/** Signs to be changed, left out or added to make one text the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, sign] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      const replaced = (row[j] ?? 0) + (sign === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
