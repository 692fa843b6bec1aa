/** Tells which rows go on a table by its columns. */
import type { Row } from "./cells.ts";
import type { Box } from "./page.ts";
import { columnAt, filledBy, isCountedSection, isHeadRow, isPlainSection } from "./row_kinds.ts";
import { isSumRow } from "./table_columns.ts";
import { isFigure } from "./table_words.ts";

/** Whether the first row is the sum of a section, below which another section begins. */
export function isSumOfSection([sum, section, ...rows]: Row[], columns: Box[]): boolean {
  return sum !== undefined && section !== undefined && isSumRow(sum) &&
    (isCountedSection(section) || isPlainSection(section)) && goesOnAfter(rows, columns);
}

/** Whether table rows follow, so that the row in between is a section heading or partly unread. */
export function goesOnAfter(next: Row[], columns: Box[]): boolean {
  const at = next.findIndex((row) => isSumRow(row) || isHeadRow(row));
  return (at < 0 ? next : next.slice(0, at)).some((row) =>
    fits(row, columns) && filledBy(row, columns) >= columns.length - 1
  );
}

/** Whether a row fills half of the columns or more, with a figure or in all of them. */
export function fits(row: Row, columns: Box[]): boolean {
  if (row.cells.some((cell) => /[:：]$/.test(cell.text))) return false;
  // Figures in narrow columns may be as close as words of one cell.
  if (row.cells.length < 2 && !row.cells.every((cell) => cell.words.every((word) => isFigure(word.text)))) {
    return false;
  }
  const filled = filledBy(row, columns);
  if (filled < 2 || filled * 2 < columns.length) return false;
  return row.cells.some((cell) => isFigure(cell.text)) || columns.length === row.cells.length;
}

/** The most cells of an entry without a day and a balance: a kind, words, a reference and the amount. */
const MOST_CELLS = 4;

/**
 * Whether a row is an entry of a statement without a day and a balance, which stand at another entry of the day: an
 * amount, and words in an inner column that has such above.
 */
export function isShortEntry({ cells }: Row, above: Row | undefined, columns: Box[]): boolean {
  const words = cells.filter(({ text }) => !isFigure(text));
  if (cells.length > MOST_CELLS || words.length === 0 || words.length !== cells.length - 1) return false;
  return words.every(({ text, box }) => {
    const at = columnAt(box, columns);
    const isKnown = above?.cells.some((one) => !isFigure(one.text) && columnAt(one.box, columns) === at);
    return isKnown && at > 0 && at < columns.length - 1 && !/[:：]/.test(text);
  });
}
