/** Detects table cells over several lines. */
import { fold } from "lib/fold.ts";
import type { Cell, Row } from "./cells.ts";
import { type Box, heightOf } from "./page.ts";
import { fits } from "./fitting_rows.ts";
import { columnAt } from "./row_kinds.ts";
import { isFigure, isSum } from "./table_words.ts";

/** The gap to the cell above, and to the row below where there is one. */
export interface Gaps {
  above: number;
  below?: number | undefined;
}

/** The most gap within a cell in line heights; more where the row below is much farther away. */
const CLOSE = { usual: 0.9, most: 1.15, ratio: 1.5 };

/** Whether a row is a single cell that continues the cell above it: close below, within one column. */
export function isWrapped(row: Row, before: Row, columns: Box[], gap: Gaps): boolean {
  const [cell, ...others] = row.cells;
  if (!cell || others.length > 0 || /[:：]/.test(cell.text)) return false;
  // A word without tall letters has a low box, so the line height of the row above counts.
  const height = Math.max(heightOf(cell.box), Math.min(...before.cells.map(({ box }) => heightOf(box))));
  if (!isClose(gap, height)) return false;
  if (isFigure(cell.text) && !isUnit(cell.text) && !before.cells.some((one) => goesOnIn(one, cell))) {
    return false;
  }
  const column = columns.find(({ left, right }) => cell.box.left >= left - 4 && cell.box.right <= right + 4);
  return column !== undefined &&
    before.cells.some(({ box }) => box.left < column.right && box.right > column.left);
}

/** Whether a row has several cells of words, each of which continues the cell above it: "RAL 5017, 3 mm face" and "pcs". */
export function areWrapped({ cells }: Row, before: Row, columns: Box[], gap: Gaps): boolean {
  const height = Math.min(...before.cells.map(({ box }) => heightOf(box)));
  return cells.length > 1 && cells.length < before.cells.length && isClose(gap, height) &&
    cells.every((cell) =>
      !/\d{3}[.,]\d|[:：]/.test(cell.text) && (!isFigure(cell.text) || isMeasure(cell.text)) &&
      isWrapped({ cells: [cell], box: cell.box }, before, columns, gap)
    );
}

/**
 * Whether a single cell is as far from the row above as the rows are from one another, and is as near to the row below as
 * the heading of a section, or a sentence, which is a note.
 */
export function standsApart({ cells, box }: Row, { above, below }: Gaps, pitch: number | undefined): boolean {
  if (pitch === undefined || above <= pitch * 0.8 || above <= heightOf(box) * 0.5) return false;
  return (below !== undefined && below < above * 1.3) || SENTENCE.test(cells[0]?.text ?? "");
}

/** A sentence of four words or more, and no name of a firm: "Old lamps to be taken away." */
const SENTENCE =
  /^(?=[^\p{Ll}\p{Nd}])(?:\S+\s+){3,}[^\s.]*\p{L}[)"»”]?\.(?<! (?:Co|Ltd|Inc|Est|Corp|Bros|Pvt|Pty|Cie)\.)$/u;

function isClose({ above, below = 0 }: Gaps, height: number): boolean {
  return above <= height * (below > above * CLOSE.ratio ? CLOSE.most : CLOSE.usual);
}

/** Whether a cell of figures goes on the words above it: they need more, or it is a measure of the goods. */
function goesOnIn(above: Cell, below: Cell): boolean {
  if (endsOpen(above, below)) return true;
  const isOfWords = /\p{L}{2}/u.test(above.text) || !/^\d/.test(fold(below.text));
  return isAligned(above, below) && isOfWords && isMeasure(below.text);
}

/**
 * Whether a row is the first line of a cell whose other line is level with the figures of the next row, or the first of
 * three of which the second is.
 */
export function beginsNext(
  row: Row,
  [next, after]: Row[],
  columns: Box[],
  { above, below = Infinity }: Gaps,
): boolean {
  const [cell, ...others] = row.cells;
  if (
    !next || !cell || others.length > 0 || /[:：]/.test(cell.text) || isFigure(cell.text) || isSum(cell.text)
  ) {
    return false;
  }
  const height = heightOf(cell.box);
  const isNear = below <= height * 0.25 || (below <= height * 0.6 && above > below * 2);
  if (!isNear || !fits(next, columns)) return false;
  const column = columnAt(cell.box, columns);
  const isIn = (one: Row | undefined) => one?.cells.some(({ box }) => columnAt(box, columns) === column);
  if (!isIn(next)) return true;
  return above > below * 2 && after?.cells.length === 1 && isIn(after) === true &&
    after.box.top - next.box.bottom <= below + height * 0.25;
}

/** Whether a text needs a continuation in the same column: "Cable tray 300 mm, hot dip galv.," above "3 m". */
function endsOpen(above: Cell, below: Cell): boolean {
  return isAligned(above, below) && /\p{L}{2}/u.test(above.text) &&
    /[,،\-–(/]$|(?<!\p{L})(?:of|by|x|per|for|and|من|في)$/iu.test(above.text);
}

function isAligned(above: Cell, below: Cell): boolean {
  const near = heightOf(below.box) * 0.5;
  return Math.abs(above.box.left - below.box.left) < near ||
    Math.abs(above.box.right - below.box.right) < near;
}

/** Measures of goods, in folded digits: "120 x 60 cm", "300 mm", "60×60 سم", "m²". */
const MEASURE =
  /^(?:\d{1,5}(?:[.,]\d{1,3})?\s?(?:[x×*/]\s?\d{1,5}(?:[.,]\d{1,3})?\s?){0,3}(?:mm|cm|m|km|kg|g|gsm|ml|l|ltr|inch|in|ft|kw|hp|kva|bar|pcs|nos?|سم|مم|ملم|متر|م|كجم|كغ|غم|جم|لتر|مل|بوصه|بوصة|كيلوواط|واط|حصان)?\.?|(?:mm|cm|m|km|sq\.? ?m|cu\.? ?m|m)[23²³]?|م[23²³]?)$/u;

/** Whether a text is only a measure: a number with its unit, or several with signs between them. */
function isMeasure(text: string): boolean {
  const folded = fold(text).trim();
  return MEASURE.test(folded) && /\p{L}|[x×*]/u.test(folded);
}

/** Whether a text is a number with a word, which continues the words above: "of 20", "58 in". */
function isUnit(text: string): boolean {
  return /\p{L}{2}/u.test(text) && /^\p{L}|^\d{1,3} \p{L}+$/u.test(text) && !/\d[.,]\d{2}/.test(text);
}
