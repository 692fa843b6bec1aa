/**
 * Reads goods that take two lines each, as programs for orders print them: number, name and codes on the first line,
 * quantity, price, the quantity that the price is for, and amount on the second.
 */
import type { ExtractedTable } from "../results/extraction.ts";
import { findMoney, type NumberWay } from "../values/money.ts";

/** Minimum pairs, and the share of them whose figures multiply. */
const LEAST_PAIRS = 2;
const LEAST_SHARE = 0.6;
const ROUNDING = 0.011;
/** Longer lines are texts. */
const LONGEST = 300;

interface Figures {
  quantity: string;
  price: string;
  amount: string;
  isConfirmed: boolean;
}

/** The goods of the first table of such pairs, a row for each; undefined if there is none. */
export function pairedTable(tables: ExtractedTable[], way: NumberWay): ExtractedTable | undefined {
  for (const { page, rows, scanned, doubtful = [] } of tables) {
    const pairs = rows.flatMap((row, at) => {
      const name = nameIn(row, way);
      const figures = name === undefined ? undefined : figuresIn(rows[at + 1] ?? [], way);
      return name !== undefined && figures ? [{ name, ...figures, at }] : [];
    });
    const confirmed = pairs.filter(({ isConfirmed }) => isConfirmed);
    if (confirmed.length < LEAST_PAIRS || confirmed.length < pairs.length * LEAST_SHARE) continue;
    const misread = pairs.flatMap(({ at }, index) => doubtful.includes(at) ? [index] : []);
    return {
      page,
      header: ["Item", "Quantity", "Unit price", "Amount"],
      rows: pairs.map(({ name, quantity, price, amount }) => [name, quantity, price, amount]),
      ...(scanned ? { scanned } : {}),
      ...(misread.length === 0 ? {} : { doubtful: misread }),
    };
  }
  return undefined;
}

/** The name on the first line, which has no amount; of several cells of words the one with the most letters. */
function nameIn(row: string[], way: NumberWay): string | undefined {
  const letters = (cell: string) => cell.match(/\p{L}/gu)?.length ?? 0;
  const [name = ""] = row.toSorted((a, b) => letters(b) - letters(a));
  const others = row.filter((cell) => cell !== name).join(" | ").slice(0, LONGEST);
  const hasAmount = findMoney(others, way).some(({ raw }) => /[.,]\d{2,3}\D*$/.test(raw));
  // The end of a long name may stand in the column of prices: "300 x 40 x | 76.2".
  const ends = row.slice(row.indexOf(name) + 1).filter((cell) => /^\d{1,4}(?:[.,]\d)?$/.test(cell));
  return letters(name) > 3 && !hasAmount ? [name, ...ends].join(" ") : undefined;
}

/** Quantity, price and amount of the second line, which begins with the quantity and ends with the amount. */
function figuresIn(row: string[], way: NumberWay): Figures | undefined {
  // Groups of digits in neighbouring cells are no number.
  const text = row.join(" | ").slice(0, LONGEST);
  if (/\p{L}{5}/u.test(text)) return undefined;
  const numbers = findMoney(text, way);
  const [quantity, price, ...others] = numbers;
  const amount = others.pop();
  if (!quantity || !price || !amount || others.length > 1) return undefined;
  // The price may be for 100 pieces.
  const [per] = others;
  const product = quantity.amount * price.amount / (per && per.amount > 0 ? per.amount : 1);
  return {
    quantity: quantity.raw,
    price: price.raw,
    amount: amount.raw,
    isConfirmed: Math.abs(product - amount.amount) < ROUNDING,
  };
}
