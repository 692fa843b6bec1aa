/** Finds headings of tables, on one line or several. */
import type { Cell, Row } from "./cells.ts";
import { bandsOf } from "./table_columns.ts";
import { isFigure, isHeading, isMinorUnit, isNoHeading, isOpening, isUnit } from "./table_words.ts";
import { type Box, heightOf, union } from "./page.ts";

/** Maximum lines of a heading; one more if a cell of it spans columns with headings of their own. */
const HEADING_LINES = 3;

/**
 * Merges a heading with the lines that continue its cells: close below them, without figures. A heading above several
 * columns with headings of their own, such as "Movement" above "Debit" and "Credit", is replaced by these.
 */
export function wholeHeading(first: Row, below: Row[]): { header: Row; lines: number } {
  const header: Row = { box: first.box, cells: first.cells.map((cell) => ({ ...cell })) };
  let lines = 1;
  let most = HEADING_LINES;
  for (const row of below.slice(0, HEADING_LINES)) {
    if (lines >= most || row.cells.some(({ text }) => isOpening(text))) break;
    const columns = cellsWithOwnHeadings(header, row);
    if (columns) {
      header.cells = columns;
      header.box = union([header.box, row.box]);
      most = HEADING_LINES + 1;
      lines++;
      continue;
    }
    const close = row.box.top - header.box.bottom < heightOf(first.box) * 0.5;
    const over = row.cells.map(({ box }) =>
      header.cells.findIndex((cell) => box.left < cell.box.right && box.right > cell.box.left)
    );
    const goesOn = over.every((cell) => cell >= 0) && new Set(over).size === over.length &&
      row.cells.length < first.cells.length && row.cells.every(({ text }) => !isNoHeading(text));
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

/**
 * The cells of a heading after `row`, just below, has named the columns that one of its cells spans; undefined if `row`
 * names none.
 */
function cellsWithOwnHeadings(header: Row, row: Row): Cell[] | undefined {
  if (row.box.top - header.box.bottom > heightOf(header.box) * 1.2) return undefined;
  if (row.cells.some(({ text }) => isNoHeading(text)) || header.cells.length < 3) return undefined;
  if (row.cells.every(({ text }) => isUnit(text))) return cellsWithUnits(header, row);
  for (const [at, { box }] of header.cells.entries()) {
    const left = header.cells[at - 1]?.box.right ?? -Infinity;
    const right = header.cells[at + 1]?.box.left ?? Infinity;
    const own = row.cells.filter((cell) => cell.box.left >= left && cell.box.right <= right);
    const middle = (box.left + box.right) / 2;
    const isSpanning = own.length > 1 && (own[0]?.box.left ?? 0) < middle &&
      (own.at(-1)?.box.right ?? 0) > middle;
    // Another cell of the row would be read as the heading of a column that it may not name.
    if (isSpanning && own.length === row.cells.length && own.some(({ text }) => isHeading(text))) {
      return header.cells.toSpliced(at, 1, ...own);
    }
  }
  return undefined;
}

/** The cells of a heading below some of which stand a currency and its part, each the heading of a column. */
function cellsWithUnits(header: Row, row: Row): Cell[] | undefined {
  const middle = ({ box }: Cell) => (box.left + box.right) / 2;
  const parts = header.cells.map((): Cell[] => []);
  for (const unit of row.cells) {
    const apart = header.cells.map((cell) => Math.abs(middle(cell) - middle(unit)));
    parts[apart.indexOf(Math.min(...apart))]?.push(unit);
  }
  if (parts.some(({ length }) => length !== 0 && length !== 2)) return undefined;
  // The column of the currency also has the name of the amount.
  return header.cells.flatMap((cell, at) =>
    parts[at]?.length === 0
      ? [cell]
      : (parts[at] ?? []).map((unit) =>
        isMinorUnit(unit.text)
          ? unit
          : { ...unit, text: `${cell.text} ${unit.text}`, words: [...cell.words, ...unit.words] }
      )
  );
}

/** Whether a row may hold the headings of a table. */
export function canHead({ cells }: Row): boolean {
  if (cells.length < 2 || cells.filter(({ text }) => isFigure(text)).length > 1) return false;
  return cells.every(({ text }) => !/[\d٠-٩]{3}|[:：]\s*$|[:：]\s/.test(text) && text.length < 40);
}

/** Rows needed to infer a heading that was not read. */
const TELLING_ROWS = 2;

/** Adds an empty heading above a column of figures without one: OCR often misses a lone "£". */
export function withLostCell(header: Row, below: Row[]): Row {
  const count = header.cells.length;
  const reach = heightOf(header.box) * 24;
  const near = below.filter(({ box, cells }) => box.top - header.box.bottom < reach && cells.length > 1);
  // Entries of a statement have one empty cell: either debit or credit.
  const least = header.cells.some(({ text }) => /balance|رصيد/iu.test(text)) ? count - 1 : count;
  const first = near.findIndex(({ cells }) => cells.length < least || cells.length > count + 1);
  const rows = near.slice(0, first < 0 ? near.length : first);
  if (count < 2 || rows.length < TELLING_ROWS) return header;
  const boxes = bandsOf(rows.flatMap(({ cells }) => cells.map(({ box }) => box)))
    .map(({ left, right }) => ({ ...header.box, left, right }));
  if (boxes.length !== count + 1) return header;
  const columns = boxes.map((band) =>
    rows.flatMap(({ cells }) => cells.filter(({ box }) => box.left >= band.left && box.right <= band.right))
  );
  const apart = boxes.map((_, lost) =>
    header.cells.reduce((sum, { box }, i) => sum + distance(box, boxes[i < lost ? i : i + 1] ?? box), 0)
  );
  const lost = apart.indexOf(Math.min(...apart));
  const box = boxes[lost];
  const isFigures = columns[lost]?.every(({ text }) => isFigure(text));
  if (!box || !isFigures) return header;
  const cell = { text: "", words: [], box: { ...box, top: header.box.top, bottom: header.box.bottom } };
  return { ...header, cells: header.cells.toSpliced(lost, 0, cell) };
}

/** The sign of a currency in a heading: "rate £", "£". */
const SIGN = /(?<![\p{L}\p{N}])[£€$₹](?![\p{L}\p{N}])/gu;

/** The rows that tell the columns of a heading of which several cells were not read, and their least figures. */
const TELLING = { rows: 3, seen: 12, figures: 2 };

/**
 * Adds empty headings over the columns of the rows below that lie beside all headings read, as where OCR misses half of
 * a dark heading. Each heading read has a column of its own.
 */
export function withLostCells(header: Row, below: Row[]): Row {
  const count = header.cells.length;
  const known = header.cells.map(({ text }) => text.replace(SIGN, "").trim());
  if (count < 2 || !known.every((text) => text === "" || isHeading(text)) || !known.some(isHeading)) {
    return header;
  }
  const rows = below.slice(0, TELLING.seen).filter(({ cells }) =>
    cells.length > count + 1 && cells.filter(({ text }) => isFigure(text)).length >= TELLING.figures
  );
  if (rows.length < TELLING.rows) return header;
  const bands = bandsOf(rows.flatMap(({ cells }) => cells.map(({ box }) => box)));
  const own = header.cells.map(({ box }) =>
    bands.findIndex(({ left, right }) => left < box.right && right > box.left)
  );
  if (bands.length < count + 2 || own.includes(-1) || new Set(own).size < count) return header;
  const { top, bottom } = header.box;
  return {
    ...header,
    cells: bands.map(({ left, right }, at) =>
      header.cells[own.indexOf(at)] ?? { text: "", words: [], box: { left, right, top, bottom } }
    ),
  };
}

/** Horizontal gap between two boxes; 0 if they overlap. */
function distance(a: Box, b: Box): number {
  return Math.max(0, a.left - b.right, b.left - a.right);
}
