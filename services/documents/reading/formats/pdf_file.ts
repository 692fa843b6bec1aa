/** Reads a PDF page by page: from its text layer if that is trustworthy and visible, else from its image. */
import { layerScore } from "./arabic_text.ts";
import type { OpenFile, Recognisers } from "./open_file.ts";
import { type SpelledWord, spelledWords, wordsOfGlyphs } from "./glyph_words.ts";
import { layerCheck } from "./layer_check.ts";
import { linesOfWords } from "../layout/layout.ts";
import type { Page } from "../layout/page.ts";
import { openPdfPictures, type PdfPictures } from "./pdf_picture.ts";
import { pdfPages } from "./pdf_text.ts";
import type { Raster } from "../images/raster.ts";
import { tablesOf } from "../layout/tables.ts";
import { visibleGlyphs } from "./visible.ts";
import { count } from "../layout/word_order.ts";

/** Below this score a text layer is not trusted and the page is read from its image. */
const GOOD_LAYER = 0.7;
const LEAST_LETTERS = 20;

export async function openPdf(
  bytes: Uint8Array,
  recognisers: Recognisers,
  read: (raster: Raster) => Promise<Page>,
): Promise<OpenFile> {
  const pages = await pdfPages(bytes);
  let opened: Promise<PdfPictures> | undefined;
  const pictures = () => opened ??= recognisers.pdfium().then((pdfium) => openPdfPictures(pdfium, bytes));
  const picture = async (index: number) => await (await pictures()).page(index);

  const check = layerCheck(() => recognisers.engines());
  /** Pages whose fonts have known letters: a font that was closed could not be told from a later one. */
  const held = new Set<number>();

  async function believed(
    index: number,
    draw: () => Promise<Raster>,
  ): Promise<{ page?: Page; good: boolean }> {
    const opened = await pictures();
    try {
      const layer = await layerPage(index, opened, draw).catch(() => undefined);
      if (!layer || scoreOf(layer.page) < GOOD_LAYER) return { good: false };
      const { page, spelled } = layer;
      if (lettersOf(page) < LEAST_LETTERS) return { page, good: false };
      const { matches, learnt } = await check({ lines: page.lines, spelled, draw });
      if (learnt) held.add(index);
      return matches ? { page, good: true } : { good: false };
    } finally {
      if (!held.has(index)) opened.release(index);
    }
  }

  return {
    pages,
    async page(index) {
      const draw = once(() => picture(index));
      const { page, good } = await believed(index, draw);
      if (page && good) return page;
      const seen = await read(await draw());
      // A page of few true words, such as a title page, may read worse from its picture.
      return page && lettersOf(page) > lettersOf(seen) ? page : seen;
    },
    async text(index) {
      const { page, good } = await believed(index, once(() => picture(index)));
      return good ? page : undefined;
    },
    picture,
    close: async () => {
      await Promise.allSettled([opened?.then((one) => one.close())]);
    },
  };
}

/** Draws a page when it is first asked for, and once. */
function once(draw: () => Promise<Raster>): () => Promise<Raster> {
  let drawn: Promise<Raster> | undefined;
  return () => drawn ??= draw();
}

/** The page from its text layer alone, without invisible text. */
async function layerPage(
  index: number,
  pictures: PdfPictures,
  draw: () => Promise<Raster>,
): Promise<{ page: Page; spelled: SpelledWord[] }> {
  const { width, height, glyphs } = pictures.layer(index);
  const { seen, hidden } = await visibleGlyphs(glyphs, { width, height, draw });
  const spelled = spelledWords(seen);
  const lines = linesOfWords(spelled.map(({ word }) => word));
  const unseen = wordsOfGlyphs(hidden).map((word) => word.text).join(" ");
  const page: Page = {
    width,
    height,
    source: "text",
    lines,
    tables: tablesOf(lines.flatMap((line) => line.words)),
    placement: { width, height, turn: 0, skew: 0 },
    ...(/[\p{L}\p{N}]{2}/u.test(unseen) ? { hidden: unseen.slice(0, 500) } : {}),
  };
  return { page, spelled };
}

function scoreOf({ lines }: Page): number {
  return layerScore(lines.flatMap((line) => line.words.map((word) => word.text)));
}

function lettersOf({ lines }: Page): number {
  return lines.reduce((sum, line) => sum + count(line.text, /[\p{L}\p{N}]/gu), 0);
}
