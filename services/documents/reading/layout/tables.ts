import { cellOf, cellRows, type Row } from "./cells.ts";
import { type Box, type CellPlace, heightOf, type Table, union, type Word } from "./page.ts";
import { deepHeading } from "./deep_heading.ts";
import { fits, goesOnAfter, isShortEntry, isSumOfSection } from "./fitting_rows.ts";
import { canHead, wholeHeading, withLostCell, withLostCells } from "./table_heading.ts";
import { columnAt, hasWords, isCountedSection, isHeadRow, isOfCounts, isSumUnder } from "./row_kinds.ts";
import { columnsOf, isSumRow } from "./table_columns.ts";
import { isBalance, isFigure, isHeading, isOpening } from "./table_words.ts";
import { isArabicPage } from "./word_order.ts";
import { type NamedRow, namesAbove, withNameAbove } from "./names_above.ts";
import { besideTable } from "./beside_table.ts";
import { areWrapped, beginsNext, isWrapped, standsApart } from "./wrapped_cells.ts";

/** Maximum distance between rows of a table, relative to the median. */
const FAR = 2.6;
/** The rows below a heading that tell its columns, and whether it has a table: each row of a page may be tried as a heading. */
const TELLING_ROWS = 120;
/** Minimum share of rows with figures in a table without known headings. */
const FIGURES = 0.6;

/** Finds tables by geometry: rows with words in the columns of a heading row. */
export function tablesOf(words: Word[]): Table[] {
  const pageIsArabic = isArabicPage(words);
  const rows = cellRows(words, pageIsArabic).filter(hasWords);
  const tables: Table[] = [];
  for (let at = 0; at < rows.length;) {
    const found = besideTable(rows, at, (parts) => tableFrom(parts, 0, pageIsArabic)) ??
      tableFrom(rows, at, pageIsArabic);
    if (found) tables.push(found.table);
    at += found?.length ?? 1;
  }
  return tables;
}

/** A row of a table, with cells in reading order. */
export interface PlacedRow {
  texts: string[];
  places: CellPlace[];
}

/** Rows at the top of a page that continue a table of the previous page. */
export function continuedRows(words: Word[], table: Pick<Table, "columns" | "header">): PlacedRow[] {
  const { columns, header } = table;
  if (!columns) return [];
  const pageIsArabic = isArabicPage(words);
  const rows = cellRows(words, pageIsArabic).filter(hasWords);
  const first = rows.findIndex((row) => fits(row, columns));
  if (first < 0 || first > 3) return [];
  const isOfEntries = header.some(isBalance);
  const body = bodyOf(rows, { from: first, to: rows.length, columns, isOfEntries });
  return body.rows.map((row) => placedRow(row, columns, pageIsArabic))
    .filter(({ texts }) => texts.join("\t") !== header.join("\t"));
}

function tableFrom(
  rows: Row[],
  at: number,
  pageIsArabic: boolean,
): { table: Table; length: number } | undefined {
  const first = rows[at];
  if (!first || !canHead(first)) return undefined;
  const near = wholeHeading(first, rows.slice(at + 1, at + TELLING_ROWS));
  const deep = deepHeading(rows.slice(at, at + TELLING_ROWS), pageIsArabic);
  const isDeep = deep !== undefined &&
    (deep.columns.length > near.header.cells.length ||
      (deep.columns.length === near.header.cells.length && deep.lines > near.lines));
  const { header: read, lines } = isDeep ? deep : near;
  const below = rows.slice(at + lines, at + lines + TELLING_ROWS);
  const header = isDeep ? read : withLostCells(withLostCell(read, below), below);
  const known = Math.max(
    header.cells.filter((cell) => isHeading(cell.text)).length,
    first.cells.filter((cell) => isHeading(cell.text)).length,
  );
  const columns = isDeep ? deep.columns : columnsOf(header, below.slice(0, reach(header, below)));
  const isKnown = isDeep || (known >= 2 && known >= header.cells.length / 2);
  const isTable = ({ rows: body }: Body) => {
    if (body.length === 0 || isOfCounts(body)) return false;
    const figures = body.filter((row) => row.cells.some((cell) => isFigure(cell.text))).length;
    const isRegular = body.length >= 2 && figures >= body.length * FIGURES &&
      hasColumnOfFigures(body, columns, pageIsArabic);
    return isKnown || (isRegular && !isOfLabels(header, body, below[0]));
  };
  const from = at + lines;
  const isOfEntries = header.cells.some(({ text }) => isBalance(text));
  const told = bodyOf(rows, { from, to: from + TELLING_ROWS, columns, isOfEntries });
  if (!isTable(told)) return undefined;
  const body = told.length < TELLING_ROWS
    ? told
    : bodyOf(rows, { from, to: rows.length, columns, isOfEntries });
  if (!isTable(body)) return undefined;
  const placed = [
    headRow(header, pageIsArabic),
    ...body.rows.map((row) => placedRow(row, columns, pageIsArabic)),
  ];
  const [head, ...rest] = placed.map(({ texts }) => texts);
  return {
    length: body.length + lines,
    table: {
      header: head ?? [],
      rows: rest,
      box: union([header.box, ...body.rows.map((row) => row.box)]),
      columns,
      places: placed.map(({ places }) => places),
    },
  };
}

