/** Tables of narrow till rolls, whose names stand alone on the line above their figures. */
import { fold } from "lib/fold.ts";
import type { Cell, Row } from "./cells.ts";
import { heightOf, union } from "./page.ts";
import type { Box } from "./page.ts";
import { columnAt, filledBy } from "./row_kinds.ts";
import { isFigure, isSum } from "./table_words.ts";

/** A row of figures, and the name from the line above with the column that it belongs to. */
export interface NamedRow extends Row {
  name?: { cell: Cell; column: number };
}

/** The most distance of a name from its figures, in line heights. */
const NEAR = 1.5;

/** Whether the first rows of a table are names and figures in turn. */
export function namesAbove(rows: Row[], columns: Box[]): boolean {
  const [first, second, third, fourth] = rows;
  if (!first || !second || !third || !fourth) return false;
  return withNameAbove(first, second, columns) !== undefined &&
    withNameAbove(third, fourth, columns) !== undefined;
}

/** A row of figures with the name above it; undefined unless they fill all columns but one, and `above` is a name alone. */
export function withNameAbove(above: Row, row: Row, columns: Box[]): NamedRow | undefined {
  const [cell, ...others] = above.cells;
  if (!cell || others.length > 0 || isSum(cell.text) || /[:：]/.test(cell.text)) return undefined;
  // Short names such as "2. TEA" look like an amount with its currency.
  const isName = /\p{L}{2}/u.test(cell.text) && !/[\d٠-٩][.,٫][\d٠-٩]{2}(?!\S)/.test(cell.text);
  if (!isName || row.box.top - above.box.bottom > heightOf(cell.box) * NEAR) {
    return undefined;
  }
  const code = codeBelow(cell, row);
  if (code) {
    const cells = row.cells.filter((one) => one !== code);
    return { cells, box: union([above.box, row.box]), name: { cell, column: columnAt(code.box, columns) } };
  }
  const isOfFigures = row.cells.length > 1 && row.cells.every(({ text }) => isFigure(text));
  if (!isOfFigures || filledBy(row, columns) !== columns.length - 1) return undefined;
  const filled = new Set(row.cells.flatMap(({ words }) => words.map(({ box }) => columnAt(box, columns))));
  const column = columns.findIndex((_, at) => !filled.has(at));
  return { cells: [...row.cells], box: union([above.box, row.box]), name: { cell, column } };
}

/** The number of an article, which a till prints below its name. */
const ARTICLE = /^\d{4,14}$/;

/** The article's number below its name, beside its quantity, price and amount; of fewer figures it may be one. */
function codeBelow(name: Cell, { cells }: Row): Cell | undefined {
  const near = heightOf(name.box);
  const code = cells.find(({ text, box }) =>
    ARTICLE.test(fold(text)) &&
    (Math.abs(box.left - name.box.left) < near || Math.abs(box.right - name.box.right) < near)
  );
  const figures = cells.filter((cell) => cell !== code);
  return figures.length > 2 && figures.every(({ text }) => isFigure(text)) ? code : undefined;
}
