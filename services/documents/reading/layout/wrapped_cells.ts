/** Detects table cells over several lines. */
import type { Cell, Row } from "./cells.ts";
import { type Box, heightOf } from "./page.ts";
import { isFigure } from "./table_words.ts";

/** Whether a row is a single cell that continues the cell above it: close below, within one column. */
export function isWrapped(row: Row, before: Row, columns: Box[], gap: number): boolean {
  const [cell, ...others] = row.cells;
  if (!cell || others.length > 0 || /[:：]/.test(cell.text)) return false;
  // A word without tall letters has a low box, so the line height of the row above counts.
  const height = Math.max(heightOf(cell.box), Math.min(...before.cells.map(({ box }) => heightOf(box))));
  if (gap > height * 0.9) return false;
  if (isFigure(cell.text) && !isUnit(cell.text) && !before.cells.some((one) => endsOpen(one, cell))) {
    return false;
  }
  const column = columns.find(({ left, right }) => cell.box.left >= left - 4 && cell.box.right <= right + 4);
  return column !== undefined &&
    before.cells.some(({ box }) => box.left < column.right && box.right > column.left);
}

/** Whether a row has several cells of words, each of which continues the cell above it: "RAL 5017, 3 mm face" and "pcs". */
export function areWrapped({ cells }: Row, before: Row, columns: Box[], gap: number): boolean {
  const height = Math.min(...before.cells.map(({ box }) => heightOf(box)));
  return cells.length > 1 && cells.length < before.cells.length && gap <= height * 0.9 &&
    cells.every((cell) =>
      !/\d{3}[.,]\d|[:：]/.test(cell.text) && !isFigure(cell.text) &&
      isWrapped({ cells: [cell], box: cell.box }, before, columns, gap)
    );
}

/** Whether a text needs a continuation in the same column: "Cable tray 300 mm, hot dip galv.," above "3 m". */
function endsOpen(above: Cell, below: Cell): boolean {
  const near = heightOf(below.box) * 0.5;
  const isAligned = Math.abs(above.box.left - below.box.left) < near ||
    Math.abs(above.box.right - below.box.right) < near;
  return isAligned && /\p{L}{2}/u.test(above.text) &&
    /[,،\-–(/]$|(?<!\p{L})(?:of|by|x|per|for|and|من|في)$/iu.test(above.text);
}

/** Whether a text is a number with a word, which continues the words above: "of 20", "58 in". */
function isUnit(text: string): boolean {
  return /\p{L}{2}/u.test(text) && /^\p{L}|^\d{1,3} \p{L}+$/u.test(text) && !/\d[.,]\d{2}/.test(text);
}
