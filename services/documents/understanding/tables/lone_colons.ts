/** Forms with the colons between labels and values in a column of their own. */
import { union } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";

/** Joins each cell that is only a colon to the label before it. */
export function withoutLoneColons(rows: FieldRow[]): FieldRow[] {
  return rows.map((row) => row.cells.slice(1).some(isColon) ? { ...row, cells: joined(row.cells) } : row);
}

function isColon({ text }: TextLine): boolean {
  return /^[:：]$/u.test(text);
}

function joined(cells: TextLine[]): TextLine[] {
  return cells.flatMap((cell, at): TextLine[] => {
    if (at > 0 && isColon(cell)) return [];
    const next = cells[at + 1];
    return next && isColon(next)
      ? [{ ...cell, text: `${cell.text} :`, box: union([cell.box, next.box]) }]
      : [cell];
  });
}
