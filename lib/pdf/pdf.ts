/** Documents for printing and signing: headings, paragraphs, tables and bars in Arabic and Latin text. */
import type { Direction } from "lib/pdf/bidi.ts";
import { LINE, openSheet, PAGE, type Sheet } from "lib/pdf/pdf_sheet.ts";
import { drawTable, type TableOptions } from "lib/pdf/pdf_table.ts";
import { type TextLine, type TextStyle, type Typesetter, typesetter } from "lib/pdf/pdf_text.ts";

/** A PDF that is written from top to bottom and breaks its own pages. */
export interface Pdf {
  /** A paragraph, its lines broken at words. */
  text(text: string, style?: TextStyle): void;
  /** A heading, kept with what follows. */
  heading(text: string, style?: TextStyle): void;
  /** Free space, in points. */
  space(points: number): void;
  /** Continues at the top of a new page. */
  newPage(): void;
  /** A table whose header is repeated on each page; `widths` are shares of the line. */
  table(header: string[], rows: string[][], options?: Partial<TableOptions>): void;
  /** Bars from 0 to `max`, one a line. */
  bars(items: Bar[], options: { max: number; direction?: Direction }): void;
  /** A pattern of black modules, such as a QR code, `size` points wide, at the start of the line. */
  modules(rows: boolean[][], size: number): void;
  /** The file, its pages numbered. */
  finish(): Promise<Uint8Array>;
}

/** A bar with its words. */
export interface Bar {
  /** The label at its start. */
  label: string;
  /** How long it is. */
  value: number;
  /** The text at its end; the value by default. */
  text?: string;
}

/** Begins a PDF on A4. */
export function createPdf({ title, author = "Diwan", direction = "ltr" }: {
  title: string;
  author?: string;
  direction?: Direction;
}): Pdf {
  const sheet = openSheet({ title, author, language: direction === "rtl" ? "ar" : "en" });
  const type = typesetter(sheet.drawing);
  const text = (content: string, style: TextStyle = {}) => {
    const height = (style.size ?? 10) * 1.5;
    for (const line of type.linesOf(content, LINE, style)) {
      sheet.room(height);
      type.draw(line, { x: PAGE.margin, y: sheet.y, width: LINE }, style);
      sheet.y += height;
    }
  };
  return {
    text,
    heading(content, style) {
      // Room for the heading and two rows of a table, or three lines.
      sheet.room(80);
      sheet.y += 8;
      text(content, { size: 13, bold: true, ...style });
      sheet.y += 4;
    },
    space(points) {
      sheet.y += points;
    },
    newPage: () => sheet.room(PAGE.height),
    table: (header, rows, options) => drawTable(sheet, type, { header, rows, direction, ...options }),
    bars(items, { max, direction: own = direction }) {
      for (const item of items) drawBar(sheet, type, { ...item, max, direction: own });
      sheet.y += 6;
    },
    modules(rows, size) {
      const side = size / Math.max(1, rows[0]?.length ?? 0);
      const height = side * rows.length;
      sheet.room(height);
      const left = direction === "rtl" ? PAGE.margin + LINE - size : PAGE.margin;
      // One path, because squares filled one by one would show hairlines between them.
      rows.forEach((row, y) =>
        row.forEach((black, x) =>
          black && sheet.drawing.rect(left + x * side, sheet.y + y * side, side, side)
        )
      );
      sheet.drawing.fill("#000000");
      sheet.y += height + 8;
    },
    finish: () =>
      sheet.finish((page, count) => {
        const style: TextStyle = { size: 8, color: "#667085", align: "center", direction: "ltr" };
        const place = { x: PAGE.margin, y: PAGE.height - PAGE.margin, width: LINE };
        for (const line of type.linesOf(`${page} / ${count}`, LINE, style)) type.draw(line, place, style);
      }),
  };
}

/** A label, a bar of its value's length and its text, from the side where reading starts. */
function drawBar(
  sheet: Sheet,
  type: Typesetter,
  { label, value, text = String(value), max, direction }: Bar & { max: number; direction: Direction },
): void {
  const style: TextStyle = { size: 8, direction };
  const labelWidth = LINE * 0.35;
  const textWidth = LINE * 0.2;
  const length = LINE * 0.4 * Math.min(1, Math.max(0, value / max));
  const rtl = direction === "rtl";
  const start = rtl ? PAGE.margin + LINE : PAGE.margin;
  const from = (offset: number, width: number) => rtl ? start - offset - width : start + offset;
  const put = (lines: TextLine[], x: number, width: number) =>
    lines.forEach((line, n) => type.draw(line, { x, y: sheet.y + 3 + n * 12, width }, style));
  const labels = type.linesOf(label, labelWidth, style);
  const height = Math.max(18, labels.length * 12 + 6);
  sheet.room(height);
  put(labels, from(0, labelWidth), labelWidth);
  sheet.drawing.rect(from(labelWidth + 8, length), sheet.y + 2, length, 12).fill("#2f6f8f");
  put(type.linesOf(text, textWidth, style).slice(0, 1), from(labelWidth + 12 + length, textWidth), textWidth);
  sheet.y += height;
}
