import { inParallel } from "lib/in_parallel.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Document, Outcome } from "../storage/document.ts";
import type { DocumentStore } from "../storage/documents_store.ts";
import type { PageStore } from "../storage/pages_store.ts";
import type { Reader } from "../reading/reader.ts";
import { Unreadable } from "../reading/files/bounds.ts";
import type { Page } from "../reading/layout/page.ts";
import { languageOf, meanOf } from "../reading/layout/word_order.ts";

export interface PageReadingDeps {
  documents: DocumentStore;
  pages: PageStore;
  reader: Reader;
  log: Logger;
}

/** Reads the missing pages, a few concurrently, and stores each at once, so that a restart continues. */
export async function readPages(
  document: Document,
  deps: PageReadingDeps,
  signal: AbortSignal,
): Promise<Outcome> {
  const { documents, pages, reader } = deps;
  const total = document.pages ?? await reader.pageCount(document);
  await documents.setPages(document.id, total);
  const done = new Set(await pages.done(document.id));
  const left = Array.from({ length: total }, (_, i) => i + 1).filter((page) => !done.has(page));
  await inParallel(left, { width: reader.width }, async (page) => {
    signal.throwIfAborted();
    await pages.put(document.id, page, await readOrMark(document, page, deps));
  });
  return outcomeOf(await pages.list(document.id), total);
}

/** Reads a page; marks it if it is unreadable, so that the rest of the document is still read. */
async function readOrMark(document: Document, page: number, { reader, log }: PageReadingDeps): Promise<Page> {
  try {
    return await reader.page(document, page - 1);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    log.info("page unreadable", { id: document.id, page, reason: error.message, detail: error.cause });
    const placement = { width: 0, height: 0, turn: 0, skew: 0 };
    return { width: 0, height: 0, source: "failed", lines: [], tables: [], placement, error: error.message };
  }
}

function outcomeOf(pages: { content: Page }[], total: number): Outcome {
  const failed = pages.filter(({ content }) => content.source === "failed");
  if (failed.length === pages.length && failed[0]) {
    return { status: "failed", pages: total, failure: failed[0].content.error ?? "No page could be read" };
  }
  const lines = pages.flatMap(({ content }) => content.lines);
  const text = pages.map(({ content }) => content.lines.map((line) => line.text).join("\n"))
    .filter((page) => page !== "").join("\n\n");
  const confidence = Math.round(meanOf(lines.map((line) => line.confidence)) * 1000) / 1000;
  return { status: "ocr_completed", pages: total, ocr: { text, confidence, language: languageOf(text) } };
}
