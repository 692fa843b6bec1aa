/** The pages of a PDF, filled from top to bottom. */
import { joined } from "lib/bytes.ts";
import PDFDocument from "pdfkit";
import { directedFont } from "lib/pdf/pdf_fonts.ts";

/** The part of pdfkit's document that our pages draw with. */
export interface Drawing {
  /** Chooses a font by its name. */
  font(name: string): Drawing;
  /** Chooses a size in points. */
  fontSize(size: number): Drawing;
  /** Chooses a colour. */
  fillColor(color: string): Drawing;
  /** The width of a text in points. */
  widthOfString(text: string): number;
  /** Draws a text with its upper left corner there. */
  text(text: string, x: number, y: number, options: { lineBreak: false }): Drawing;
  /** Outlines a rectangle. */
  rect(x: number, y: number, width: number, height: number): Drawing;
  /** Fills the outline. */
  fill(color: string): Drawing;
  /** Starts a line. */
  moveTo(x: number, y: number): Drawing;
  /** Continues a line. */
  lineTo(x: number, y: number): Drawing;
  /** The width of lines. */
  lineWidth(width: number): Drawing;
  /** The colour of lines. */
  strokeColor(color: string): Drawing;
  /** Draws the line. */
  stroke(): Drawing;
}

/** A4 in points; the foot keeps the page's number. */
export const PAGE = { width: 595.28, height: 841.89, margin: 50, bottom: 841.89 - 70 };
/** The width of a line. */
export const LINE = PAGE.width - 2 * PAGE.margin;

/** The current page and position. */
export interface Sheet {
  /** Draws on the current page. */
  drawing: Drawing;
  /** Points from the top of the page. */
  y: number;
  /** Starts a new page when `height` points do not fit. */
  room(height: number): void;
  /** Starts a new page. */
  turn(): void;
  /** The file; `number` draws the foot of each page first. */
  finish(number: (page: number, count: number) => void): Promise<Uint8Array>;
}

/** Begins a document with one empty page. */
export function openSheet(
  { title, author, language }: { title: string; author: string; language: string },
): Sheet {
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    font: "",
    info: { Title: title, Author: author },
    lang: language,
  });
  doc.registerFont("regular", directedFont("regular"));
  doc.registerFont("bold", directedFont("bold"));
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    doc.on("end", resolve);
    doc.on("error", reject);
  });
  return {
    drawing: doc,
    y: PAGE.margin,
    room(height) {
      if (this.y + height > PAGE.bottom) this.turn();
    },
    turn() {
      doc.addPage({ size: "A4", margin: 0 });
      this.y = PAGE.margin;
    },
    async finish(number) {
      const { start, count } = doc.bufferedPageRange();
      for (let page = start; page < start + count; page++) {
        doc.switchToPage(page);
        number(page + 1, count);
      }
      doc.end();
      await ended;
      return joined(chunks);
    },
  };
}
