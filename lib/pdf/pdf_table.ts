/** Tables on the pages of a PDF. */
import { type Direction, directionOf } from "lib/pdf/bidi.ts";
import { LINE, PAGE, type Sheet } from "lib/pdf/pdf_sheet.ts";
import type { TextLine, Typesetter } from "lib/pdf/pdf_text.ts";

/** The layout of a table. */
export interface TableOptions {
  /** The columns' shares of the line; equal by default. */
  widths?: number[];
  /** From which side its columns are read. */
  direction: Direction;
}

const SIZE = 8;
const LINE_HEIGHT = 12;
const PADDING = 6;
/** A row too tall for any page starts with at least this many lines. */
const FEWEST_LINES = 3;
/** A header taller than this is not repeated on each page. */
const TALLEST_REPEATED = (PAGE.bottom - PAGE.margin) / 3;

type Row = { cells: TextLine[][]; count: number; header: boolean };

/** Draws a table whose header is repeated on each page; a row taller than a page continues on the next. */
export function drawTable(
  sheet: Sheet,
  type: Typesetter,
  { header, rows, ...options }: { header: string[]; rows: string[][] } & TableOptions,
): void {
  const shares = options.widths ?? header.map(() => 1 / header.length);
  const broken = (texts: string[], isHeader: boolean): Row => {
    const cells = texts.map((text, index) => {
      const direction = /\p{L}/u.test(text) ? directionOf(text) : options.direction;
      return type.linesOf(text, LINE * (shares[index] ?? 0) - 8, { size: SIZE, bold: isHeader, direction });
    });
    return { cells, count: Math.max(1, ...cells.map(({ length }) => length)), header: isHeader };
  };
  const top = broken(header, true);
  const repeated = heightOf(top.count) <= TALLEST_REPEATED;
  const pageHeight = PAGE.bottom - PAGE.margin - (repeated ? heightOf(top.count) : 0);
  const least = ({ count }: Row) => heightOf(heightOf(count) <= pageHeight ? count : FEWEST_LINES);
  const part = (row: Row, from: number, to: number) =>
    drawPart(sheet, type, { row, from, to, shares, direction: options.direction });
  const turn = () => {
    sheet.turn();
    if (repeated) part(top, 0, top.count);
  };
  const draw = (row: Row) => {
    for (let drawn = 0; drawn < row.count;) {
      const fitting = Math.floor((PAGE.bottom - sheet.y - PADDING) / LINE_HEIGHT);
      if (fitting < 1) {
        if (row.header) sheet.turn();
        else turn();
        continue;
      }
      const to = Math.min(row.count, drawn + fitting);
      part(row, drawn, to);
      drawn = to;
    }
  };

  const [first, ...others] = rows.map((cells) => broken(cells, false));
  // A header never stands alone at the foot of a page.
  sheet.room(Math.min(heightOf(top.count) + (first ? least(first) : 0), PAGE.bottom - PAGE.margin));
  draw(top);
  if (first) draw(first);
  for (const row of others) {
    if (sheet.y + least(row) > PAGE.bottom) turn();
    draw(row);
  }
  sheet.y += 8;
}

function heightOf(lines: number): number {
  return lines * LINE_HEIGHT + PADDING;
}

/** Draws the lines `from` to `to` of a row's cells. */
function drawPart(
  sheet: Sheet,
  type: Typesetter,
  { row, from, to, shares, direction }: {
    row: Row;
    from: number;
    to: number;
    shares: number[];
    direction: Direction;
  },
): void {
  const height = heightOf(to - from);
  const { drawing, y } = sheet;
  if (row.header) drawing.rect(PAGE.margin, y, LINE, height).fill("#eef1f5");
  let start = 0;
  row.cells.forEach((lines, index) => {
    const width = LINE * (shares[index] ?? 0);
    const x = direction === "rtl" ? PAGE.margin + LINE - start - width : PAGE.margin + start;
    lines.slice(from, to).forEach((line, n) => {
      const place = { x: x + 4, y: y + 4 + n * LINE_HEIGHT, width: width - 8 };
      type.draw(line, place, { size: SIZE, bold: row.header, side: direction });
    });
    start += width;
  });
  drawing.moveTo(PAGE.margin, y + height).lineTo(PAGE.margin + LINE, y + height).lineWidth(0.5)
    .strokeColor("#c5ccd6").stroke();
  sheet.y += height;
}
