import { layerScore } from "./arabic_text.ts";
import { Unreadable } from "./bounds.ts";
import { readDocx } from "./docx.ts";
import type { Engine } from "./engine.ts";
import { openImage } from "./images.ts";
import { linesOfWords } from "./layout.ts";
import { recognise } from "./ocr.ts";
import { type Line, overlap, type Page, type Table } from "./page.ts";
import { openPdfPictures, type Pdfium } from "./pdf_picture.ts";
import { openPdfText, type TextLayer } from "./pdf_text.ts";
import type { Raster } from "./raster.ts";
import type { Kind } from "./sniff.ts";
import { tablesOf } from "./tables.ts";

/** A text layer scored lower than this is not believed: the page is read from its picture. */
const GOOD_LAYER = 0.7;
const LEAST_LETTERS = 20;

export interface Recognisers {
  pdfium: Pdfium;
  engines: Engine[];
}

export interface OpenFile {
  pages: number;
  page(index: number): Promise<Page>;
  /** The page without recognition, where it has text of its own that can be believed. */
  text(index: number): Promise<Page | undefined>;
  picture(index: number): Promise<Raster>;
  close(): Promise<void>;
}

export function openFile(kind: Kind, bytes: Uint8Array, load: () => Promise<Recognisers>): Promise<OpenFile> {
  if (kind === "pdf") return openPdf(bytes, load);
  return Promise.resolve(kind === "docx" ? openDocx(bytes) : openPicture(kind, bytes, load));
}

function openDocx(bytes: Uint8Array): OpenFile {
  const pages = readDocx(bytes);
  return {
    pages: pages.length,
    page: (index) => {
      const page = pages[index];
      return page ? Promise.resolve(page) : Promise.reject(new Unreadable("The document has no such page"));
    },
    text: (index) => Promise.resolve(pages[index]),
    picture: () => Promise.reject(new Unreadable("A Word document has no page pictures")),
    close: () => Promise.resolve(),
  };
}

function openPicture(kind: Kind, bytes: Uint8Array, load: () => Promise<Recognisers>): OpenFile {
  const pictures = openImage(kind, bytes, async (file) => (await load()).engines[0]?.decode(file));
  const read = reader(load);
  return {
    pages: pictures.pages,
    page: async (index) => await read(await pictures.page(index)),
    text: () => Promise.resolve(undefined),
    picture: (index) => pictures.page(index),
    close: () => Promise.resolve(),
  };
}

/** Remembers which engine read the last page: it is the first to try on the next. */
function reader(load: () => Promise<Recognisers>): (raster: Raster) => Promise<Page> {
  let last: Engine | undefined;
  return async (raster) => {
    const { engines } = await load();
    const { page, primary } = recognise(raster, engines, last);
    last = primary;
    const tables = tablesOf(page.lines.flatMap((line) => line.words));
    return { ...page, tables, lines: withTableRows(page.lines, tables) };
  };
}

/** Recognisers read a table column by column: its lines become its rows. */
function withTableRows(lines: Line[], tables: Table[]): Line[] {
  return tables.reduce((left, { box }) => {
    const inside = (line: Line) => overlap(line.box, box) > 0.6 && line.box.top >= box.top - 4;
    const first = left.findIndex(inside);
    const rows = linesOfWords(left.filter(inside).flatMap((line) => line.words));
    const outside = (line: Line) => !inside(line);
    return first < 0
      ? left
      : [...left.slice(0, first).filter(outside), ...rows, ...left.slice(first).filter(outside)];
  }, lines);
}

async function openPdf(bytes: Uint8Array, load: () => Promise<Recognisers>): Promise<OpenFile> {
  const text = await openPdfText(bytes);
  const read = reader(load);
  let pictures: ReturnType<typeof openPdfPictures> | undefined;
  const picture = async (index: number) => {
    pictures ??= load().then(({ pdfium }) => openPdfPictures(pdfium, bytes));
    return (await pictures).page(index);
  };
  return {
    pages: text.pages,
    page: async (index) => {
      const layer = await layerOf(text.layer(index));
      const page = layer && textPage(layer);
      if (layer && page && isGood(layer)) return page;
      const seen = await read(await picture(index));
      // A page of few true words, such as a title page, may read worse from its picture.
      return page && lettersOf(page) > lettersOf(seen) && layerScore(texts(layer)) >= GOOD_LAYER
        ? page
        : seen;
    },
    text: async (index) => {
      const layer = await layerOf(text.layer(index));
      return layer && isGood(layer) ? textPage(layer) : undefined;
    },
    picture,
    close: async () => {
      await Promise.allSettled([text.close(), pictures?.then((opened) => opened.close())]);
    },
  };
}

/** A layer that cannot be read is no reason to give the page up. */
async function layerOf(layer: Promise<TextLayer>): Promise<TextLayer | undefined> {
  try {
    return await layer;
  } catch {
    return undefined;
  }
}

function texts(layer: TextLayer | undefined): string[] {
  return layer?.words.map((word) => word.text) ?? [];
}

function isGood(layer: TextLayer): boolean {
  const letters = texts(layer).join("").replace(/[^\p{L}\p{N}]/gu, "").length;
  return letters >= LEAST_LETTERS && layerScore(texts(layer)) >= GOOD_LAYER;
}

function lettersOf(page: Page): number {
  return page.lines.reduce((sum, line) => sum + line.text.length, 0);
}

function textPage({ width, height, words }: TextLayer): Page {
  const lines = linesOfWords(words);
  const tables = tablesOf(lines.flatMap((line) => line.words));
  return { width, height, source: "text", lines, tables, placement: { width, height, turn: 0, skew: 0 } };
}
