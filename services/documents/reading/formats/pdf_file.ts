/** Reads a PDF page by page: from its text layer if that is trustworthy and visible, else from its image. */
import { fold } from "lib/fold.ts";
import { layerScore } from "./arabic_text.ts";
import type { Engine } from "../ocr/engine.ts";
import type { OpenFile, Recognisers } from "./open_file.ts";
import { wordsOfGlyphs } from "./glyph_words.ts";
import { linesOfWords } from "../layout/layout.ts";
import { heightOf, type Line, type Page, widthOf } from "../layout/page.ts";
import { openPdfPictures, type PdfPictures } from "./pdf_picture.ts";
import { pdfPages } from "./pdf_text.ts";
import { cropped, type Raster } from "../images/raster.ts";
import { padded } from "../ocr/second_engine.ts";
import { likeness } from "./likeness.ts";
import { tablesOf } from "../layout/tables.ts";
import { visibleGlyphs } from "./visible.ts";
import { count, mean } from "../layout/word_order.ts";

/** Below this score a text layer is not trusted and the page is read from its image. */
const GOOD_LAYER = 0.7;
const LEAST_LETTERS = 20;
/** Lines of an Arabic layer that are held against the page's picture, and how alike they have to be. */
const SAMPLES = 2;
const ALIKE = 0.6;
const SURE_SAMPLE = 0.7;

export async function openPdf(
  bytes: Uint8Array,
  recognisers: Recognisers,
  read: (raster: Raster) => Promise<Page>,
): Promise<OpenFile> {
  const pages = await pdfPages(bytes);
  let opened: Promise<PdfPictures> | undefined;
  const pictures = () => opened ??= recognisers.pdfium().then((pdfium) => openPdfPictures(pdfium, bytes));
  const picture = async (index: number) => await (await pictures()).page(index);

  async function believed(index: number): Promise<{ page?: Page; good: boolean }> {
    const page = await layerPage(index, await pictures()).catch(() => undefined);
    if (!page || scoreOf(page) < GOOD_LAYER) return { good: false };
    if (lettersOf(page) < LEAST_LETTERS) return { page, good: false };
    return await matchesImage(page, () => picture(index), recognisers)
      ? { page, good: true }
      : { good: false };
  }

  return {
    pages,
    async page(index) {
      const { page, good } = await believed(index);
      if (page && good) return page;
      const seen = await read(await picture(index));
      // A page of few true words, such as a title page, may read worse from its picture.
      return page && lettersOf(page) > lettersOf(seen) ? page : seen;
    },
    async text(index) {
      const { page, good } = await believed(index);
      return good ? page : undefined;
    },
    picture,
    close: async () => {
      await Promise.allSettled([opened?.then((one) => one.close())]);
    },
  };
}

/** The page from its text layer alone, without invisible text. */
async function layerPage(index: number, pictures: PdfPictures): Promise<Page> {
  const { width, height, glyphs } = pictures.layer(index);
  const { seen, hidden } = await visibleGlyphs(glyphs, { width, height, draw: () => pictures.page(index) });
  const lines = linesOfWords(wordsOfGlyphs(seen));
  const unseen = wordsOfGlyphs(hidden).map((word) => word.text).join(" ");
  return {
    width,
    height,
    source: "text",
    lines,
    tables: tablesOf(lines.flatMap((line) => line.words)),
    placement: { width, height, turn: 0, skew: 0 },
    ...(/[\p{L}\p{N}]{2}/u.test(unseen) ? { hidden: unseen.slice(0, 500) } : {}),
  };
}

function scoreOf({ lines }: Page): number {
  return layerScore(lines.flatMap((line) => line.words.map((word) => word.text)));
}

function lettersOf({ lines }: Page): number {
  return lines.reduce((sum, line) => sum + count(line.text, /[\p{L}\p{N}]/gu), 0);
}

/**
 * Fonts may encode other Arabic letters than they draw, with plausible words, so some lines are checked
 * against the image.
 */
async function matchesImage(
  page: Page,
  draw: () => Promise<Raster>,
  { engines }: Recognisers,
): Promise<boolean> {
  const arabic = (line: Line) => count(line.text, /\p{Script=Arabic}/gu);
  const lines = page.lines.filter((line) => arabic(line) >= 10 && widthOf(line.box) > heightOf(line.box) * 3)
    .toSorted((a, b) => arabic(b) - arabic(a)).slice(0, SAMPLES);
  if (lines.length === 0) return true;
  const engine = (await engines()).find(({ script }) => script === "ara");
  if (!engine) return true;
  const raster = await draw();
  const alike = lines.map((line) => alikeness(line, raster, engine)).filter((one) => one !== undefined);
  return alike.length === 0 || mean(alike) >= ALIKE;
}

/** Undefined where the recogniser is not sure itself. */
function alikeness(line: Line, raster: Raster, engine: Engine): number | undefined {
  const words = engine.readLine(cropped(raster, padded(line.box)));
  if (mean(words.map((word) => word.confidence)) < SURE_SAMPLE) return undefined;
  const letters = (text: string) => fold(text).replace(/[^\p{Script=Arabic}]/gu, "");
  // Bags of pairs of letters do not depend on the order in which words came.
  return likeness(letters(line.text), letters(words.toReversed().map((word) => word.text).join("")));
}
