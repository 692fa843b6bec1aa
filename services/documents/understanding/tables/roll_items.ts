/** Reads line items of till receipts: a name, with quantity, price and amount below or beside it. */
import type { ExtractedTable } from "../results/extraction.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";
import { isSum } from "../../reading/layout/table_words.ts";
import { SURE_WORD } from "./doubtful_rows.ts";
import { COUNT_AND_PRICE, NUMBER } from "./price_line.ts";
import { pricedNames } from "./priced_names.ts";
import { asciiDigits } from "../values/digits.ts";

/** Quantity and price, optionally after the name and before the amount: "2 x 0.950", "0.532 kg @ 1.20". */
const TIMES = new RegExp(`^(.*?)\s*${COUNT_AND_PRICE}(?:\s+=?\s*(${NUMBER}))?$`, "iu");
/** A misread quantity, derived from the amount: "X ٢ ٣٨٫٥٠". */
const TIMES_LOST = new RegExp(`^\\S{0,2}[x×]\\s?[\\p{L}\\d]?\\s+(${NUMBER})$`, "iu");
/** "2 Flat white @ 4.50" */
const COUNTED = new RegExp(`^(${NUMBER})\\s+(\\p{L}.*?)\\s*@\\s*(${NUMBER})$`, "u");
/** A misread line of quantity and price: figures and punctuation without a word. */
const UNREAD = /^[\d.,\s%#¥×x*@]{3,}$/iu;
const AMOUNT = new RegExp(`^${NUMBER}$`, "u");
/** Maximum length of a matched line, which limits backtracking. */
const LONGEST = 200;
/** Minimum rows of a receipt. */
const LEAST = 2;

/** The line items of a till receipt as a table; undefined if there are none. */
export function rollTable(rows: FieldRow[]): ExtractedTable | undefined {
  const isScanned = rows.some(({ cells }) => cells.some(({ confidence }) => confidence < 1));
  const beside = pricedNames(rows);
  const below = beside.length > 0 ? [] : amountsBelow(rows, isScanned);
  const goods = beside.length > 0 ? beside : below.map(({ texts }) => texts);
  const misread = below.flatMap(({ isMisread }, at) => isMisread ? [at] : []);
  const doubtful = isScanned ? [...new Set([...doubtfulNames(goods, rows), ...misread])] : [];
  return goods.length < LEAST ? undefined : {
    page: rows[0]?.page ?? 1,
    header: ["Item", "Quantity", "Unit price", "Amount"],
    rows: goods,
    ...(isScanned ? { scanned: true as const } : {}),
    ...(doubtful.length === 0 ? {} : { doubtful }),
  };
}

/** Indices of line items whose names have an uncertain word. */
function doubtfulNames(goods: string[][], rows: FieldRow[]): number[] {
  const doubted = rows.flatMap(({ cells }) => cells).filter(({ confidence, least = confidence }) =>
    least < SURE_WORD
  ).map(({ text }) => text.trim()).filter((text) => /\p{L}/u.test(text));
  return goods.flatMap(([name = ""], at) =>
    doubted.some((text) => text.includes(name) || name.includes(text)) ? [at] : []
  );
}

interface Priced {
  texts: string[];
  /** Whether its line has figures that explain nothing. */
  isMisread?: boolean;
}

/** Line items with the amount on the line of quantity and price; empty if there is no such line. */
function amountsBelow(rows: FieldRow[], isScanned: boolean): Priced[] {
  const goods: Priced[] = [];
  let priced = 0;
  for (const [at, { cells }] of rows.entries()) {
    const [first, last] = [textOf(cells[0]), textOf(cells.at(-1))];
    const [, count, goodsName, price] = COUNTED.exec(first) ?? [];
    const times = TIMES.exec(goodsName ? `${goodsName} ${count} @ ${price}` : first);
    const above = nameAbove(rows, at);
    const lost = cells.length > 1 ? TIMES_LOST.exec(first)?.[1] : undefined;
    if (times) {
      const name = /\p{L}{2}/u.test(times[1] ?? "") ? times[1]?.trim() ?? "" : above;
      if (name === "") continue;
      priced++;
      const end = cells.length > 1 && AMOUNT.test(last) ? last : times[4] ?? "";
      goods.push({ texts: [name, ...countFirst(times[2] ?? "", times[3] ?? ""), end] });
    } else if (lost !== undefined && isScanned && above !== "") {
      priced++;
      goods.push({ texts: [above, "", lost, AMOUNT.test(last) ? last : ""] });
    } else if (isScanned && above !== "" && UNREAD.test(first) && AMOUNT.test(last) && cells.length > 1) {
      const factors = factorsOf(first, last);
      if (factors) priced++;
      goods.push({
        texts: [above, ...factors ?? ["", ""], last],
        isMisread: factors !== undefined && numbersIn(first).length > 2,
      });
    } else if (cells.length === 1 && AMOUNT.test(first) && /[.,]/.test(first) && above !== "" && priced > 0) {
      // Only the amount of the price line was read.
      goods.push({ texts: [above, "", "", first] });
    }
  }
  return priced === 0 ? [] : goods;
}

/** Quantity and price on a misread line, if two of its numbers multiply to the amount: "1 % 31.50", "4x 0.1 0.150". */
function factorsOf(line: string, amount: string): [count: string, price: string] | undefined {
  const [count = "", ...prices] = numbersIn(line);
  const numberOf = (text: string) => Number(text.replace(",", "."));
  const price = prices.slice(0, MOST_PRICES).find((one) =>
    Math.abs(numberOf(count) * numberOf(one) - numberOf(amount)) < ROUNDING
  );
  return price === undefined || !/^\d{1,3}$/.test(count) ? undefined : [count, price];
}

const MOST_PRICES = 4;
const ROUNDING = 0.006;

function numbersIn(line: string): string[] {
  return line.match(/\d+(?:[.,]\d+)?/g) ?? [];
}

/** Orders quantity and price: Arabic tills print the quantity to the right, and it is the whole number. */
function countFirst(one: string, other: string): [count: string, price: string] {
  return /[.,]/.test(one) && /^\d{1,3}$/.test(other) ? [other, one] : [one, other];
}

function textOf(cell: TextLine | undefined): string {
  return asciiDigits((cell?.text ?? "").slice(0, LONGEST)).trim();
}

/** The name on the line above, if it is alone there. */
function nameAbove(rows: FieldRow[], at: number): string {
  const cells = rows[at - 1]?.cells ?? [];
  const text = cells.length === 1 ? cells[0]?.text ?? "" : "";
  const isName = /\p{L}{2}/u.test(text) && !/[:：]/.test(text) && !isSum(text) &&
    !TIMES.test(asciiDigits(text));
  return isName ? text : "";
}
