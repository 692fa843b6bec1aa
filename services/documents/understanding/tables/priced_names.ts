/** Reads till receipts with the amount beside the name and quantity and price on the line below: "2 @ 31.98". */
import type { FieldRow } from "./field_row.ts";
import { isSum } from "../../reading/layout/table_words.ts";
import { COUNT_AND_PRICE } from "./price_line.ts";
import { asciiDigits } from "../values/digits.ts";

const TIMES = new RegExp(`^${COUNT_AND_PRICE}$`, "iu");
/** An amount with decimals, optional currency sign and letter of its tax rate. */
const AMOUNT = /^[$£€]?\s?(\d+[.,]\d{2,3})(?:\s?\p{L})?$/u;
/** A misread line of quantity and price: figures and punctuation without a word. */
const UNREAD = /^[\d.,\s%#¥×x*@]{3,}$/iu;
/** Maximum length of a matched line, which limits backtracking. */
const LONGEST = 200;
const ROUNDING = 0.006;

interface Priced {
  at: number;
  /** Name, quantity, price and amount. */
  texts: string[];
  /** Whether quantity times price gives the amount. */
  isConfirmed: boolean;
}

/** The line items of such a receipt, also those without a price line; empty if no line is confirmed. */
export function pricedNames(rows: FieldRow[]): string[][] {
  const counted = rows.flatMap((_, at) => countedBelow(rows, at) ?? []);
  if (!counted.some(({ isConfirmed }) => isConfirmed)) return [];
  const [first = 0, last = 0] = [counted[0]?.at, counted.at(-1)?.at];
  const known = new Map(counted.map((one) => [one.at, one.texts]));
  const goods: string[][] = [];
  for (let at = startOf(rows, first); at < rows.length; at++) {
    const alone = nameAndAmount(rows[at]);
    const texts = known.get(at) ?? (alone && [alone.name, "", "", alone.amount]);
    if (texts) goods.push(texts);
    else if (at > last && !isPriceLine(rows, at)) break;
  }
  return goods;
}

/** The first of the consecutive rows of name and amount above a row. */
function startOf(rows: FieldRow[], from: number): number {
  let at = from;
  while (at > 0 && (nameAndAmount(rows[at - 1]) || isPriceLine(rows, at - 1))) at--;
  return at;
}

/** The name and amount of a row with only quantity and price below. */
function countedBelow(rows: FieldRow[], at: number): Priced | undefined {
  const named = nameAndAmount(rows[at]);
  const [, one = "", other = ""] = TIMES.exec(lineAlone(rows[at + 1])) ?? [];
  if (!named || one === "") return undefined;
  // Arabic tills print the quantity to the right of the price; it is the whole number.
  const isTurned = /[.,]/.test(one) && /^\d{1,3}$/.test(other);
  const [count, price] = isTurned ? [other, one] : [one, other];
  const isConfirmed = Math.abs(numberOf(count) * numberOf(price) - numberOf(named.amount)) < ROUNDING;
  return { at, texts: [named.name, count, price, named.amount], isConfirmed };
}

function isPriceLine(rows: FieldRow[], at: number): boolean {
  return nameAndAmount(rows[at - 1]) !== undefined && UNREAD.test(lineAlone(rows[at]));
}

function nameAndAmount(row: FieldRow | undefined): { name: string; amount: string } | undefined {
  if (!row || row.cells.length < 2) return undefined;
  const amount = AMOUNT.exec(asciiDigits(row.cells.at(-1)?.text.slice(0, LONGEST) ?? "").trim())?.[1];
  const name = row.cells.slice(0, -1).map(({ text }) => text).join(" ");
  const isName = /\p{L}{2}/u.test(name) && !/[:：]/.test(name) && !isSum(name);
  return amount !== undefined && isName ? { name, amount } : undefined;
}

function lineAlone(row: FieldRow | undefined): string {
  return row?.cells.length === 1 ? asciiDigits(row.cells[0]?.text.slice(0, LONGEST) ?? "").trim() : "";
}

function numberOf(text: string): number {
  return Number(text.replace(",", "."));
}
