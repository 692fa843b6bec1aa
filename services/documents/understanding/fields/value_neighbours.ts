/** The cells beside a label, and whether its row holds labels whose values are below. */
import type { FieldRule, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { standsUnder, startsAt } from "../tables/page_rows.ts";
import { isAnyLabel } from "./any_label.ts";
import { isTitle } from "./name_line.ts";
import { isBareLabel } from "./name_shape.ts";
import { isPureLabel, labelsOfCell } from "./label_cells.ts";

/** The next cell in the reading direction of the label's script. */
export function besideOf(row: FieldRow, i: number, rules: FieldRule[]): TextLine | undefined {
  const label = row.cells[i];
  const arabic = label !== undefined && /\p{Script=Arabic}/u.test(label.text);
  const isBoth = arabic && /\p{Script=Latin}{2}/u.test(label.text);
  const step = arabic === row.rightToLeft || isBoth || !row.placed ? 1 : -1;
  // The label's translation may stand between it and its value.
  const far = isSameLabel(label, row.cells[i + step], rules) ? 2 * step : step;
  const next = row.cells[isBetween(tripleAt(row, i), rules) ? middleOf(i) : i + far];
  if (!next || isPureLabel(next, rules) || isAnyLabel(next.text) || isBareLabel(next.text)) return undefined;
  return labelsOfCell(next, rules).some(({ marked }) => marked) ? undefined : next;
}

/** A bilingual heading such as "Particulars / بيانات". */
const IN_TWO_TONGUES =
  /^(?:[A-Za-z][A-Za-z .]*\s?\/\s?[\p{Script=Arabic} ]+|[\p{Script=Arabic} ]+\s?\/\s?[A-Za-z][A-Za-z .]*)$/u;

/** A value in a column of its own, with the colon of its label: ": 30 days credit". */
const BEHIND_COLON = /^[:：]\s?\S/u;

/** Whether a row holds labels whose values are in the row below. */
export function isLabelRow(rows: FieldRow[], at: number, rules: FieldRule[]): boolean {
  const row = rows[at];
  const below = rows[at + 1];
  if (!row || row.cells.length < 2 || row.cells.some(({ text }) => BEHIND_COLON.test(text))) return false;
  const pure = row.cells.map((cell) =>
    // The paper's title beside its number is no label.
    !isTitle(cell.text) && (isPureLabel(cell, rules) || isAnyLabel(cell.text) || isBareLabel(cell.text))
  );
  if (isBetweenLabels(row, rules)) return false;
  if (pure.some((one, i) => one && pure[i + 1] && !isSameLabel(row.cells[i], row.cells[i + 1], rules))) {
    return true;
  }
  if (pure.some((one) => one) && row.cells.every(({ text }) => IN_TWO_TONGUES.test(text))) return true;
  if (isGridRow(rows, at, rules) || isBilingualRow(row, below)) return true;
  if (!below || row.cells.length < 3 || below.cells.length !== row.cells.length) return false;
  return row.cells.every(({ text }) => !/[\d٠-٩:：]/.test(text)) &&
    below.cells.every((cell, i) => startsAt(cell, row.cells[i] ?? cell, row.rightToLeft)) &&
    !below.cells.some((cell) => isPureLabel(cell, rules));
}

/** Whether a row is two or more headings, each in Latin and in Arabic letters, above a value each: a form in two languages. */
function isBilingualRow({ cells, placed, page }: FieldRow, below: FieldRow | undefined): boolean {
  if (!placed || cells.length < 4 || cells.length % 2 === 1 || below?.page !== page) return false;
  const isPair = cells.every(({ text }, i) =>
    !/[\d٠-٩:：]/.test(text) && /\p{Script=Arabic}/u.test(text) === (i % 2 === 1)
  );
  return isPair && below.cells.length * 2 === cells.length &&
    below.cells.every((cell, i) => cells.slice(i * 2, i * 2 + 2).some((label) => standsUnder(cell, label)));
}

/**
 * Whether a row is one of labels above values in two columns, since the next pair of rows, or the one before, has known
 * labels in both: "Owner" beside "Capital" above "Issued" beside "Expires".
 */
function isGridRow(rows: FieldRow[], at: number, rules: FieldRule[]): boolean {
  const [row, below] = [rows[at], rows[at + 1]];
  if (row?.cells.length !== 2 || below?.cells.length !== 2 || !row.placed) return false;
  if (row.cells.some(({ text }) => /[\d٠-٩:：]/.test(text)) || !isAligned(below, row)) return false;
  return [rows[at - 2], rows[at + 2]].some((other) =>
    other?.cells.length === 2 && isAligned(other, row) &&
    other.cells.every((cell) =>
      !/[\d٠-٩]/.test(cell.text) && (isPureLabel(cell, rules) || isAnyLabel(cell.text))
    )
  );
}

function isAligned({ cells }: FieldRow, above: FieldRow): boolean {
  return cells.every((cell, i) => startsAt(cell, above.cells[i] ?? cell, above.rightToLeft));
}

/** Whether two neighbouring cells are one label in two languages. */
export function isSameLabel(
  one: TextLine | undefined,
  other: TextLine | undefined,
  rules: FieldRule[],
): boolean {
  if (!one || !other || /\p{Script=Arabic}/u.test(one.text) === /\p{Script=Arabic}/u.test(other.text)) {
    return false;
  }
  const keys = (cell: TextLine) => labelsOfCell(cell, rules).map(({ rule }) => rule.key);
  return keys(one).some((key) => keys(other).includes(key));
}

/** Whether a row is one or more values, each between its labels in two languages. */
export function isBetweenLabels(row: FieldRow, rules: FieldRule[]): boolean {
  return row.cells.some((_, i) => i % 3 === 0 && isBetween(tripleAt(row, i), rules));
}

/** The label, value and label of the pair to which a cell belongs, where a row consists of such pairs. */
function tripleAt({ cells }: FieldRow, i: number): TextLine[] {
  return cells.length % 3 === 0 ? cells.slice(middleOf(i) - 1, middleOf(i) + 2) : [];
}

function middleOf(i: number): number {
  return i - i % 3 + 1;
}

function isBetween([first, value, last]: TextLine[], rules: FieldRule[]): boolean {
  if (!first || !value || !last || isPureLabel(value, rules)) return false;
  const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text);
  return isArabic(first.text) !== isArabic(last.text) && isPureLabel(first, rules) &&
    isPureLabel(last, rules);
}

/** Whether a row is one of a table of two columns, which is a form with ruled lines. */
export function isFormRow(rows: FieldRow[], at: number): boolean {
  const around = [rows[at - 1], rows[at], rows[at + 1]].filter((row) => row?.inTable);
  return around.length > 1 && around.every((row) => row?.cells.length === 2);
}
