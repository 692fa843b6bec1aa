/** Cells of very long texts in pieces, so that patterns which look back and forth take time that grows with the length. */
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";

/** Letters of a cell: labels and sentences are shorter. */
const LONGEST = 1200;

/** The rows, each long cell in pieces that end where a word does. */
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
