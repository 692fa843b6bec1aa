import { type Box, heightOf, union, widthOf, type Word } from "./page.ts";
import { rowsOf } from "./layout.ts";
import { inReadingOrder, isArabicPage, meanOf } from "./word_order.ts";

/** A cell: adjacent words of a row, such as a label, a value or a table cell. */
export interface Cell {
  text: string;
  box: Box;
  words: Word[];
}

/** Cells from left to right. */
export interface Row {
  cells: Cell[];
  box: Box;
}

/** Minimum gap between cells, in mean letter widths. */
const WIDE_GAP = 1.9;

/** A page's words as rows of cells. */
export function cellRows(words: Word[], pageIsArabic = isArabicPage(words)): Row[] {
  return rowsOf(words).map((row) => rowOfWords(row, pageIsArabic));
}

export function rowOfWords(words: Word[], pageIsArabic: boolean): Row {
  const sorted = words.toSorted((a, b) => a.box.left - b.box.left);
  const gap = letterWidth(sorted) * WIDE_GAP;
  const groups: Word[][] = [];
  let right = -Infinity;
  for (const word of sorted) {
    const last = groups.at(-1);
    if (last && word.box.left - right < gap) last.push(word);
    else groups.push([word]);
    right = Math.max(right, word.box.right);
  }
  return {
    cells: groups.map((group) => cellOf(group, pageIsArabic)),
    box: union(words.map((word) => word.box)),
  };
}

export function cellOf(words: Word[], pageIsArabic: boolean): Cell {
  return {
    text: inReadingOrder(words, pageIsArabic).map((word) => word.text).join(" "),
    box: union(words.map((word) => word.box)),
    words,
  };
}

export function confidenceOf({ words }: Cell): number {
  return meanOf(words.map((word) => word.confidence));
}

/** Mean letter width; also considers height, since Arabic letters are narrow. */
function letterWidth(words: Word[]): number {
  const letters = words.reduce((sum, word) => sum + [...word.text].length, 0);
  const width = words.reduce((sum, word) => sum + widthOf(word.box), 0) / Math.max(1, letters);
  return Math.max(width, meanOf(words.map((word) => heightOf(word.box))) * 0.36);
}
