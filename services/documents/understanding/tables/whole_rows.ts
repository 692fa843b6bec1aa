/** Rows of forms whose cells take two lines: what stands close below a cell goes on with it. */
import { heightOf, union } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";

/** In heights of a line: lines of one cell are closer, and rows are further apart by as much. */
const CLOSE = 0.25;

/** The rows, each with the lines that its cells go on to. */
export function wholeRows(rows: FieldRow[]): FieldRow[] {
  const whole: FieldRow[] = [];
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1];
    const last = whole.at(-1);
    const closed = above !== undefined && last !== undefined && goesOn(rows, at);
    if (closed) whole[whole.length - 1] = joined(last, row);
    else whole.push(row);
  }
  return whole;
}

/** Whether a row stands much closer to the one above than both do to their neighbours, each cell under another. */
function goesOn(rows: FieldRow[], at: number): boolean {
  const [before, above, row, after] = [rows[at - 2], rows[at - 1], rows[at], rows[at + 1]];
  if (!above || !row || above.inTable || row.inTable || above.cells.length < 2) return false;
  const height = Math.min(...above.cells.map(({ box }) => heightOf(box)));
  const gap = gapOf(above, row);
  const far = gap + height * CLOSE;
  if (gap > height * CLOSE || (before && gapOf(before, above) < far) || (after && gapOf(row, after) < far)) {
    return false;
  }
  // Labels in pairs with their values have an even number of cells; under labels alone stand values, one for each.
  return above.cells.length % 2 === 0 && row.cells.length < above.cells.length &&
    row.cells.every((cell) =>
      above.cells.some((one) => sharesEdge(cell, one) && (isWord(cell) || !isWord(one)))
    );
}

function isWord({ text }: TextLine): boolean {
  return !/[\d٠-٩]/.test(text);
}

function gapOf(above: FieldRow, below: FieldRow): number {
  return above.page === below.page ? below.box.top - above.box.bottom : Infinity;
}

/** Whether two cells begin or end at the same edge. */
export function sharesEdge({ box: a }: TextLine, { box: b }: TextLine): boolean {
  const near = heightOf(b) * 0.6;
  return Math.abs(a.left - b.left) < near || Math.abs(a.right - b.right) < near;
}

function joined(above: FieldRow, row: FieldRow): FieldRow {
  const cells = above.cells.map((cell) => {
    const more = row.cells.find((one) => sharesEdge(one, cell));
    if (!more) return cell;
    return {
      ...cell,
      text: `${cell.text} ${more.text}`,
      confidence: Math.min(cell.confidence, more.confidence),
      least: Math.min(cell.least ?? cell.confidence, more.least ?? more.confidence),
      box: union([cell.box, more.box]),
    };
  });
  return { ...above, cells, box: union([above.box, row.box]) };
}
