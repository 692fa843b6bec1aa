/** Joins a value on two lines with the label beside it, which stands at half their height, as in the cells of a form. */
import { type Box, heightOf, union } from "../../reading/layout/page.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";

/** The greatest gap between the two lines, and distance of their middle from the label's, in line heights. */
const GAP = 0.6;
const OFF = 0.3;
/** The least height of the lower of two heights, as a share of the other: a heading is no label. */
const SAME_SIZE = 0.75;

/** The rows, in which a label and the lines above and below its middle are one row. */
export function withCentredValues(rows: FieldRow[]): FieldRow[] {
  const whole: FieldRow[] = [];
  for (let at = 0; at < rows.length; at++) {
    const [above, labels, below] = [rows[at], rows[at + 1], rows[at + 2]];
    const value = above && labels && below && valueAround(above, labels, below);
    if (value) {
      whole.push(withCell(labels, value));
      at += 2;
    } else if (above) whole.push(above);
  }
  return whole;
}

/** The value of two lines around the labels of a row. */
function valueAround(above: FieldRow, labels: FieldRow, below: FieldRow): TextLine | undefined {
  const [first, ...others] = above.cells;
  const [last, ...more] = below.cells;
  if (!first || !last || others.length > 0 || more.length > 0 || labels.inTable) return undefined;
  if (above.page !== labels.page || below.page !== labels.page) return undefined;
  const isForm = labels.cells.every(({ text, box }) =>
    isLabelLike(text) && isLevel(first.box, last.box, box) && isBeside(first.box, box) &&
    isBeside(last.box, box)
  );
  // A title stands behind the lines of an address, a label before its value.
  const [label] = labels.cells;
  const isBefore = label && (label.box.left < first.box.left) !== labels.rightToLeft;
  if (!isForm || !isBefore || !isAligned(first.box, last.box)) return undefined;
  return {
    ...first,
    text: `${first.text} ${last.text}`,
    confidence: Math.min(first.confidence, last.confidence),
    least: Math.min(first.least ?? first.confidence, last.least ?? last.confidence),
    box: union([first.box, last.box]),
  };
}

/** Whether two lines, close below each other, reach above and below a label of their size and into its height. */
function isLevel(first: Box, last: Box, label: Box): boolean {
  const [least, ...heights] = [first, last, label].map(heightOf).toSorted((a, b) => a - b);
  const height = heights.at(-1) ?? 0;
  const gap = last.top - first.bottom;
  const off = (first.top + last.bottom - label.top - label.bottom) / 2;
  return least !== undefined && least > height * SAME_SIZE && gap > -height * OFF && gap < height * GAP &&
    first.top < label.top && first.bottom > label.top && last.bottom > label.bottom &&
    last.top < label.bottom && Math.abs(off) < height * OFF;
}

function isBeside(a: Box, b: Box): boolean {
  return a.right < b.left || b.right < a.left;
}

/** Whether two lines share an edge or their middle. */
function isAligned(a: Box, b: Box): boolean {
  const near = heightOf(a) * 0.6;
  return [a.left - b.left, a.right - b.right, (a.left + a.right - b.left - b.right) / 2]
    .some((apart) => Math.abs(apart) < near);
}

function withCell(row: FieldRow, value: TextLine): FieldRow {
  const ordered = [...row.cells, value].toSorted((a, b) => a.box.left - b.box.left);
  return {
    ...row,
    cells: row.rightToLeft ? ordered.toReversed() : ordered,
    box: union([row.box, value.box]),
  };
}
