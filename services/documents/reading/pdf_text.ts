import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { MAX_PAGES, Unreadable } from "./bounds.ts";
import { repaired } from "./arabic_text.ts";
import type { Word } from "./page.ts";
import { renderScale } from "./pdf_picture.ts";

export interface TextLayer {
  width: number;
  height: number;
  words: Word[];
}

export interface PdfText {
  pages: number;
  layer(index: number): Promise<TextLayer>;
  close(): Promise<void>;
}

type Pdfjs = typeof import("pdfjs-dist/legacy/build/pdf.mjs");

let loaded: Promise<Pdfjs> | undefined;

/** Loads the library inside the worker it runs in, without its wish for a canvas and a worker of its own. */
function pdfjs(): Promise<Pdfjs> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Pdfjs> {
  const inner = await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
  Reflect.set(globalThis, "pdfjsWorker", inner);
  return await import("pdfjs-dist/legacy/build/pdf.mjs");
}

export async function openPdfText(bytes: Uint8Array): Promise<PdfText> {
  const document = await openDocument(bytes);
  if (document.numPages > MAX_PAGES) throw new Unreadable(`The PDF has more than ${MAX_PAGES} pages`);
  return {
    pages: document.numPages,
    layer: (index) => readLayer(document, index),
    close: () => document.destroy(),
  };
}

async function openDocument(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await pdfjs();
  try {
    return await getDocument({
      data: bytes.slice(),
      isEvalSupported: false,
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "PasswordException") {
      throw new Unreadable("The PDF is encrypted: upload it without its password");
    }
    throw new Unreadable("The PDF is damaged or cut short and cannot be opened", { cause: error });
  }
}

async function readLayer(document: PDFDocumentProxy, index: number): Promise<TextLayer> {
  const page = await document.getPage(index + 1);
  const [left, bottom, right, top] = page.view;
  const scale = renderScale((right ?? 0) - (left ?? 0), (top ?? 0) - (bottom ?? 0));
  const viewport = page.getViewport({ scale });
  const { items } = await page.getTextContent();
  const { Util } = await pdfjs();
  const words = items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const placed: number[] = Util.transform(viewport.transform, item.transform);
    return pieceWords(item.str, {
      x: placed[4] ?? 0,
      y: placed[5] ?? 0,
      width: item.width * scale,
      height: Math.hypot(placed[2] ?? 0, placed[3] ?? 0),
      rightToLeft: item.dir === "rtl",
    });
  });
  page.cleanup();
  return { width: Math.floor(viewport.width), height: Math.floor(viewport.height), words };
}

interface Piece {
  x: number;
  y: number;
  width: number;
  height: number;
  rightToLeft: boolean;
}

/** Cuts a piece of the layer at its spaces; each word gets its share of the width. */
function pieceWords(str: string, { x, y, width, height, rightToLeft }: Piece): Word[] {
  const text = repaired(str);
  const share = width / Math.max(1, [...text].length);
  const words: Word[] = [];
  let at = 0;
  for (const part of text.split(/(\s+)/u)) {
    const length = [...part].length;
    if (part.trim() !== "") {
      const left = rightToLeft ? x + width - (at + length) * share : x + at * share;
      const box = { left, top: y - height, right: left + length * share, bottom: y + height * 0.2 };
      words.push({ text: part, confidence: 1, box });
    }
    at += length;
  }
  return words;
}
