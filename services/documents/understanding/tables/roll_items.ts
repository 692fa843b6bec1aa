/** Reads line items of till receipts: a name, with quantity, price and amount below or beside it. */
import type { ExtractedTable } from "../results/extraction.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";
import { isSum } from "../../reading/layout/table_words.ts";
import { SURE_WORD } from "./doubtful_rows.ts";
import { COUNT_AND_PRICE, NUMBER, ROLL_AMOUNT } from "./price_line.ts";
import { alonePriced, leavesOutOnes, nameAndAmount, pricedNames } from "./priced_names.ts";
import { asciiDigits } from "../values/digits.ts";

/** Quantity and price, optionally after the name and before the amount: "2 x 0.950", "0.532 kg @ 1.20". */
const TIMES = new RegExp(`^(.*?)\\s*${COUNT_AND_PRICE}(?:\\s+=?\\s*(${NUMBER}))?$`, "iu");
/** A misread quantity, derived from the amount: "X ٢ ٣٨٫٥٠". */
const TIMES_LOST = new RegExp(`^\\S{0,2}[x×]\\s?[\\p{L}\\d]?\\s+(${NUMBER})$`, "iu");
/** "2 Flat white @ 4.50" */
const COUNTED = new RegExp(`^(${NUMBER})\\s+(\\p{L}.*?)\\s*@\\s*(${NUMBER})$`, "u");
/** A misread line of quantity and price: figures and punctuation without a word. */
const UNREAD = /^[\d.,\s%#¥×x*@]{3,}$/iu;
const AMOUNT = new RegExp(`^${NUMBER}$`, "u");
/** The code of an article before its quantity and price. */
const ARTICLE = /^\d{4,14}$/;
/** A quantity with a unit of any word, which is no name below another: "0.862 kg @ 29.99", "2 cups x 9.50". */
const MEASURED = new RegExp(`^(${NUMBER})\\s*\\p{L}{0,10}\\.?\\s*[x×*@]\\s*(${NUMBER})$`, "iu");
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
  /** Indices of its first and last row. */
  from: number;
  to: number;
  texts: string[];
  /** Whether its line has quantity and price. */
  isCounted: boolean;
  /** Whether its line has figures that explain nothing. */
  isMisread?: boolean;
}

/**
 * Line items with the amount on the line of quantity and price, and those between or next to them whose amount stands
 * beside the name; empty if there is no such line.
 */
function amountsBelow(rows: FieldRow[], isScanned: boolean): Priced[] {
  const priced = rows.flatMap((_, at) => pricedAt(rows, at, isScanned) ?? []);
  const counted = priced.filter(({ isCounted }) => isCounted);
  if (counted.length === 0) return [];
  const isOne = leavesOutOnes(counted.map(({ texts }) => texts));
  const known = new Map(priced.map((one) => [one.to, one]));
  const all = rows.flatMap((row, at): Priced[] => {
    const own = known.get(at);
    if (own) return [own];
    const alone = known.has(at + 1) && known.get(at + 1)?.from === at ? undefined : nameAndAmount(row);
    return alone && !/\d[.,]\d{2,3}$/.test(asciiDigits(alone.name))
      ? [{ from: at, to: at, texts: alonePriced(alone, isOne), isCounted: false }]
      : [];
  });
  const [first, last] = [
    all.findIndex(({ isCounted }) => isCounted),
    all.findLastIndex(({ isCounted }) => isCounted),
  ];
  let [from, to] = [first, last];
  while (from > 0 && (all[from - 1]?.to ?? 0) + 1 === all[from]?.from) from--;
  while (to < all.length - 1 && (all[to]?.to ?? 0) + 1 === all[to + 1]?.from) to++;
  return all.slice(from, to + 1);
}

/** The line item whose quantity, price and amount stand on a row. */
function pricedAt(rows: FieldRow[], at: number, isScanned: boolean): Priced | undefined {
  const given = rows[at]?.cells ?? [];
  const cells = given.length > 1 && ARTICLE.test(textOf(given[0])) ? given.slice(1) : given;
  const isParted = cells.length === 3 && cells.every((cell) => AMOUNT.test(textOf(cell)));
  // The sign between quantity and price, which a scan lost, leaves a gap.
  const first = isParted ? `${textOf(cells[0])} ${textOf(cells[1])}` : textOf(cells[0]);
  const last = textOf(cells.at(-1));
  const above = nameAbove(rows, at);
  const amount = cells.length > 1 ? ROLL_AMOUNT.exec(last)?.[1] ?? AMOUNT.exec(last)?.[0] : undefined;
  const under = { from: above?.at ?? at, to: at };
  const [, measure = "", each = ""] = above ? MEASURED.exec(first) ?? [] : [];
  const [, count, goodsName, price] = COUNTED.exec(first) ?? [];
  const times = TIMES.exec(
    measure !== "" ? `${measure} @ ${each}` : goodsName ? `${goodsName} ${count} @ ${price}` : first,
  );
  // Two amounts are a misread line.
  if (times && (times[4] === undefined || amount === undefined)) {
    const own = /\p{L}{2}/u.test(times[1] ?? "") ? times[1]?.trim() : undefined;
    const name = own ?? above?.name ?? "";
    const texts = [name, ...countFirst(times[2] ?? "", times[3] ?? ""), amount ?? times[4] ?? ""];
    return name === "" ? undefined : { ...(own ? { from: at, to: at } : under), texts, isCounted: true };
  }
  if (!above) return undefined;
  const lost = cells.length > 1 ? TIMES_LOST.exec(first)?.[1] : undefined;
  if (lost !== undefined && isScanned) {
    return { ...under, texts: [above.name, "", lost, amount ?? ""], isCounted: true };
  }
  if (isScanned && amount !== undefined && UNREAD.test(first)) {
    const factors = factorsOf(first, amount);
    return {
      ...under,
      texts: [above.name, ...factors ?? ["", ""], amount],
      isCounted: factors !== undefined,
      isMisread: factors !== undefined && numbersIn(first).length > 2,
    };
  }
  // Only the amount of the price line was read.
  const isAmount = cells.length === 1 && AMOUNT.test(first) && /[.,]/.test(first);
  return isAmount ? { ...under, texts: [above.name, "", "", first], isCounted: false } : undefined;
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

/** The most lines of a slip beside this one between a name and its figures. */
const MOST_BESIDE = 2;

/** The name on the line above, if it is alone there. */
function nameAbove(rows: FieldRow[], at: number): { name: string; at: number } | undefined {
  const own = rows[at];
  for (let above = at - 1; own && above >= Math.max(0, at - 1 - MOST_BESIDE); above--) {
    const { cells = [], box } = rows[above] ?? {};
    if (box && own.cells.length > 1 && isBeside(box, own.box)) continue;
    const text = cells.length === 1 ? cells[0]?.text ?? "" : "";
    const isName = /\p{L}{2}/u.test(text) && !/[:：]/.test(text) && !isSum(text) &&
      !TIMES.test(asciiDigits(text));
    return isName ? { name: text, at: above } : undefined;
  }
  return undefined;
}

/** Whether two lines share no position, as those of two slips on one page. */
function isBeside(a: FieldRow["box"], b: FieldRow["box"]): boolean {
  return a.right < b.left || b.right < a.left;
}
