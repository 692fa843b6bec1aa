import type { Box } from "../layout/page.ts";
import { grayOf } from "./page_parts.ts";
import type { Page, TextCalls } from "./pdfium_text.d.ts";

/** A glyph of a page's text layer, in pixels of the rendered page. */
export interface Glyph {
  symbol: string;
  box: Box;
  /** The pen position, which orders the letters of a word regardless of their boxes. */
  x: number;
  /** Pen position after the glyph, or the right edge of its ink if that is further. */
  end: number;
  /** The baseline. */
  base: number;
  /** Font height. */
  size: number;
  /** Whether the library sees a space before it that the file only leaves as a gap. */
  isApart?: boolean;
  /** Its advance width, relative to the font size. */
  advance: number;
  /** Identifies the font while its page is open. */
  font: number;
  /** PDFium's handle of its text object while the page is open; 0 if unknown. */
  object: number;
  /** The gray level of its ink; undefined when invisible or nearly transparent. */
  gray?: number;
}

/** Invisible text rendering modes: neither fill nor stroke, and clipping only. */
const UNSEEN_MODES = [3, 7];
/** Factor for fractional positions, since the library returns integers. */
const FINE = 1000;
/** Ascent relative to the font size. */
const ABOVE = 0.9;
const BELOW = 0.28;
const MOST_GLYPHS = 200_000;
/** Glyphs with a smaller width-to-height ratio are not legible. */
const SQUEEZED = 0.1;
/** Alpha (of 255) below which ink is nearly transparent. */
const FAINT = 60;

/** The glyphs of a page in file order, without the spaces that the library generates. */
export function glyphsOf(
  page: Page,
  { width, height, scale }: { width: number; height: number; scale: number },
): Glyph[] {
  const calls: TextCalls = Reflect.get(page, "module");
  const index: number = Reflect.get(page, "pageIdx");
  const text = calls._FPDFText_LoadPage(index);
  if (!text) throw new Error("the page's text cannot be opened");
  const memory = calls.wasmExports.malloc(64);
  try {
    const count = Math.min(MOST_GLYPHS, calls._FPDFText_CountChars(text));
    const reader = glyphReader(calls, { index, text, memory, width, height, scale });
    const glyphs: Glyph[] = [];
    let isApart = false;
    for (let at = 0; at < count; at++) {
      const glyph = reader(at);
      if (glyph) glyphs.push(isApart ? { ...glyph, isApart } : glyph);
      isApart = glyph === undefined;
    }
    return glyphs;
  } finally {
    calls.wasmExports.free(memory);
    calls._FPDFText_ClosePage(text);
  }
}

/** Closes a page; the library only closes rendered ones itself. */
export function closePage(page: Page): void {
  const calls: TextCalls = Reflect.get(page, "module");
  calls._FPDF_ClosePage(Reflect.get(page, "pageIdx"));
}

interface Opened {
  index: number;
  text: number;
  memory: number;
  width: number;
  height: number;
  scale: number;
}

