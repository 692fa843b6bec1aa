/** Generates test PDFs with a text layer and images. */
import PDFDocument from "pdfkit";
import { joined } from "lib/bytes.ts";
import { directed, directedFont } from "lib/pdf/pdf_fonts.ts";
import { jpegOf } from "../images/images.ts";
import type { Raster } from "../images/raster.ts";

export type Doc = InstanceType<typeof PDFDocument>;

export const COVER = "Please find below the papers that you asked for";
export const CLOSING = "Yours faithfully, the manager of the office";

export async function pdfOf(draw: (doc: Doc) => void): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: "A4", margin: 0, font: "" });
  doc.registerFont("regular", directedFont("regular"));
  doc.font("regular").fontSize(14);
  const chunks: Uint8Array[] = [];
  const ended = new Promise((resolve) => doc.on("end", resolve));
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  draw(doc);
  doc.end();
  await ended;
  return joined(chunks);
}

export function write(doc: Doc, text: string, top: number, left = 80): void {
  doc.text(directed(text, "ltr"), left, top, { lineBreak: false });
}

export function place(doc: Doc, picture: Raster, { left = 60, top = 200, width = 460 } = {}): void {
  doc.image(`data:image/jpeg;base64,${jpegOf(picture).jpeg.toBase64()}`, left, top, { width });
}

/** A letter with an image between its lines. */
export function letterWith(picture: Raster, at: { left?: number; top?: number; width?: number } = {}) {
  return pdfOf((doc) => {
    write(doc, COVER, 100);
    place(doc, picture, at);
    write(doc, CLOSING, 780);
  });
}

/** Curves like handwriting, without letters. */
export function scribble(): Raster {
  const [width, height] = [800, 300];
  const data = new Uint8Array(width * height).fill(250);
  for (const base of [60, 150, 240]) {
    for (let x = 30; x < 770; x++) {
      if (x % 97 < 12) continue;
      const y = Math.round(
        base + 18 * Math.sin(x / 7 + base) + 11 * Math.sin(x / 2.9) + 6 * Math.sin(x / 23),
      );
      for (let thick = -2; thick <= 2; thick++) data[(y + thick) * width + x] = 20;
    }
  }
  return { width, height, data };
}

/** An image like a photograph: light and shade without lines. */
export function photograph(): Raster {
  const [width, height] = [800, 600];
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return 128 + 70 * Math.sin(x / 60 + Math.sin(y / 45)) * Math.cos(y / 70) + (at * 2_654_435_761 % 37) - 18;
  });
  return { width, height, data };
}

/** A square code, as electronic invoices have. */
export function squareCode(): Raster {
  const [modules, size] = [37, 8];
  const side = modules * size;
  const isDark = (row: number, column: number) => (row * 31 + column * 17 + row * column * 7) % 11 < 5;
  const data = Uint8Array.from({ length: side * side }, (_, at) => {
    const [row, column] = [Math.floor(at / side / size), Math.floor(at % side / size)];
    return isDark(row, column) ? 0 : 255;
  });
  return { width: side, height: side, data };
}
