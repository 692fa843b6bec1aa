/** Documents to be printed and signed: headings, paragraphs, tables and bars, Arabic and Latin text alike. */
import bold from "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf" with { type: "bytes" };
import regular from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "bytes" };
import PDFDocument from "pdfkit";
import { type Direction, directionOf, visualPieces } from "lib/bidi.ts";

/** How a piece of text is set. */
export interface TextStyle {
  /** Points; 10 unless told. */
  size?: number;
  /** Bold letters. */
  bold?: boolean;
  /** By its first strong letter unless told. */
  direction?: Direction;
  /** A CSS colour. */
  color?: string;
  /** Where a line stands; at its start unless told. */
  align?: "start" | "center";
}

/** A PDF that grows downwards and turns its own pages. */
export interface Pdf {
  /** A paragraph, its lines broken at words. */
  text(text: string, style?: TextStyle): void;
  /** A heading, kept with what follows. */
  heading(text: string, style?: TextStyle): void;
  /** Free space, in points. */
  space(points: number): void;
  /** Goes on at the top of a new page. */
  newPage(): void;
  /** A table whose header is repeated on each page; `widths` are shares of the line. */
  table(header: string[], rows: string[][], options?: { widths?: number[]; direction?: Direction }): void;
  /** Bars from 0 to `max`, one a line. */
  bars(items: { label: string; value: number }[], options: { max: number; direction?: Direction }): void;
  /** A PNG image of that many points on a side, at the start of the line. */
  image(png: Uint8Array, size: number): void;
  /** The file, its pages numbered. */
  finish(): Promise<Uint8Array>;
}

const MARGIN = 50;
const PAGE = { width: 595.28, height: 841.89 };
const LINE = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN - 20;

