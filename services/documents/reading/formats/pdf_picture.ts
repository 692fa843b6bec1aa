import { PDFiumLibrary } from "@hyzyla/pdfium";
import { MAX_RENDERED_SIDE, RENDER_DPI, Unreadable } from "../files/bounds.ts";
import { openWhole, type WholePage } from "./annotations.ts";
import { closePage, type Glyph, glyphsOf } from "./pdf_glyphs.ts";
import { type PagePart, pageParts, removeTexts } from "./page_parts.ts";
import type { Page, TextCalls } from "./pdfium_text.d.ts";
import { withoutReplacements } from "./told_text.ts";
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
  /** Texts of notes and fields that are not shown. */
  unshown: string[];
  /** Letters that the file gives for drawn ones, if those are other Latin letters and digits. */
  replaced: Glyph[];
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
  const openPages = new Map<number, { page: Page; layer: Layer }>();
  function release(index: number): void {
    const opened = openPages.get(index);
    openPages.delete(index);
    if (opened) closePage(opened.page);
  }
  return {
    pages: document.getPageCount(),
    page: (index) => drawn(openWhole(document, index).page),
    without(index, texts) {
      const { page } = openWhole(document, index);
      removeTexts(page, texts, sizeOf(page));
      return drawn(page);
    },
    layer(index) {
      const known = openPages.get(index);
      if (known) return known.layer;
      const whole = openWhole(document, index);
      const layer = layerOf(whole);
      openPages.set(index, { page: whole.page, layer });
      return layer;
    },
    release,
    close() {
      for (const index of [...openPages.keys()]) release(index);
      document.destroy();
    },
  };
}

function layerOf({ page, unshown }: WholePage): Layer {
  const { scale, ...size } = sizeOf(page);
  const read = () => glyphsOf(page, { ...size, scale });
  const parts = pageParts(page, size);
  const glyphs = read();
  const calls: TextCalls = Reflect.get(page, "module");
  const texts = parts.flatMap(({ kind, object }) => kind === "text" ? [object] : []);
  const replaced = withoutReplacements(calls, texts) ? othersThan(read(), glyphs) : [];
  return { ...size, parts, unshown, glyphs, replaced };
}

/** The letters of texts that have other Latin letters and digits than are drawn. */
function othersThan(drawn: Glyph[], told: Glyph[]): Glyph[] {
  const byText = Map.groupBy(drawn, ({ object }) => object);
  return [...Map.groupBy(told, ({ object }) => object)]
    .filter(([object, glyphs]) => plainOf(glyphs) !== plainOf(byText.get(object) ?? []))
    .flatMap(([, glyphs]) => glyphs);
}

/** Latin letters and digits: fonts have these one by one, while Arabic letters need a replacement for some shapes. */
function plainOf(glyphs: Glyph[]): string {
  const text = glyphs.map(({ symbol }) => symbol).join("").normalize("NFKC");
  // Small capitals are drawn as capitals and told as small letters.
  return text.replace(/[^\p{Script=Latin}\p{N}]/gu, "").toLowerCase();
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
