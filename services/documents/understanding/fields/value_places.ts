/** Where it is open which of two neighbours a value is, or whether it goes on. */
import { heightOf, widthOf } from "../../reading/layout/page.ts";
import type { FieldRule, TextLine } from "../results/field.ts";
import { isAnyLabel } from "./any_label.ts";
import { labelsOfCell } from "./label_cells.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import { FORM } from "./party_name.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { startsAt } from "../tables/page_rows.ts";

/** In heights of a line: lines of one value are no further apart. */
export const CLOSE = 0.5;
/** In heights of a line: a value below its label is no further away. */
const NEAR = 1.5;

/** A label with a cell beside it that no label begins, and another close below it: either may be its value. */
export function isUnclear(
  { rows, rules }: { rows: FieldRow[]; rules: FieldRule[] },
  { at, i }: { at: number; i: number },
): boolean {
  const [row, below] = [rows[at], rows[at + 1]];
  const label = row?.cells[i];
  if (!row?.placed || !label || !below || below.page !== row.page || below.inTable) return false;
  if (below.cells.length !== row.cells.length || below.cells.length < 2 || /[:：]\s*$/.test(label.text)) {
    return false;
  }
  if (below.box.top - row.box.bottom > heightOf(label.box) * NEAR) return false;
  const under = below.cells.find((cell) => startsAt(cell, label, row.rightToLeft));
  return under !== undefined && under.text.length < 60 && !isAnyLabel(under.text) &&
    !isLabelLike(under.text) &&
    labelsOfCell(under, rules).length === 0;
}

/** "الموافق 2024/09/15": the same day in the other calendar, below it. */
export function isSameDay(text: string): boolean {
  return /^\(?(?:ال)?موافق|^\(?corresponding/iu.test(text);
}

/** A word alone close below a name, in an address block: the name may go on with it. */
export function hasWordBelow(rows: FieldRow[], at: number, cell: TextLine): boolean {
  const [row, below] = [rows[at], rows[at + 1]];
  if (!row?.placed || !below || below.page !== row.page || FORM.test(cell.text)) return false;
  return below.box.top - row.box.bottom < heightOf(cell.box) * CLOSE &&
    below.cells.some((one) => startsAt(one, cell, row.rightToLeft) && /^\p{L}+$/u.test(one.text));
}

/** Whether the first word of a line is too wide for what was left of the column above. */
export function isOutOfRoom(
  { cells, rightToLeft }: FieldRow,
  { cell, next }: Record<"cell" | "next", TextLine>,
): boolean {
  const room = rightToLeft
    ? cell.box.left -
      Math.max(0, ...cells.filter(({ box }) => box.right < cell.box.left).map(({ box }) => box.right))
    : Math.min(Infinity, ...cells.filter(({ box }) => box.left > cell.box.right).map(({ box }) => box.left)) -
      cell.box.right;
  const [word = ""] = next.text.split(" ");
  return widthOf(next.box) * word.length / Math.max(1, next.text.length) + heightOf(cell.box) > room;
}