/** Begins a PDF on A4. */
export function createPdf({ title, author = "Diwan", direction = "ltr" }: {
  title: string;
  author?: string;
  direction?: Direction;
}): Pdf {
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    font: "",
    info: { Title: title, Author: author },
    lang: direction === "rtl" ? "ar" : "en",
  });
  doc.registerFont("regular", regular.slice().buffer);
  doc.registerFont("bold", bold.slice().buffer);
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  let y = MARGIN;

  const use = ({ size = 10, bold = false, color = "#111111" }: TextStyle) =>
    doc.font(bold ? "bold" : "regular").fontSize(size).fillColor(color);

  /** Breaks a text into lines that fit `width`; a word that does not fit is cut. */
  function linesOf(text: string, width: number, style: TextStyle): string[] {
    use(style);
    const lines: string[] = [];
    for (const paragraph of text.split("\n")) {
      let line = "";
      for (const word of paragraph.split(/\s+/).flatMap((word) => pieces(word, width))) {
        const longer = line ? `${line} ${word}` : word;
        if (line && widthOf(longer) > width) {
          lines.push(line);
          line = word;
        } else line = longer;
      }
      lines.push(line);
    }
    return lines;
  }

  function widthOf(text: string): number {
    return doc.widthOfString(text);
  }

  function pieces(word: string, width: number): string[] {
    if (widthOf(word) <= width) return [word];
    const parts: string[] = [];
    let part = "";
    for (const character of word) {
      if (part && widthOf(part + character) > width) {
        parts.push(part);
        part = character;
      } else part += character;
    }
    return [...parts, part];
  }

  function drawLine(
    line: string,
    x: number,
    top: number,
    width: number,
    style: TextStyle & { direction: Direction; side?: Direction },
  ) {
    use(style);
    const pieces = visualPieces(line, style.direction).map(({ text }) => ({ text, width: widthOf(text) }));
    const rest = width - pieces.reduce((sum, piece) => sum + piece.width, 0);
    const side = style.side ?? style.direction;
    let at = x + (style.align === "center" ? rest / 2 : side === "rtl" ? rest : 0);
    for (const piece of pieces) {
      if (piece.text.trim()) doc.text(piece.text, at, top, { lineBreak: false });
      at += piece.width;
    }
  }

  function room(height: number): void {
    if (y + height <= BOTTOM) return;
    doc.addPage({ size: "A4", margin: 0 });
    y = MARGIN;
  }

  function text(content: string, style: TextStyle = {}): void {
    const height = (style.size ?? 10) * 1.5;
    const direction_ = style.direction ?? directionOf(content);
    for (const line of linesOf(content, LINE, style)) {
      room(height);
      drawLine(line, MARGIN, y, LINE, { ...style, direction: direction_ });
      y += height;
    }
  }

  const cell: TextStyle = { size: 8 };
  const lineHeight = 12;

  function row(
    cells: string[],
    shares: number[],
    options: { header: boolean; direction: Direction },
  ): number {
    const style = { ...cell, bold: options.header };
    const broken = cells.map((content, index) => linesOf(content, LINE * (shares[index] ?? 0) - 8, style));
    const height = Math.max(...broken.map((lines) => lines.length)) * lineHeight + 6;
    return drawRow(broken, shares, height, { ...options, style });
  }

  function drawRow(
    broken: string[][],
    shares: number[],
    height: number,
    { header, direction, style }: { header: boolean; direction: Direction; style: TextStyle },
  ): number {
    if (header) doc.rect(MARGIN, y, LINE, height).fill("#eef1f5");
    let start = 0;
    broken.forEach((lines, index) => {
      const width = LINE * (shares[index] ?? 0);
      const x = direction === "rtl" ? MARGIN + LINE - start - width : MARGIN + start;
      lines.forEach((line, n) => {
        const own = /\p{L}/u.test(line) ? directionOf(line) : direction;
        drawLine(line, x + 4, y + 4 + n * lineHeight, width - 8, {
          ...style,
          direction: own,
          side: direction,
        });
      });
      start += width;
    });
    doc.moveTo(MARGIN, y + height).lineTo(MARGIN + LINE, y + height).lineWidth(0.5).strokeColor("#c5ccd6")
      .stroke();
    y += height;
    return height;
  }

  return {
    text,
    heading(content, style) {
      // Itself and two rows of a table, or three lines.
      room(80);
      y += 8;
      text(content, { size: 13, bold: true, ...style });
      y += 4;
    },
    space(points) {
      y += points;
    },
    newPage: () => room(PAGE.height),
    table(header, rows, { widths, direction: own = direction } = {}) {
      const shares = widths ?? header.map(() => 1 / header.length);
      const heightOf = (cells: string[], isHeader: boolean) => {
        const style = { ...cell, bold: isHeader };
        const lines = cells.map((content, i) => linesOf(content, LINE * (shares[i] ?? 0) - 8, style).length);
        return Math.min(Math.max(...lines) * lineHeight + 6, BOTTOM - MARGIN - 40);
      };
      const [first] = rows;
      // A header never stands alone at the foot of a page.
      room(Math.min(heightOf(header, true) + (first ? heightOf(first, false) : 0), BOTTOM - MARGIN));
      row(header, shares, { header: true, direction: own });
      for (const cells of rows) {
        const height = heightOf(cells, false);
        if (y + height > BOTTOM) {
          room(height);
          row(header, shares, { header: true, direction: own });
        }
        row(cells, shares, { header: false, direction: own });
      }
      y += 8;
    },
    bars(items, { max, direction: own = direction }) {
      for (const { label, value } of items) {
        room(20);
        const labelWidth = LINE * 0.35;
        const length = (LINE * 0.5) * Math.min(1, Math.max(0, value / max));
        const rtl = own === "rtl";
        const labelX = rtl ? MARGIN + LINE - labelWidth : MARGIN;
        const barX = rtl ? MARGIN + LINE - labelWidth - 8 - length : MARGIN + labelWidth + 8;
        const [line = ""] = linesOf(label, labelWidth, cell);
        drawLine(line, labelX, y + 3, labelWidth, { ...cell, direction: own });
        doc.rect(barX, y + 2, length, 12).fill("#2f6f8f");
        const numberX = rtl ? barX - 44 : barX + length + 4;
        drawLine(String(value), numberX, y + 3, 40, { ...cell, direction: rtl ? "rtl" : "ltr" });
        y += 18;
      }
      y += 6;
    },
    image(png, size) {
      room(size);
      const x = direction === "rtl" ? MARGIN + LINE - size : MARGIN;
      doc.image(png.slice().buffer, x, y, { width: size, height: size });
      y += size + 8;
    },
    async finish() {
      const { start, count } = doc.bufferedPageRange();
      for (let page = start; page < start + count; page++) {
        doc.switchToPage(page);
        drawLine(`${page + 1} / ${count}`, MARGIN, PAGE.height - MARGIN, LINE, {
          size: 8,
          color: "#667085",
          align: "center",
          direction: "ltr",
        });
      }
      doc.end();
      await ended;
      const file = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
      let at = 0;
      for (const chunk of chunks) {
        file.set(chunk, at);
        at += chunk.length;
      }
      return file;
    },
  };
}