/**
 * Whether rows without known headings are labels and values above a table or beside it: the next row is the heading of
 * the table, or each row has its label in both languages, one on either side.
 */
function isOfLabels(header: Row, rows: Row[], next: Row | undefined): boolean {
  if (next && isHeadRow(next)) return true;
  return [header, ...rows].every(({ cells }) => {
    const [first, last] = [cells[0]?.text ?? "", cells.at(-1)?.text ?? ""];
    return cells.length > 2 && !/[\d٠-٩]/.test(first + last) &&
      ((/\p{Script=Latin}/u.test(first) && /\p{Script=Arabic}/u.test(last)) ||
        (/\p{Script=Arabic}/u.test(first) && /\p{Script=Latin}/u.test(last)));
  });
}

/** The number of rows below that are close enough to belong to the table. */
function reach(header: Row, below: Row[]): number {
  let last = header.box.bottom;
  let rows = 0;
  let pitch = 0;
  for (const row of below) {
    const gap = row.box.top - last;
    const height = heightOf(header.box);
    if (gap > height * 4.5 || (rows > 2 && gap > Math.max(pitch, height * 0.8) * FAR)) break;
    if (rows > 0) pitch = Math.max(pitch, gap);
    rows++;
    last = row.box.bottom;
  }
  return rows;
}

interface Body {
  rows: NamedRow[];
  /** Number of covered page rows, including wrapped cells and sums. */
  length: number;
}

function bodyOf(
  rows: Row[],
  { from, to, columns, isOfEntries }: { from: number; to: number; columns: Box[]; isOfEntries: boolean },
): Body {
  const body: NamedRow[] = [];
  const areNamesAbove = namesAbove(rows.slice(from, from + 4), columns);
  let length = 0;
  let pitch: number | undefined;
  let last = rows[from - 1];
  let above: Row | undefined;
  for (const [i, row] of rows.slice(from, to).entries()) {
    const next = rows[from + i + 1];
    const gap = last ? row.box.top - last.box.bottom : 0;
    const gaps = { above: gap, below: next && next.box.top - row.box.bottom };
    const height = heightOf(row.box);
    if (last && gap > Math.max(pitch ?? height * 2, height * 0.8) * FAR) break;
    // A balance brought forward precedes the entries and does not end the table.
    const isBefore = body.length === 0 && goesOnAfter(rows.slice(from + i + 1, from + i + 3), columns);
    const isBetween = isSumOfSection(rows.slice(from + i, from + i + 4), columns);
    const isSum = (isSumRow(row) && !isBefore) || isSumUnder(row, body, columns);
    if ((isSum && !isBetween) || (body.length > 0 && isHeadRow(row))) break;
    const previous = body.at(-1);
    const named = areNamesAbove && next ? withNameAbove(row, next, columns) : undefined;
    if (named) above = row;
    else if (areNamesAbove && above) {
      body.push(withNameAbove(above, row, columns) ?? { ...row, cells: [...row.cells] });
      above = undefined;
      if (last && gap > 0) pitch = pitch === undefined ? gap : Math.max(pitch, gap);
    } else if (beginsNext(row, rows.slice(from + i + 1, from + i + 3), columns, gaps)) above = row;
    else if (
      previous && !above && areWrapped(row, previous, columns, gaps)
    ) {
      addTo(previous, row);
    } else if (
      previous && !above && isWrapped(row, previous, columns, gaps) && !standsApart(row, gaps, pitch)
    ) {
      addTo(previous, row);
    } else if (
      fits(row, columns) || hasFiguresOf(row, body, columns) ||
      (isOfEntries && isShortEntry(row, previous, columns))
    ) {
      body.push(
        above
          ? { box: union([above.box, row.box]), cells: [...above.cells, ...row.cells] }
          : { ...row, cells: [...row.cells] },
      );
      above = undefined;
      if (last && gap > 0) pitch = pitch === undefined ? gap : Math.max(pitch, gap);
    } else if (!goesOnAfter(rows.slice(from + i + 1, from + i + 3), columns)) break;
    else if (hasFigure(row) || row.cells.some(({ text }) => isOpening(text))) {
      body.push({ ...row, cells: [...row.cells] });
    } else if (row.cells.length > 1 && !isCountedSection(row)) break;
    length++;
    last = row;
  }
  return { rows: body, length };
}

