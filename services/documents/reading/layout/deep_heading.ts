/** Finds headings of many lines, whose columns only the rows below tell. */
import { type Cell, cellOf, type Row } from "./cells.ts";
import { isCountedSection } from "./row_kinds.ts";
import { bandsOf, boundOf, isSumRow } from "./table_columns.ts";
import { isFigure, isHeading, isNoHeading, isOpening } from "./table_words.ts";
import { type Box, heightOf, union, type Word } from "./page.ts";

/** The most lines of a heading: one in two languages with narrow columns has six. */
const MOST_LINES = 8;
/** The number of rows below that are looked at. */
const ROWS = 8;
/** Fewer columns are told from the heading itself. */
const LEAST_COLUMNS = 4;
/** Headings of more columns are not put in order, which would take long. */
const MOST_COLUMNS = 40;
/** The least figures of a row that tells the columns, and the least number of such rows. */
const TELLING = { figures: 3, rows: 2 };

export interface DeepHeading {
  header: Row;
  lines: number;
  columns: Box[];
}

/**
 * The heading that begins with the first of `rows`: lines without figures, close to each other, above rows whose words
 * leave the same gaps. Each word of the heading belongs to the column that it stands over.
 */
export function deepHeading(rows: Row[], pageIsArabic: boolean): DeepHeading | undefined {
  const lines = linesOf(rows);
  if (lines.length < 2) return undefined;
  const bands = columnsBelow(rows.slice(lines.length, lines.length + ROWS), lines);
  if (!bands) return undefined;
  const box = union(lines.map((line) => line.box));
  const columns = columnsOf(bands).map((column) => ({ ...box, ...column }));
  const whole = lines.find((line) => line.cells.length === bands.length);
  const heads = whole ? bands.map((band, at) => reaching(band, whole.cells[at]?.box)) : bands;
  const order = lines.map((line) => inOrder(line, columns, heads));
  const cells = columns.flatMap((column, at) => {
    const parts = lines.map((line, i) => {
      const own = order[i];
      return own
        ? own.flatMap((to, cell) => to === at ? line.cells[cell]?.words ?? [] : [])
        : line.cells.flatMap(({ words }) => words.filter(({ box }) => isWithin(box, column)));
    });
    return cellOfParts(parts, pageIsArabic) ?? [];
  });
  const known = cells.filter(namesColumn).length;
  if (cells.length < columns.length || known < columns.length / 2) return undefined;
  const bounds = bands.slice(1).map((band, at) => boundOf([bands[at], band], cells.slice(at, at + 2)));
  return {
    header: { box, cells },
    lines: lines.length,
    columns: bands.map((_, at) => ({
      ...box,
      left: bounds[at - 1] ?? -Infinity,
      right: bounds[at] ?? Infinity,
    })),
  };
}

/**
 * The columns of the cells of a line: in order where there is a heading for each column, however they are aligned, and
 * the nearest in order where two headings of the line stand over one column. Undefined where each word is over its own.
 */
function inOrder({ cells }: Row, columns: Band[], heads: Band[]): number[] | undefined {
  if (cells.length === columns.length) return cells.map((_, at) => at);
  const over = cells.map(({ box }) => columns.findIndex((column) => isWithin(box, column)));
  if (columns.length > MOST_COLUMNS || cells.length > columns.length) return undefined;
  if (new Set(over).size === cells.length) return undefined;
  return nearestInOrder(cells, heads);
}

/** The columns in order that are nearest to all cells together, each the column of one cell at most. */
function nearestInOrder(cells: Cell[], heads: Band[]): number[] {
  const free = heads.length - cells.length;
  /** For each number of columns left out so far, the least distance and the columns of the cells so far. */
  let best = Array.from({ length: free + 1 }, () => ({ apart: 0, columns: new Array<number>() }));
  for (const [at, { box }] of cells.entries()) {
    let least = { apart: Infinity, columns: new Array<number>() };
    best = best.map(({ apart, columns }, left) => {
      const column = at + left;
      const band = heads[column] ?? box;
      const all = apart + Math.max(0, band.left - box.right, box.left - band.right);
      if (all < least.apart) least = { apart: all, columns: [...columns, column] };
      return least;
    });
  }
  return best.at(-1)?.columns ?? [];
}

function reaching(band: Band, box: Box | undefined): Band {
  return {
    left: Math.min(band.left, box?.left ?? band.left),
    right: Math.max(band.right, box?.right ?? band.right),
  };
}

function linesOf(rows: Row[]): Row[] {
  const lines: Row[] = [];
  for (const row of rows.slice(0, MOST_LINES)) {
    const last = lines.at(-1);
    const isHeadingRow = row.cells.every(({ words }) => words.every(({ text }) => isHeading(text)));
    const isFar = last && row.box.top - last.box.bottom > heightOf(row.box) * (isHeadingRow ? 1.2 : 0.7);
    if (
      isFar || isCountedSection(row) || row.cells.some(({ text }) => isNoHeading(text) || isOpening(text))
    ) break;
    lines.push(row);
  }
  return lines;
}

interface Band {
  left: number;
  right: number;
}

