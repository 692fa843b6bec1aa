/** Reads till receipts with the amount beside the name and quantity and price on the line below: "2 @ 31.98". */
import type { FieldRow } from "./field_row.ts";
import { isSum } from "../../reading/layout/table_words.ts";
import { COUNT_AND_PRICE, ROLL_AMOUNT } from "./price_line.ts";
import { asciiDigits } from "../values/digits.ts";

const TIMES = new RegExp(`^${COUNT_AND_PRICE}$`, "iu");
/** Without its sign, or with a misread one: "3 285.00", "5 xX 32.00". Only the amount can confirm it. */
const SIGN_LOST = /^(\d{1,3})\s(?:\S{1,2}\s)?(\d+[.,]\d{2,3})$/u;
/** A price with a misread quantity: "DC 164.50", "38.00 beds". */
const COUNT_LOST = /^(?:\D{1,4}\s)?(\d+[.,]\d{2,3})(?:\s\D{1,5})?$/u;
/** A misread line of quantity and price: figures and punctuation without a word. */
const UNREAD = /^[\d.,\s%#¥×x*@]{3,}$/iu;
/** Maximum length of a matched line, which limits backtracking. */
const LONGEST = 200;
const ROUNDING = 0.006;
/** The label of what a card paid, on the slip beside the receipt. */
const AMOUNT = /^(?:amount|sale amount|(?:ال)?مبلغ)$/iu;

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
  const areOnesLeftOut = leavesOutOnes(counted.map(({ texts }) => texts));
  const goods: string[][] = [];
  for (let at = startOf(rows, first); at < rows.length; at++) {
    const alone = nameAndAmount(rows[at]);
    const texts = known.get(at) ?? (alone && alonePriced(alone, areOnesLeftOut));
    if (texts) goods.push(texts);
    else if (at > last && !isPriceLine(rows, at)) break;
  }
  return goods;
}

/** Whether a till prints a count only where it is not one: two or more are printed, and none of them is. */
export function leavesOutOnes(counted: string[][]): boolean {
  return counted.length > 1 && counted.every(([, count = ""]) => /\d/.test(count) && Number(count) !== 1);
}

/** A line item without a line of its own for quantity and price. */
export function alonePriced({ name, amount }: { name: string; amount: string }, isOne: boolean): string[] {
  return isOne ? [name, "1", amount, amount] : [name, "", "", amount];
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
  const below = lineAlone(rows[at + 1]);
  if (!named || below === "") return undefined;
  const [, one = "", other = ""] = TIMES.exec(below) ?? [];
  if (one === "") return misreadBelow(rows[at + 1], below, { ...named, at });
  // Arabic tills print the quantity to the right of the price; it is the whole number.
  const isTurned = /[.,]/.test(one) && /^\d{1,3}$/.test(other);
  const [count, price] = isTurned ? [other, one] : [one, other];
  const isConfirmed = Math.abs(numberOf(count) * numberOf(price) - numberOf(named.amount)) < ROUNDING;
  return { at, texts: [named.name, count, price, named.amount], isConfirmed };
}

/** Quantity and price of a scanned line without a readable sign or quantity, if they agree with the amount. */
function misreadBelow(
  row: FieldRow | undefined,
  below: string,
  { name, amount, at }: { name: string; amount: string; at: number },
): Priced | undefined {
  if (row?.cells.every(({ confidence }) => confidence === 1)) return undefined;
  const [, count = "", price = ""] = SIGN_LOST.exec(below) ?? [];
  if (count !== "" && Math.abs(numberOf(count) * numberOf(price) - numberOf(amount)) < ROUNDING) {
    return { at, texts: [name, count, price, amount], isConfirmed: true };
  }
  const [, alone = ""] = COUNT_LOST.exec(below) ?? [];
  const times = numberOf(amount) / numberOf(alone);
  const isMultiple = times > 1 && times < 100 && Math.abs(times - Math.round(times)) < 1e-9;
  return isMultiple ? { at, texts: [name, "", alone, amount], isConfirmed: false } : undefined;
}

function isPriceLine(rows: FieldRow[], at: number): boolean {
  const line = lineAlone(rows[at]);
  return nameAndAmount(rows[at - 1]) !== undefined && (UNREAD.test(line) || TIMES.test(line));
}

/** The name and amount of a row with nothing else. */
export function nameAndAmount(row: FieldRow | undefined): { name: string; amount: string } | undefined {
  if (!row || row.cells.length < 2) return undefined;
  const amount = ROLL_AMOUNT.exec(asciiDigits(row.cells.at(-1)?.text.slice(0, LONGEST) ?? "").trim())?.[1];
  const name = row.cells.slice(0, -1).map(({ text }) => text).join(" ");
  const isName = /\p{L}{2}/u.test(name) && !/[:：]/.test(name) && !isSum(name) && !AMOUNT.test(name);
  return amount !== undefined && isName ? { name, amount } : undefined;
}

function lineAlone(row: FieldRow | undefined): string {
  const text = asciiDigits(row?.cells.map((cell) => cell.text).join(" ").slice(0, LONGEST) ?? "").trim();
  // Figures with a wide gap between them are cells of their own.
  return row?.cells.length === 1 || !/\p{L}{2}/u.test(text) ? text : "";
}

function numberOf(text: string): number {
  return Number(/,\d{3}\./.test(text) ? text.replaceAll(",", "") : text.replace(",", "."));
}
