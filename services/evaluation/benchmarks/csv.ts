export interface CsvRow {
  /** The line the row starts on, from 1: a quoted cell may span several. */
  line: number;
  cells: string[];
}

/** Reads RFC 4180, with either line ending and a byte-order mark; throws CsvFault at a quote that never closes. */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const source = text.replace(/^\uFEFF/u, "");
  let line = 1;
  let at = 0;
  while (at < source.length) {
    const row: CsvRow = { line, cells: [] };
    for (;;) {
      const cell = readCell(source, at, line);
      row.cells.push(cell.value);
      line += cell.lines;
      at = cell.end;
      if (source[at] !== ",") break;
      at++;
    }
    if (source[at] === "\r") at++;
    if (source[at] === "\n") at++;
    line++;
    if (row.cells.length > 1 || row.cells[0]?.trim()) rows.push(row);
  }
  return rows;
}

/** A CSV file that cannot be read, with the line where it went wrong. */
export class CsvFault extends Error {
  constructor(readonly line: number, message: string) {
    super(message);
  }
}

function readCell(
  source: string,
  start: number,
  line: number,
): { value: string; end: number; lines: number } {
  if (source[start] !== '"') {
    let end = start;
    while (end < source.length && !",\n\r".includes(source[end] ?? "")) end++;
    return { value: source.slice(start, end), end, lines: 0 };
  }
  let value = "";
  let at = start + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote < 0) throw new CsvFault(line, "a quoted cell never closes");
    value += source.slice(at, quote);
    at = quote + 1;
    if (source[at] !== '"') break;
    value += '"';
    at++;
  }
  if (at < source.length && !",\n\r".includes(source[at] ?? "")) {
    throw new CsvFault(line, "text after a closing quote");
  }
  return { value, end: at, lines: value.split("\n").length - 1 };
}
