import { type Box, heightOf, type Table, union, type Word } from "./page.ts";
import { rowsOf } from "./layout.ts";
import { inReadingOrder, isArabic, mean } from "./word_order.ts";

interface Cell {
  text: string;
  box: Box;
  words: Word[];
}

interface Row {
  cells: Cell[];
  box: Box;
}

/** Tables by geometry alone: rows whose cells stand under each other, below a row of headings. */
export function tablesOf(words: Word[]): Table[] {
  const pageIsArabic = isArabic(words.map((word) => word.text).join(" ")) ?? false;
  const rows = rowsOf(words).map((row) => cellsOf(row, pageIsArabic));
  const tables: Table[] = [];
  for (let at = 0; at < rows.length;) {
    const run = runFrom(rows, at);
    const table = run.length >= 2 ? tableOf(run, pageIsArabic) : undefined;
    if (table) tables.push(table);
    at += table ? run.length : 1;
  }
  return tables;
}

function cellsOf(words: Word[], pageIsArabic: boolean): Row {
  const sorted = words.toSorted((a, b) => a.box.left - b.box.left);
  const height = mean(sorted.map((word) => heightOf(word.box)));
  const groups: Word[][] = [];
  for (const word of sorted) {
    const last = groups.at(-1);
    const right = Math.max(...(last ?? []).map((one) => one.box.right), -Infinity);
    if (last && word.box.left - right < height * 0.9) last.push(word);
    else groups.push([word]);
  }
  const cells = groups.map((group) => ({
    text: inReadingOrder(group, pageIsArabic).map((word) => word.text).join(" "),
    box: union(group.map((word) => word.box)),
    words: group,
  }));
  return { cells, box: union(words.map((word) => word.box)) };
}

/** Following rows belong together while they have cells enough and are not far apart. */
function runFrom(rows: Row[], at: number): Row[] {
  const first = rows[at];
  if (!first || first.cells.length < 2 || first.cells.some((cell) => /\d{3}/.test(cell.text))) return [];
  if (first.cells.some((cell) => /[:：]$/.test(cell.text))) return [];
  const run = [first];
  for (const found of rows.slice(at + 1)) {
    const row = { ...found, cells: found.cells.flatMap((cell) => splitAt(cell, first)) };
    const last = run.at(-1);
    if (!last || row.box.top - last.box.bottom > heightOf(first.box) * 4.5) break;
    if (isWrapped(row, last, first)) run.push(row);
    else if (fits(row, first)) run.push(row);
    else break;
  }
  while ((run.at(-1)?.cells.length ?? 0) === 1) run.pop();
  return run;
}

/** Figures in narrow columns stand as close as words: what lies under two headings is cut between them. */
function splitAt(cell: Cell, header: Row): Cell[] {
  const under = header.cells.filter(({ box }) => cell.box.left < box.right && cell.box.right > box.left);
  if (under.length < 2) return [cell];
  const parts = under.map((): Word[] => []);
  for (const word of cell.words) parts[nearest(word.box, under.map(({ box }) => box))]?.push(word);
  const filled = parts.filter((words) => words.length > 0);
  const figures = filled.filter((words) => words.every(({ text }) => !/\p{L}/u.test(text))).length;
  if (filled.length < 2 || figures < filled.length - 1) return [cell];
  return filled.map((words) => ({
    text: words.map(({ text }) => text).join(" "),
    box: union(words.map(({ box }) => box)),
    words,
  }));
}

/** One cell alone, close to the row before and below a heading, is a description that needed another line. */
function isWrapped(row: Row, before: Row, header: Row): boolean {
  const [cell] = row.cells;
  if (row.cells.length !== 1 || !cell || /[:：]/.test(cell.text)) return false;
  const gap = row.box.top - before.box.bottom;
  const width = header.box.right - header.box.left;
  // Headings are often centred above cells that start further left.
  const within = cell.box.left > header.box.left - width * 0.25 && cell.box.right < header.box.right;
  const narrow = cell.box.right - cell.box.left < width * 0.6;
  return within && narrow && gap < heightOf(cell.box) * 1.5;
}

