/** Reads a PDF page by page: from its text layer if that is trustworthy and visible, else from its image. */
import { fold } from "lib/fold.ts";
import { layerScore } from "./arabic_text.ts";
import type { OpenFile, ReadPicture, Recognisers } from "./open_file.ts";
import { type Figure, figuresOf, unreadOf } from "./figures.ts";
import type { Glyph } from "./pdf_glyphs.ts";
import { type SpelledWord, spelledWords, wordsOfGlyphs } from "./glyph_words.ts";
import { layerCheck } from "./layer_check.ts";
import { linesOfWords } from "../layout/layout.ts";
import type { Page } from "../layout/page.ts";
import { pictureTexts } from "./picture_text.ts";
import { openPdfPictures, type PdfPictures } from "./pdf_picture.ts";
import { pdfPages } from "./pdf_text.ts";
import type { Raster } from "../images/raster.ts";
import { tablesOf } from "../layout/tables.ts";
import { visibleGlyphs } from "./visible_glyphs.ts";
import { countMatches } from "../layout/word_order.ts";

/** Below this score a text layer is not trusted and the page is read from its image. */
const GOOD_LAYER = 0.7;
const LEAST_LETTERS = 20;
/** Minimum share of a scan's text layer that OCR must confirm for the layer to count as the scan's text. */
const MOST_WORDS = 0.5;
const LONGEST_HIDDEN = 500;

export async function openPdf(
  bytes: Uint8Array,
  recognisers: Recognisers,
  read: ReadPicture,
): Promise<OpenFile> {
  const pages = await pdfPages(bytes);
  let opened: Promise<PdfPictures> | undefined;
  const pictures = () => opened ??= recognisers.pdfium().then((pdfium) => openPdfPictures(pdfium, bytes));
  const picture = async (index: number) => await (await pictures()).page(index);

  const withPictures = pictureTexts((raster) => read(raster, { isUpright: true }));
  const check = layerCheck(() => recognisers.engines());
  /** Pages kept open for their fonts with verified letters: the handle of a closed font may be reused. */
  const keptPages = new Set<number>();

  async function believed(index: number, draw: () => Promise<Raster>): Promise<Believed> {
    const opened = await pictures();
    try {
      const layer = await layerPage(index, opened, draw).catch(() => undefined);
      if (!layer) return { good: false, unseen: NOTHING_UNSEEN };
      const { page, spelled, figures, unseen } = layer;
      // The file says of drawn letters that they are others, so people see another text.
      if (unseen.replaced.length > 0) return { good: false, unseen };
      if (scoreOf(page) < GOOD_LAYER) return { good: false, unseen };
      // People see the scan and not its invisible text, so the image is read.
      if (isScan(unseen) || lettersOf(page) < LEAST_LETTERS) return { page, good: false, unseen };
      const { matches, learnt } = await check({ lines: page.lines, spelled, draw });
      if (learnt) keptPages.add(index);
      return matches ? { page, figures, good: true, unseen } : { good: false, unseen };
    } finally {
      if (!keptPages.has(index)) opened.release(index);
    }
  }

  return {
    pages,
    async page(index) {
      const draw = once(() => picture(index));
      const { page, figures = [], good, unseen } = await believed(index, draw);
      if (page && good) return withHidden(await withPictures(page, figures, draw), unseen);
      const seen = await read(await draw());
      // A page with few words, such as a title page, may read worse from its image.
      return withHidden(page && lettersOf(page) > lettersOf(seen) ? page : seen, unseen);
    },
    async text(index) {
      const { page, good, unseen } = await believed(index, once(() => picture(index)));
      return page && good ? withHidden(page, unseen) : undefined;
    },
    picture,
    close: async () => {
      await Promise.allSettled([opened?.then((one) => one.close())]);
    },
  };
}

/** Invisible words, words covered by visible content such as a scan, and words given for others that are drawn. */
interface Unseen {
  hidden: string[];
  veiled: string[];
  replaced: string[];
}

const NOTHING_UNSEEN: Unseen = { hidden: [], veiled: [], replaced: [] };

interface Believed {
  page?: Page;
  figures?: Figure[];
  /** Whether the text layer can be used. */
  good: boolean;
  unseen: Unseen;
}

/** Renders a page lazily, at most once. */
function once(draw: () => Promise<Raster>): () => Promise<Raster> {
  let drawn: Promise<Raster> | undefined;
  return () => drawn ??= draw();
}

interface Layer {
  page: Page;
  spelled: SpelledWord[];
  figures: Figure[];
  unseen: Unseen;
}

/** The page from its text layer only, without invisible text. */
async function layerPage(
  index: number,
  pictures: PdfPictures,
  draw: () => Promise<Raster>,
): Promise<Layer> {
  const { width, height, glyphs, parts, unshown, replaced } = pictures.layer(index);
  const drawWithout = (texts: Set<number>) => pictures.without(index, texts);
  const { seen, hidden, veiled } = await visibleGlyphs(glyphs, { width, height, parts, draw, drawWithout });
  const spelled = spelledWords(seen);
  const lines = linesOfWords(spelled.map(({ word }) => word));
  const words = lines.flatMap((line) => line.words);
  const figures = await figuresOf({ width, height, parts, words: words.map(({ box }) => box), draw });
  const unread = unreadOf(figures);
  const page: Page = {
    width,
    height,
    source: "text",
    lines,
    tables: tablesOf(words),
    placement: { width, height, turn: 0, skew: 0 },
    ...(unread.length === 0 ? {} : { unread }),
  };
  const textsOf = (glyphs: Glyph[]) => wordsOfGlyphs(glyphs).map((word) => word.text);
  const unseen = {
    hidden: [...textsOf(hidden), ...unshown],
    veiled: textsOf(veiled),
    replaced: textsOf(replaced),
  };
  return { page, spelled, figures, unseen };
}

/** Adds invisible text to a page, to be reported. */
function withHidden(page: Page, { hidden, veiled, replaced }: Unseen): Page {
  // Some letters of a scan's text layer lie beside their ink, so hidden and veiled words are compared together.
  const untold = isScan({ veiled }) ? [[...hidden, ...veiled]] : [hidden, veiled];
  const read = wordsOf(page);
  const own = [
    ...untold.filter((words) => words === hidden || !says(read, words)).flat(),
    ...replaced.filter((word) => !read.has(fold(word))),
  ];
  const text = [...(page.hidden === undefined ? [] : [page.hidden]), ...own].join(" ");
  return /[\p{L}\p{N}]{2}/u.test(text) ? { ...page, hidden: text.slice(0, LONGEST_HIDDEN) } : page;
}

function isScan({ veiled }: Pick<Unseen, "veiled">): boolean {
  return letters(veiled.join("")) >= LEAST_LETTERS;
}

function wordsOf({ lines }: Page): Set<string> {
  return new Set(lines.flatMap((line) => line.words.map(({ text }) => fold(text))));
}

/** Whether most of the words were read on the page. */
function says(read: Set<string>, words: string[]): boolean {
  return words.filter((word) => read.has(fold(word))).length >= words.length * MOST_WORDS;
}

function scoreOf({ lines }: Page): number {
  return layerScore(lines.flatMap((line) => line.words.map((word) => word.text)));
}

function lettersOf({ lines }: Page): number {
  return lines.reduce((sum, line) => sum + letters(line.text), 0);
}

function letters(text: string): number {
  return countMatches(text, /[\p{L}\p{N}]/gu);
}