function glyphReader(
  calls: TextCalls,
  { index, text, memory, width, height, scale }: Opened,
): (at: number) => Glyph | undefined {
  const view = () => new DataView(calls.HEAPU8.buffer, memory, 64);
  const pixelOf = (x: number, y: number): [number, number] => {
    calls._FPDF_PageToDevice(index, 0, 0, width * FINE, height * FINE, 0, x, y, memory + 48, memory + 52);
    const numbers = view();
    return [numbers.getInt32(48, true) / FINE, numbers.getInt32(52, true) / FINE];
  };
  return (at) => {
    const code = calls._FPDFText_GetUnicode(text, at);
    if (code === 0 || calls._FPDFText_IsGenerated(text, at) === 1) return undefined;
    calls._FPDFText_GetCharOrigin(text, at, memory, memory + 8);
    const origin = view();
    const [x, base] = pixelOf(origin.getFloat64(0, true), origin.getFloat64(8, true));
    const { left, top, right, bottom } = drawnBox(calls, { text, at, memory });
    const corners = [pixelOf(left, top), pixelOf(right, bottom)];
    const box = {
      left: Math.min(...corners.map(([x]) => x)),
      right: Math.max(...corners.map(([x]) => x)),
      top: Math.min(...corners.map(([, y]) => y)),
      bottom: Math.max(...corners.map(([, y]) => y)),
    };
    const size = fontSize(calls, { text, at, memory }) * scale;
    // On upright pages every letter gets the height of its font.
    if (size > 0 && box.bottom - box.top < size * 1.6) {
      box.top = base - size * ABOVE;
      box.bottom = base + size * BELOW;
    }
    const symbol = code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
    const kept = keptEnd(calls, { text, at, memory, shown: pixelOf });
    const object = calls._FPDFText_GetTextObject(text, at);
    return {
      symbol,
      box,
      x,
      end: Math.max(box.right, kept),
      base,
      size: size || box.bottom - box.top,
      advance: (kept - x) / Math.max(1, size),
      font: object ? calls._FPDFTextObj_GetFont(object) : 0,
      object,
      ...inkOf(calls, { text, at, memory, object }),
    };
  };
}

/** The box of a glyph; for one without ink, its advance box. */
function drawnBox(calls: TextCalls, { text, at, memory }: { text: number; at: number; memory: number }): Box {
  if (calls._FPDFText_GetCharBox(text, at, memory, memory + 8, memory + 16, memory + 24)) {
    const drawn = new DataView(calls.HEAPU8.buffer, memory, 32);
    const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) => drawn.getFloat64(offset, true));
    if ((right ?? 0) > (left ?? 0)) {
      return { left: left ?? 0, right: right ?? 0, bottom: bottom ?? 0, top: top ?? 0 };
    }
  }
  calls._FPDFText_GetLooseCharBox(text, at, memory);
  const kept = new DataView(calls.HEAPU8.buffer, memory, 16);
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => kept.getFloat32(offset, true));
  return { left: left ?? 0, right: right ?? 0, bottom: bottom ?? 0, top: top ?? 0 };
}

function keptEnd(
  calls: TextCalls,
  { text, at, memory, shown }: {
    text: number;
    at: number;
    memory: number;
    shown: (x: number, y: number) => [number, number];
  },
): number {
  calls._FPDFText_GetLooseCharBox(text, at, memory);
  const kept = new DataView(calls.HEAPU8.buffer, memory, 16);
  return shown(kept.getFloat32(8, true), kept.getFloat32(12, true))[0];
}

/** The font height on the page in points; its width when glyphs are squeezed to a tenth of it. */
function fontSize(
  calls: TextCalls,
  { text, at, memory }: { text: number; at: number; memory: number },
): number {
  if (!calls._FPDFText_GetMatrix(text, at, memory)) return 0;
  const matrix = new DataView(calls.HEAPU8.buffer, memory, 24);
  const [a, b, c, d] = [0, 4, 8, 12].map((offset) => matrix.getFloat32(offset, true));
  const [across, up] = [Math.hypot(a ?? 0, b ?? 0), Math.hypot(c ?? 0, d ?? 0)];
  return calls._FPDFText_GetFontSize(text, at) * (across < up * SQUEEZED ? across : up);
}

function inkOf(
  calls: TextCalls,
  { text, at, memory, object }: { text: number; at: number; memory: number; object: number },
): { gray?: number } {
  if (object && UNSEEN_MODES.includes(calls._FPDFTextObj_GetTextRenderMode(object))) return {};
  if (!calls._FPDFText_GetFillColor(text, at, memory, memory + 4, memory + 8, memory + 12)) {
    return { gray: 0 };
  }
  const colour = new DataView(calls.HEAPU8.buffer, memory, 16);
  const [red = 0, green = 0, blue = 0, alpha = 255] = [0, 4, 8, 12].map((offset) =>
    colour.getUint32(offset, true)
  );
  return alpha < FAINT ? {} : { gray: grayOf(red, green, blue) };
}
