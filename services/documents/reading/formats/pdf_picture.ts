import { PDFiumLibrary } from "@hyzyla/pdfium";
import { MAX_RENDERED_SIDE, RENDER_DPI, Unreadable } from "../files/bounds.ts";
import { openWhole } from "./annotations.ts";
import { closePage, type Glyph, glyphsOf } from "./pdf_glyphs.ts";
import { type PagePart, pageParts, removeTexts } from "./page_parts.ts";
import type { Page } from "./pdfium_text.d.ts";
import type { Raster } from "../images/raster.ts";

export interface PdfPictures {
  pages: number;
  page(index: number): Promise<Raster>;
  /** Renders the page without some of its texts, given by index. */
  without(index: number, texts: Set<number>): Promise<Raster>;
  /** The text layer in pixels of the rendered page. Page and fonts stay open until released. */
  layer(index: number): Layer;
  release(index: number): void;
  close(): void;
}

export interface Layer {
  width: number;
  height: number;
  glyphs: Glyph[];
  parts: PagePart[];
}

export type Pdfium = Awaited<ReturnType<typeof PDFiumLibrary.init>>;

export function openPdfium(wasm: Uint8Array): Promise<Pdfium> {
  return PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer });
}

/** Renders pages at 200 dpi, huge ones smaller, and reads their text. */
export async function openPdfPictures(pdfium: Pdfium, bytes: Uint8Array): Promise<PdfPictures> {
  const document = await pdfium.loadDocument(bytes).catch((cause) => {
    throw new Unreadable("The PDF's pages cannot be drawn: the file is damaged or cut short", { cause });
  });
  const openPages = new Map<number, Page>();
  function release(index: number): void {
    const page = openPages.get(index);
    openPages.delete(index);
    if (page) closePage(page);
  }
  return {
    pages: document.getPageCount(),
    page: (index) => drawn(openWhole(document, index)),
    without(index, texts) {
      const page = openWhole(document, index);
      removeTexts(page, texts, sizeOf(page));
      return drawn(page);
    },
    layer(index) {
      const page = openPages.get(index) ?? openWhole(document, index);
      openPages.set(index, page);
      const { scale, ...size } = sizeOf(page);
      return { ...size, glyphs: glyphsOf(page, { ...size, scale }), parts: pageParts(page, size) };
    },
    release,
    close() {
      for (const index of [...openPages.keys()]) release(index);
      document.destroy();
    },
  };
}

/** Pixel size of a rendered page. */
function sizeOf(page: Page): { width: number; height: number; scale: number } {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = renderScale(originalWidth, originalHeight);
  // The library also rounds down to whole points.
  const pixels = (points: number) => Math.floor(Math.floor(points) * scale);
  return { width: pixels(originalWidth), height: pixels(originalHeight), scale };
}

/** Renders a page and closes it. */
async function drawn(page: Page): Promise<Raster> {
  const { scale } = sizeOf(page);
  // Form fields are visible, so they are rendered.
  const { data, width, height } = await page.render({
    scale,
    render: "bitmap",
    colorSpace: "Gray",
    renderFormFields: true,
  });
  return { width, height, data };
}

/** Pixels per point: 200 dpi, less for pages over 4000 pixels. */
export function renderScale(width: number, height: number): number {
  if (!(width > 0 && height > 0)) throw new Unreadable("The PDF page has no size");
  return Math.min(RENDER_DPI / 72, MAX_RENDERED_SIDE / Math.max(width, height));
}