/** The columns of the rows with figures below, each under words of the heading. */
function columnsBelow(rows: Row[], lines: Row[]): Band[] | undefined {
  const isTelling = ({ cells }: Row) =>
    cells.flatMap(({ words }) => words).filter(({ text }) => isFigure(text)).length >= TELLING.figures;
  // A balance brought forward stands above the entries, sums below them.
  const first = rows.findIndex((row) => isTelling(row) && !isSumRow(row));
  const entries = first < 0 ? [] : rows.slice(first);
  const end = entries.findIndex(isSumRow);
  const telling = entries.slice(0, end < 0 ? entries.length : end).filter(isTelling);
  if (telling.length < TELLING.rows) return undefined;
  const cells = telling.flatMap((row) => row.cells);
  const words = cells.flatMap((cell) => cell.words);
  let bands: Band[] = bandsOf(words.map(({ box }) => box));
  for (let at = 0; at < bands.length;) {
    const [own, next] = [bands[at], bands[at + 1]];
    if (!own) break;
    if (next && isOneColumn([own, next], bands, { cells, words, lines })) {
      bands = bands.toSpliced(at, 2, { left: own.left, right: next.right });
      at = Math.max(0, at - 1);
    } else at++;
  }
  const all = asManyAsHeadings(bands, { cells, lines });
  return all.length < LEAST_COLUMNS ? undefined : all;
}

/** Whether two bands are one column, between whose words all rows have a gap by chance. */
function isOneColumn(
  pair: [Band, Band],
  bands: Band[],
  { cells, words, lines }: { cells: Cell[]; words: Word[]; lines: Row[] },
): boolean {
  const columns = columnsOf(bands);
  const [first, second] = pair.map((band) => columns[bands.indexOf(band)] ?? band);
  if (!first || !second) return false;
  const spans = (cell: Cell) =>
    [first, second].every((column) => cell.words.some(({ box }) => isWithin(box, column)));
  const isHeaded = (column: Band) =>
    lines.some((line) => line.cells.some((cell) => cell.words.some(({ box }) => isWithin(box, column))));
  const isText = (band: Band) => words.some(({ box, text }) => isWithin(box, band) && !isFigure(text));
  if (!isHeaded(first) || !isHeaded(second)) return cells.some(spans) || pair.every(isText);
  if (!pair.every(isText)) return false;
  // Headings in two languages may stand at either end of a column, on a line each.
  const isOver = (cell: Cell, column: Band) => cell.words.some(({ box }) => isWithin(box, column));
  const areApart = lines.some((line) =>
    line.cells.some((cell) => isOver(cell, first)) && line.cells.some((cell) => isOver(cell, second))
  );
  return lines.some((line) => line.cells.some(spans)) || (!areApart && cells.some(spans));
}

/** The most gap between the words of a cell, in line heights, and the most columns more than headings of a line. */
const WORD_GAP = 0.5;
const MOST_MORE = 2;

/**
 * The bands, of which there are more than headings in any line, without the narrowest gaps that only words of the same
 * cells leave: "Drum 208 L" above "Bucket 18 kg".
 */
function asManyAsHeadings(bands: Band[], { cells, lines }: { cells: Cell[]; lines: Row[] }): Band[] {
  const most = Math.max(...lines.map((line) => line.cells.length));
  if (bands.length <= most || bands.length > most + MOST_MORE) return bands;
  const gaps = bands.slice(1).map((other, at) => ({ at, gap: other.left - (bands[at]?.right ?? 0) }));
  const [narrowest] = gaps.filter(({ at }) => isWithinCells(bands, at, cells)).toSorted((a, b) =>
    a.gap - b.gap
  );
  const [one, other] = narrowest ? bands.slice(narrowest.at, narrowest.at + 2) : [];
  return narrowest && one && other
    ? asManyAsHeadings(bands.toSpliced(narrowest.at, 2, { left: one.left, right: other.right }), {
      cells,
      lines,
    })
    : bands;
}

/** Whether one of two bands has only words, not all figures, close beside words of the other in the same cells. */
function isWithinCells(bands: Band[], at: number, cells: Cell[]): boolean {
  const [first, second] = columnsOf(bands).slice(at, at + 2);
  const [one, other] = bands.slice(at, at + 2);
  if (!first || !second || !one || !other) return false;
  const has = (cell: Cell, column: Band) => cell.words.some(({ box }) => isWithin(box, column));
  const both = cells.filter((cell) => has(cell, first) && has(cell, second));
  const isPart = [first, second].some((column) =>
    cells.every((cell) => !has(cell, column) || both.includes(cell))
  );
  const isText = both.some(({ words }) =>
    words.some(({ box, text }) => !isFigure(text) && (isWithin(box, first) || isWithin(box, second)))
  );
  return isPart && isText &&
    other.left - one.right <= WORD_GAP * Math.min(...both.map(({ box }) => heightOf(box)));
}

/** Bands widened to the middles of the gaps between them. */
function columnsOf(bands: Band[]): Band[] {
  const middle = (at: number) => ((bands[at]?.right ?? 0) + (bands[at + 1]?.left ?? 0)) / 2;
  return bands.map((_, at) => ({
    left: at === 0 ? -Infinity : middle(at - 1),
    right: at === bands.length - 1 ? Infinity : middle(at),
  }));
}

/** The words of all lines over a column, line by line. */
function cellOfParts(lines: Word[][], pageIsArabic: boolean): Cell | undefined {
  const parts = lines.filter((words) => words.length > 0);
  if (parts.length === 0) return undefined;
  const words = parts.flat();
  return {
    text: parts.map((part) => cellOf(part, pageIsArabic).text).join(" "),
    box: union(words.map(({ box }) => box)),
    words,
  };
}

function isWithin(box: Box, column: Band): boolean {
  const at = (box.left + box.right) / 2;
  return at >= column.left && at <= column.right;
}

/** Whether a heading has a word that often heads a column: "Taxable Amount". */
function namesColumn({ words }: Cell): boolean {
  return words.some(({ text }) => isHeading(text.replace(/[^\p{L}\s]/gu, "")));
}
