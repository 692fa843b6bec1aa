import { z } from "zod";
import { onPage, type Page } from "./page.ts";

/** Four corners, clockwise from the upper left of the text. */
export const Corners = z.array(z.array(z.number()).length(2)).length(4)
  .meta({
    description:
      "Four corners in pixels of the original page, from the upper left; zeros for positions that a docx lacks",
  });

export const Block = z.object({
  text: z.string(),
  confidence: z.number().min(0).max(1),
  bbox: Corners,
  page: z.int(),
  words: z.array(z.object({ text: z.string(), confidence: z.number(), bbox: Corners })),
  pictured: z.literal(true).optional().meta({
    description: "Recognised in a picture on a page that has a text layer",
  }),
}).meta({ id: "OcrBlock" });

export const PageInfo = z.object({
  page: z.int(),
  width: z.int(),
  height: z.int(),
  source: z.enum(["text", "ocr", "vision", "failed"]).meta({
    description: "Source: the file's text layer, local OCR, a vision model, or not read",
  }),
  turn: z.int().meta({ description: "Clockwise rotation in degrees that made the page upright" }),
  skew: z.number().meta({ description: "Skew: degrees by which lines rose to the right" }),
  error: z.string().optional().meta({ description: "Why the page was not read" }),
  unread: z.array(Corners).optional().meta({
    description: "Areas with ink in which nothing was read: pictures, stamps, signatures, handwriting",
  }),
  pictures: z.array(Corners).optional().meta({
    description: "Pictures on a page with a text layer whose writing was recognised",
  }),
}).meta({ id: "PageInfo" });

/** The text of a document, line by line with positions. */
export const OcrResult = z.object({
  text: z.string(),
  confidence: z.number().min(0).max(1),
  language: z.enum(["ar", "en", "mixed"]),
  blocks: z.array(Block).meta({ description: "Lines in reading order" }),
  pages: z.array(PageInfo),
}).meta({
  id: "OcrResult",
  example: {
    text: "Tax invoice",
    confidence: 0.98,
    language: "en",
    blocks: [{
      text: "Tax invoice",
      confidence: 0.98,
      bbox: [[120, 80], [420, 80], [420, 120], [120, 120]],
      page: 1,
      words: [{ text: "Tax", confidence: 0.98, bbox: [[120, 80], [200, 80], [200, 120], [120, 120]] }],
    }],
    pages: [{ page: 1, width: 1654, height: 2339, source: "ocr", turn: 0, skew: 0 }],
  },
});
export type OcrResult = z.output<typeof OcrResult>;

/** The parts of a document's text that are stored with the document instead of its pages. */
export interface ReadText {
  ocr_text: string | null;
  ocr_confidence: number | null;
  language: string | null;
}

/** The OCR result of a document from its pages. */
export function ocrResult(
  { ocr_text, ocr_confidence, language }: ReadText,
  pages: { page: number; content: Page }[],
): OcrResult {
  return {
    text: ocr_text ?? "",
    confidence: ocr_confidence ?? 0,
    language: language === "ar" || language === "mixed" ? language : "en",
    blocks: pages.flatMap(({ page, content }) => blocksOf(page, content)),
    pages: pages.map(({ page, content: { width, height, source, placement, error, unread, pictures } }) => ({
      page,
      width,
      height,
      source,
      turn: placement.turn,
      skew: placement.skew,
      ...(error === undefined ? {} : { error }),
      ...(unread ? { unread: unread.map((box) => onPage(box, placement)) } : {}),
      ...(pictures ? { pictures: pictures.map((box) => onPage(box, placement)) } : {}),
    })),
  };
}

function blocksOf(page: number, { lines, placement }: Page): OcrResult["blocks"] {
  return lines.map(({ text, confidence, box, words, pictured }) => ({
    text,
    confidence: rounded(confidence),
    bbox: onPage(box, placement),
    page,
    words: words.map((word) => ({
      text: word.text,
      confidence: rounded(word.confidence),
      bbox: onPage(word.box, placement),
    })),
    ...(pictured ? { pictured } : {}),
  }));
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
