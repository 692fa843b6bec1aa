/** Joins dates that wrap in a narrow cell: "Dated: 11th March" above "2026". */
import { heightOf, union } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";
import { findDates } from "../values/dates.ts";
import type { FieldRow } from "./field_row.ts";
import { sharesEdge } from "./whole_rows.ts";

/** Maximum characters of the second part: a month and a year. */
const REST = 24;
/** Maximum gap above the second part, in line heights. */
const CLOSE = 0.8;

/** Joins each broken date in its first cell. */
export function wholeDates(rows: FieldRow[]): FieldRow[] {
  const out = rows.map((row) => ({ ...row, cells: [...row.cells] }));
  for (const [at, row] of out.entries()) {
    const below = out[at + 1];
    if (!below || row.inTable || below.inTable || row.page !== below.page) continue;
    for (const [i, cell] of row.cells.entries()) {
      if (!/\d/.test(cell.text.slice(-12)) || findDates(cell.text).length > 0) continue;
      const rest = below.cells.find((one) => isRest(one, cell));
      if (!rest) continue;
      row.cells[i] = { ...cell, text: `${cell.text} ${rest.text}`, box: union([cell.box, rest.box]) };
      below.cells.splice(below.cells.indexOf(rest), 1);
    }
  }
  return out.filter(({ cells }) => cells.length > 0);
}

function isRest(below: TextLine, cell: TextLine): boolean {
  const gap = below.box.top - cell.box.bottom;
  return below.text.length <= REST && gap < heightOf(cell.box) * CLOSE && sharesEdge(below, cell) &&
    findDates(below.text).length === 0 && findDates(`${cell.text} ${below.text}`).length === 1;
}
