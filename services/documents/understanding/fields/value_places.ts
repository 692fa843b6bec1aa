/** Ambiguous positions: which of two neighbours is the value, and whether a value continues. */
import { type Box, heightOf, union, widthOf } from "../../reading/layout/page.ts";
import type { FieldRule, TextLine } from "../results/field.ts";
import { findDates } from "../values/dates.ts";
import { beginsWithLabel, isAnyLabel } from "./any_label.ts";
import { labelsOfCell } from "./label_cells.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import { isOrganisation } from "./name_shape.ts";
import { FORM } from "./party_name.ts";
import { joinedAmount, minorUnitSide } from "../tables/minor_units.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { standsUnder, startsAt } from "../tables/page_rows.ts";

/** The largest gap between lines of one value, in line heights. */
export const CLOSE = 0.5;
/** The largest gap between a label and the value below it, in line heights. */
const NEAR = 1.5;

/** Whether a label has unlabelled cells both beside and below it, so that either may be its value. */
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
    !isLabelLike(under.text) && !beginsWithLabel(under.text) &&
    labelsOfCell(under, rules).length === 0;
}

/** Whether a text is the same date in the other calendar: "الموافق 2024/09/15". */
export function isSameDay(text: string): boolean {
  return /^\(?(?:ال)?موافق|^\(?corresponding/iu.test(text);
}

/** Whether a single word close below a name may be its continuation. */
export function hasWordBelow(rows: FieldRow[], at: number, cell: TextLine): boolean {
  const [row, below] = [rows[at], rows[at + 1]];
  if (!row?.placed || !below || below.page !== row.page || FORM.test(cell.text)) return false;
  return below.box.top - row.box.bottom < heightOf(cell.box) * CLOSE &&
    below.cells.some((one) => startsAt(one, cell, row.rightToLeft) && /^\p{L}+$/u.test(one.text));
}

/** Whether the first word of a line would not have fitted into the line above. */
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

/** Joins a value with the rest of its line, which a gap in a scan split off. */
export function acrossGap(
  cell: TextLine,
  { row, below, rules }: { row: FieldRow; below: FieldRow; rules: FieldRule[] },
): TextLine {
  const next = below.cells[below.cells.indexOf(cell) + 1];
  if (cell.confidence === 1 || !next || row.cells.some((label) => standsUnder(next, label))) return cell;
  const gap = Math.max(next.box.left - cell.box.right, cell.box.left - next.box.right);
  if (gap > heightOf(cell.box) * 1.2 || labelsOfCell(next, rules).length > 0) return cell;
  return {
    ...cell,
    text: `${cell.text} ${next.text}`,
    confidence: Math.min(cell.confidence, next.confidence),
    least: Math.min(cell.least ?? cell.confidence, next.least ?? next.confidence),
    box: union([cell.box, next.box]),
  };
}

/** Whether a cell's letters are clearly taller than those of all others at the top. */
export function isTallest(cell: TextLine, cells: TextLine[]): boolean {
  const height = ({ box }: TextLine) => box.bottom - box.top;
  return cells.length > 1 && cells.every((one) => one === cell || height(one) * 1.25 < height(cell));
}

/** A gap this wide, in heights of a line, parts two blocks side by side. */
const BLOCK_GAP = 5;

/** Whether the label of a name heads a block, far from another block's heading: "Bill to" beside "Site". */
export function headsBlock(
  { box }: TextLine,
  { beside, under }: { beside: TextLine | undefined; under: TextLine | undefined },
): boolean {
  if (!beside || !under) return false;
  const gap = Math.max(beside.box.left - box.right, box.left - beside.box.right);
  return gap > heightOf(box) * BLOCK_GAP && isOrganisation(under.text) && !isOrganisation(beside.text);
}

/**
 * The amount of a sum row: it may have pieces counted before it, "Goods 191 37,073.20", or dinars and fils in columns of
 * their own.
 */
export function amountPast(rows: FieldRow[], { cells }: FieldRow, label: number, next: TextLine): TextLine {
  const from = cells.indexOf(next);
  // Away from the label.
  const others = from > label ? cells.slice(from + 1) : cells.slice(0, from).toReversed();
  const [part] = others;
  const side = part && minorUnitSide(rows);
  const [major, minor] = (part?.box.left ?? 0) < next.box.left === (side === "left")
    ? [next, part]
    : [part, next];
  const joined = side && major && minor && joinedAmount(major.text, minor.text);
  if (part && joined) return { ...next, text: joined, box: union([next.box, part.box]) };
  const isCount = /^[\d٠-٩]{1,5}$/.test(next.text.trim());
  const amount = others.findLast(({ text }) => /^[^\p{L}]*[\d٠-٩][.,٫][\d٠-٩]{2,3}$/u.test(text.trim()));
  return isCount && amount ? amount : next;
}

/** Whether two lines of a cell share their middle. */
export function isCentred({ box: a }: TextLine, { box: b }: TextLine): boolean {
  return Math.abs(a.left + a.right - b.left - b.right) < heightOf(b) && widthOf(a) > heightOf(a);
}

/** Whether a cell of a row stands below the label of a value above it, so that the row is a pair of its own. */
export function isOfOtherLabel(row: FieldRow, { last, cell }: { last: FieldRow; cell: TextLine }): boolean {
  const label = last.cells[last.cells.indexOf(cell) + (last.rightToLeft ? 1 : -1)];
  return label !== undefined && /\p{L}{2}/u.test(label.text) &&
    row.cells.some(({ box }) => {
      const near = heightOf(label.box) * 0.6;
      return Math.abs(box.left - label.box.left) < near || Math.abs(box.right - label.box.right) < near;
    });
}

/** Whether a box has its middle within another: a value between a label and its translation above. */
export function isCentredIn({ left, right }: Box, around: Box): boolean {
  const middle = (left + right) / 2;
  return middle > around.left && middle < around.right;
}

/** The value of a label at the end of its row, on a line of its own that begins a little lower. */
export function slightlyBelow(rows: FieldRow[], at: number, label: TextLine): TextLine | undefined {
  const [row, next] = [rows[at], rows[at + 1]];
  const [cell, ...others] = next?.cells ?? [];
  if (!row || !cell || others.length > 0 || next?.page !== row.page || row.rightToLeft || !row.placed) {
    return undefined;
  }
  const isLast = row.cells.at(-1) === label && /[:：]\s*$/.test(label.text);
  const isBeside = cell.box.left > label.box.right &&
    cell.box.top - label.box.top < heightOf(label.box) * 1.5;
  return isLast && isBeside ? cell : undefined;
}

/** How many line heights away a value beside its label may belong to something else. */
const FAR_BESIDE = 8;

/** Whether a number below its label is meant, and not one in a table far beside it. */
export function isRatherBelow(
  { type }: FieldRule,
  label: TextLine,
  { beside, under }: { beside: TextLine | undefined; under: { cell: TextLine } | undefined },
): boolean {
  if (!beside || !under || (type !== "id" && type !== "date")) return false;
  if (type === "id" && findDates(under.cell.text).length > 0) return false;
  const gap = Math.max(beside.box.left - label.box.right, label.box.left - beside.box.right);
  const isAligned = Math.abs(under.cell.box.left - label.box.left) < heightOf(label.box) * 0.6 ||
    Math.abs(under.cell.box.right - label.box.right) < heightOf(label.box) * 0.6;
  return gap > heightOf(label.box) * FAR_BESIDE && isAligned && /[\d٠-٩]/.test(under.cell.text);
}
