/** Forms whose labels stand as captions below their values. */
import type { FieldRule, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isAnyLabel } from "./any_label.ts";
import { isPureLabel } from "./label_cells.ts";

/** The most gap between values and their captions, as a share of the gap below the captions. */
const NEAR = 0.75;

/** Each value and the caption close below it as a row of a label and its value. */
export function withCaptionsBelow(rows: FieldRow[], rules: FieldRule[]): FieldRow[] {
  const found: FieldRow[] = [];
  for (let at = 0; at < rows.length; at++) {
    const [values, captions] = [rows[at], rows[at + 1]];
    if (!values) continue;
    const pairs = captions ? pairsOf([rows[at - 1], values, captions, rows[at + 2]], rules) : undefined;
    if (pairs) at++;
    found.push(...pairs ?? [values]);
  }
  return found;
}

function pairsOf(
  [before, values, captions, after]: [FieldRow | undefined, FieldRow, FieldRow, FieldRow | undefined],
  rules: FieldRule[],
): FieldRow[] | undefined {
  const isLabel = (cell: TextLine) => isPureLabel(cell, rules) || isAnyLabel(cell.text);
  const count = captions.cells.length;
  if (count < 2 || values.cells.length !== count || !values.placed || values.inTable || captions.inTable) {
    return undefined;
  }
  const gap = gapOf(values, captions);
  if (
    gap < 0 ||
    gap >
      NEAR * Math.min(after ? gapOf(captions, after) : Infinity, before ? gapOf(before, values) : Infinity)
  ) {
    return undefined;
  }
  if (!captions.cells.every(isLabel) || values.cells.some(isLabel)) return undefined;
  if (!values.cells.some(({ text }) => /[\d٠-٩]/.test(text)) || !captions.cells.every(isPlain)) {
    return undefined;
  }
  const pairs = captions.cells.flatMap((label) => {
    const own = values.cells.filter(({ box }) => box.left < label.box.right && box.right > label.box.left);
    const [value] = own;
    return value && own.length === 1 ? [{ ...values, cells: [label, value] }] : [];
  });
  return pairs.length === count ? pairs : undefined;
}

function isPlain({ text }: TextLine): boolean {
  return !/[\d٠-٩:：]/.test(text);
}

/** The gap between two rows; Infinity on different pages. */
function gapOf(above: FieldRow, below: FieldRow): number {
  return above.page === below.page ? below.box.top - above.box.bottom : Infinity;
}
