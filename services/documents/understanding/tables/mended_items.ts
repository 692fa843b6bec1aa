/**
 * Repairs scanned line items: derives a missing or misread quantity, price or amount from the other two. Repaired items
 * are always flagged.
 */
import type { LineItem } from "../results/extraction.ts";

type Figure = "quantity" | "unit_price" | "amount";
const FIGURES: Figure[] = ["quantity", "unit_price", "amount"];
const ROUNDING = 0.011;
/** Maximum edit distance of a misread figure; beyond it the document itself may be wrong. */
const MOST_APART = 2;
/** Maximum decimals of prices and quantities. */
const DECIMALS = 3;

/** Completes a missing figure, or corrects the one that is most likely misread: one of the `garbled` ones, if any. */
export function mendedItem(item: LineItem, garbled: string[] = []): LineItem {
  const missing = FIGURES.filter((figure) => item[figure] === undefined);
  const [only, ...others] = missing;
  if (only && others.length === 0) return withFigure(item, only);
  const { quantity, unit_price, amount } = item;
  if (missing.length > 0 || !quantity || !unit_price || !amount) return item;
  // With a discount, the three figures do not determine one another.
  if (item.discount !== undefined || Math.abs(quantity * unit_price - amount) < ROUNDING) return item;
  const [unsure, ...further] = FIGURES.filter((figure) => garbled.includes(figure));
  if (unsure && further.length === 0) return withFigure(item, unsure);
  const lost = withLostPoint(item);
  if (lost) return lost;
  const [nearer, other] = (["quantity", "unit_price"] as const).flatMap((figure) => {
    const value = followed(item, figure);
    return value === undefined ? [] : [{ figure, apart: distance(String(item[figure]), String(value)) }];
  }).toSorted((a, b) => a.apart - b.apart);
  if (nearer && nearer.apart <= MOST_APART) {
    return nearer.apart === other?.apart ? item : withFigure(item, nearer.figure);
  }
  // An amount may lack a digit that a scan lost; one with another digit may be a fault of the document itself.
  const product = String(Number((quantity * unit_price).toFixed(DECIMALS)));
  const isShorter = String(amount).length < product.length;
  return isShorter && distance(String(amount), product) === 1 ? withFigure(item, "amount") : item;
}

/** The digits after a decimal point that a scan may have lost; a measure may have one alone: "84.5". */
const LOST = [1000, 100];
const LOST_IN_MEASURE = [1000, 100, 10];

/** The item with the decimal point back in one figure, where only that makes the figures fit. */
function withLostPoint(item: LineItem): LineItem | undefined {
  const { quantity = 0, unit_price = 0, amount = 0 } = item;
  const fits = LOST_IN_MEASURE.flatMap((by) =>
    [
      { figure: "quantity" as const, value: quantity / by, apart: quantity / by * unit_price - amount },
      { figure: "unit_price" as const, value: unit_price / by, apart: quantity * unit_price / by - amount },
      { figure: "amount" as const, value: amount / by, apart: quantity * unit_price - amount / by },
    ].filter(({ figure, value, apart }) =>
      Number.isInteger(item[figure]) && Math.abs(apart) < ROUNDING && value >= 1 &&
      (figure === "quantity" || LOST.includes(by))
    )
  );
  const [only, ...others] = fits;
  return only && others.length === 0
    ? { ...item, [only.figure]: only.value, computed: [only.figure] }
    : undefined;
}

function withFigure(item: LineItem, figure: Figure): LineItem {
  const value = followed(item, figure);
  return value === undefined ? item : { ...item, [figure]: value, computed: [figure] };
}

/** The figure that follows from the other two; undefined if implausible. */
function followed({ quantity, unit_price, amount }: LineItem, figure: Figure): number | undefined {
  const value = figure === "amount"
    ? (quantity ?? 0) * (unit_price ?? 0)
    : (amount ?? 0) / ((figure === "quantity" ? unit_price : quantity) || Infinity);
  const rounded = Number(value.toFixed(DECIMALS));
  const isExact = Math.abs(value - rounded) * Math.max(1, unit_price ?? quantity ?? 1) < ROUNDING;
  // A derived quantity has to be a whole number.
  if (rounded <= 0 || !isExact || (figure === "quantity" && !Number.isInteger(rounded))) return undefined;
  return rounded;
}

/** The edit distance of two texts. */
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
