/** Splits very long cells, so that backtracking patterns stay linear in the length of the text. */
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";

/** Maximum characters of a cell. */
const LONGEST = 1200;

/** Splits long cells at word boundaries. */
export function withShortCells(rows: FieldRow[]): FieldRow[] {
  return rows.map((row) =>
    row.cells.every(({ text }) => text.length <= LONGEST)
      ? row
      : { ...row, cells: row.cells.flatMap((cell) => pieces(cell)) }
  );
}

function pieces(cell: TextLine): TextLine[] {
  const parts: TextLine[] = [];
  for (let from = 0; from < cell.text.length;) {
    const end = from + LONGEST;
    const blank = end < cell.text.length ? cell.text.lastIndexOf(" ", end) : cell.text.length;
    const to = blank > from ? blank : end;
    parts.push({ ...cell, text: cell.text.slice(from, to).trim() });
    from = to;
  }
  return parts.filter(({ text }) => text !== "");
}
