import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { denied, feature, invalidInput, json, limited, missing, wrongStateResponse } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { Document } from "./documents_store.ts";
import type { PageStore } from "./pages_store.ts";
import { onPage, type Page } from "./reading/page.ts";
import type { DocumentAccess } from "./document_access.ts";
import type { Steps } from "./steps.ts";

export const DocumentQuery = z.object({ document_id: z.uuid() });

const Quad = z.array(z.array(z.number()).length(2)).length(4)
  .meta({
    description:
      "Four corners in pixels of the page as given, from the upper left; zeros where a docx has no place",
  });

const Block = z.object({
  text: z.string(),
  confidence: z.number().min(0).max(1),
  bbox: Quad,
  page: z.int(),
  words: z.array(z.object({ text: z.string(), confidence: z.number(), bbox: Quad })),
}).meta({ id: "OcrBlock" });

const PageInfo = z.object({
  page: z.int(),
  width: z.int(),
  height: z.int(),
  source: z.enum(["text", "ocr", "vision", "failed"]),
  turn: z.int().meta({ description: "Clockwise degrees that made the page upright" }),
  skew: z.number().meta({ description: "Degrees its lines rose to the right" }),
  error: z.string().optional(),
}).meta({ id: "PageInfo" });

export const OcrResult = z.object({
  text: z.string(),
  confidence: z.number().min(0).max(1),
  language: z.enum(["ar", "en", "mixed"]),
  blocks: z.array(Block).meta({ description: "Lines in reading order" }),
  pages: z.array(PageInfo),
}).meta({ id: "OcrResult" });
export type OcrResult = z.output<typeof OcrResult>;

/** The OCR result of a document whose pages are read. */
export async function ocrResult(document: Document, pages: PageStore): Promise<OcrResult> {
  const read = await pages.list(document.id);
  return {
    text: document.ocr_text ?? "",
    confidence: document.ocr_confidence ?? 0,
    language: languageFrom(document.language),
    blocks: read.flatMap(({ page, content }) => blocksOf(page, content)),
    pages: read.map(({ page, content: { width, height, source, placement, error } }) => ({
      page,
      width,
      height,
      source,
      turn: placement.turn,
      skew: placement.skew,
      ...(error === undefined ? {} : { error }),
    })),
  };
}

function languageFrom(language: string | null): OcrResult["language"] {
  return language === "ar" || language === "mixed" ? language : "en";
}

function blocksOf(page: number, { lines, placement }: Page): OcrResult["blocks"] {
  return lines.map(({ text, confidence, box, words }) => ({
    text,
    confidence: rounded(confidence),
    bbox: onPage(box, placement),
    page,
    words: words.map((word) => ({
      text: word.text,
      confidence: rounded(word.confidence),
      bbox: onPage(word.box, placement),
    })),
  }));
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export function ocr(
  access: DocumentAccess,
  steps: Steps,
  pages: PageStore,
): OpenAPIHono<AppEnv> {
  const app = feature();
  app.openapi(
    createRoute({
      method: "post",
      path: "/ocr",
      summary: "Read a document",
      description:
        "Takes the text layer where it can be believed, else recognises Arabic and English. May be called again.",
      request: { query: DocumentQuery },
      responses: {
        200: json(OcrResult, "The text, line by line"),
        ...denied,
        ...missing,
        ...invalidInput,
        ...wrongStateResponse,
        ...limited,
      },
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("query").document_id, "change");
      const document = await steps.run(id, "ocr");
      return c.json(await ocrResult(document, pages), 200);
    },
  );
  return app;
}