function hasFigure({ cells }: Row): boolean {
  return cells.length > 1 && cells.some(({ text }) => isFigure(text));
}

/** Whether a row has figures in the columns of figures and no words, which were not read. */
function hasFiguresOf({ cells }: Row, above: Row[], columns: Box[]): boolean {
  if (cells.length < 2 || above.length === 0 || !cells.every(({ text }) => isFigure(text))) return false;
  return cells.every(({ box }) => {
    const at = columnAt(box, columns);
    return above.slice(-TELLING_ROWS).every((row) =>
      row.cells.some((cell) => isFigure(cell.text) && columnAt(cell.box, columns) === at)
    );
  });
}

function addTo(row: Row, more: Row): void {
  for (const cell of more.cells) {
    const at = row.cells.findIndex(({ box }) => box.left < cell.box.right && box.right > cell.box.left);
    const known = row.cells[at];
    if (known) {
      row.cells[at] = {
        text: `${known.text} ${cell.text}`,
        box: union([known.box, cell.box]),
        words: [...known.words, ...cell.words],
      };
    } else row.cells.push(cell);
  }
  row.box = union([row.box, more.box]);
}

/** The heading row; each heading is one cell, even if its words overlap other columns. */
function headRow({ cells }: Row, pageIsArabic: boolean): PlacedRow {
  const heads = pageIsArabic ? cells.toReversed() : cells;
  return {
    texts: heads.map(({ words }) => textOf(words, pageIsArabic)),
    places: heads.map(({ box }) => box),
  };
}

function placedRow(row: NamedRow, columns: Box[], pageIsArabic: boolean): PlacedRow {
  const parts = pageIsArabic ? wordsInColumns(row, columns).toReversed() : wordsInColumns(row, columns);
  return {
    texts: parts.map((words) => words.length === 0 ? "" : textOf(words, pageIsArabic)),
    places: parts.map((words) => words.length === 0 ? null : union(words.map(({ box }) => box))),
  };
}

function wordsInColumns(row: NamedRow, columns: Box[]): Word[][] {
  const parts = columns.map((_, at): Word[] => row.name?.column === at ? [...row.name.cell.words] : []);
  for (const word of row.cells.flatMap((cell) => cell.words)) parts[columnAt(word.box, columns)]?.push(word);
  return parts;
}

function inColumns(row: Row, columns: Box[], pageIsArabic: boolean): string[] {
  return wordsInColumns(row, columns).map((words) => words.length === 0 ? "" : textOf(words, pageIsArabic));
}

/** Words of a cell, line by line. */
function textOf(words: Word[], pageIsArabic: boolean): string {
  const lines: Word[][] = [];
  for (const word of words.toSorted((a, b) => a.box.top - b.box.top)) {
    const last = lines.at(-1);
    const over = last?.[0];
    if (last && over && isLevel(word, over)) last.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => cellOf(line, pageIsArabic).text).join(" ");
}

/** Whether a word is on the line of another; the boxes of a scan follow the letters, so that their tops differ. */
function isLevel({ box: { top, bottom } }: Word, { box: over }: Word): boolean {
  return top < (over.top + over.bottom) / 2 ||
    top + bottom < over.bottom * 2 - (over.bottom - over.top) * 0.2;
}

/** Whether a column other than the first holds figures nearly throughout. */
function hasColumnOfFigures(rows: Row[], columns: Box[], pageIsArabic: boolean): boolean {
  const texts = rows.map((row) => inColumns(row, columns, pageIsArabic));
  return columns.some((_, i) =>
    texts.filter((row) => isFigure(row[i] ?? "")).length >= Math.max(2, rows.length * 0.7)
  );
}
