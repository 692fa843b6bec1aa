/** Headings of tables, on one line or several. */
import type { Row } from "./cells.ts";
import { isFigure } from "./table_words.ts";
import { heightOf, union } from "./page.ts";

/** The most lines of a heading. */
const HEADING_LINES = 3;

/** A heading with the lines below it that go on with some of its cells: close by, under them, without figures. */
export function wholeHeading(first: Row, below: Row[]): { header: Row; lines: number } {
  const header: Row = { box: first.box, cells: first.cells.map((cell) => ({ ...cell })) };
  let lines = 1;
  for (const row of below.slice(0, HEADING_LINES - 1)) {
    const close = row.box.top - header.box.bottom < heightOf(first.box) * 0.5;
    const over = row.cells.map(({ box }) =>
      header.cells.findIndex((cell) => box.left < cell.box.right && box.right > cell.box.left)
    );
    const goesOn = over.every((cell) => cell >= 0) && new Set(over).size === over.length &&
      row.cells.length < first.cells.length && row.cells.every(({ text }) => !/[\d٠-٩:：]/.test(text));
    if (!close || !goesOn || first.cells.length < 3) break;
    for (const [i, cell] of row.cells.entries()) {
      const known = header.cells[over[i] ?? -1];
      if (!known) continue;
      known.text = `${known.text} ${cell.text}`;
      known.box = union([known.box, cell.box]);
      known.words = [...known.words, ...cell.words];
    }
    header.box = union([header.box, row.box]);
    lines++;
  }
  return { header, lines };
}

/** Whether a row may hold the headings of a table. */
export function canHead({ cells }: Row): boolean {
  if (cells.length < 2 || cells.filter(({ text }) => isFigure(text)).length > 1) return false;
  return cells.every(({ text }) => !/[\d٠-٩]{3}|[:：]\s*$|[:：]\s/.test(text) && text.length < 40);
}