/** Gives wrapped cells to the full row they lie nearest to. */
function unwrapped(run: Row[]): Row[] {
  const full = run.filter((row) => row.cells.length > 1);
  const [header, ...body] = full;
  for (const row of run.filter((row) => row.cells.length === 1)) {
    const middle = (row.box.top + row.box.bottom) / 2;
    const away = (other: Row) => Math.abs((other.box.top + other.box.bottom) / 2 - middle);
    const nearestRow = body.toSorted((a, b) => away(a) - away(b))[0];
    if (nearestRow) { for (const cell of row.cells) addTo(nearestRow, cell); }
  }
  return header ? [header, ...body] : [];
}

/** A wrapped cell is more of the one it stands above or below; else the row had none there. */
function addTo(row: Row, cell: Cell): void {
  const at = row.cells.findIndex(({ box }) => box.left < cell.box.right && box.right > cell.box.left);
  const known = row.cells[at];
  if (!known) {
    row.cells.push(cell);
    return;
  }
  const [first, second] = known.box.top <= cell.box.top ? [known, cell] : [cell, known];
  row.cells[at] = {
    text: `${first.text} ${second.text}`,
    box: union([known.box, cell.box]),
    words: [...first.words, ...second.words],
  };
}

function fits(row: Row, header: Row): boolean {
  if (row.cells.length === 1) return false;
  if (row.cells.length > header.cells.length + 1 || row.cells.length < 2) {
    return false;
  }
  if (row.cells.some((cell) => /[:：]$/.test(cell.text))) return false;
  const width = Math.max(1, header.box.right - header.box.left);
  return row.box.left > header.box.left - width * 0.25 && row.box.right < header.box.right + width * 0.25;
}

function tableOf(run: Row[], pageIsArabic: boolean): Table | undefined {
  const [header, ...body] = unwrapped(run);
  if (!header || body.length === 0) return undefined;
  const columns = columnsOf(header, body);
  if (columns.length < 2 || (columns.length === 2 && body.length < 2)) return undefined;
  const numeric = body.filter((row) => row.cells.some((cell) => /[\d٠-٩]/.test(cell.text))).length;
  if (numeric < body.length * 0.5) return undefined;
  const place = (row: Row) => inColumns(row, columns);
  const order = (texts: string[]) => pageIsArabic ? texts.toReversed() : texts;
  return {
    header: order(place(header)),
    rows: body.map((row) => order(place(row))),
    box: union(run.map((row) => row.box)),
  };
}

/** A column is where cells of several rows overlap; the row with most cells says how many there are. */
function columnsOf(header: Row, body: Row[]): Box[] {
  const fullest = [header, ...body].toSorted((a, b) => b.cells.length - a.cells.length)[0] ?? header;
  const columns = fullest.cells.map((cell) => cell.box);
  for (const row of [header, ...body]) {
    for (const cell of row.cells) {
      const at = nearest(cell.box, columns);
      const column = columns[at];
      const others = columns.filter((_, i) => i !== at);
      const wider = column ? union([column, cell.box]) : cell.box;
      if (others.every((other) => wider.right < other.left || wider.left > other.right)) columns[at] = wider;
    }
  }
  return columns;
}

function inColumns(row: Row, columns: Box[]): string[] {
  const texts = columns.map(() => "");
  for (const cell of row.cells) {
    const at = nearest(cell.box, columns);
    texts[at] = texts[at] === "" ? cell.text : `${texts[at]} ${cell.text}`;
  }
  return texts;
}

function nearest(box: Box, columns: Box[]): number {
  let best = { at: 0, distance: Infinity };
  for (const [at, column] of columns.entries()) {
    const common = Math.min(box.right, column.right) - Math.max(box.left, column.left);
    const apart = Math.abs((box.left + box.right) / 2 - (column.left + column.right) / 2);
    const distance = common > 0 ? apart / 1000 - common : apart;
    if (distance < best.distance) best = { at, distance };
  }
  return best.at;
}
