/**
 * Separates visible letters from invisible ones: tiny, off the page, or without effect on the rendered page, such as
 * white on white, under an image, or in a layer that is switched off.
 */
import type { Box } from "../layout/page.ts";
import type { Raster } from "../images/raster.ts";
import type { PagePart } from "./page_parts.ts";
import type { Glyph } from "./pdf_glyphs.ts";
import { suspectFilter } from "./suspect_text.ts";

/** Pixels at 200 dpi: lower letters are illegible. */
const TINY = 6;
/** Minimum visible change of a pixel, in gray levels. */
const CONTRAST = 50;
/** A copy of a letter within this distance, in heights, is its shadow. */
const SHADOW = 0.3;

export interface PaintedPage {
  width: number;
  height: number;
  parts: PagePart[];
  draw(): Promise<Raster>;
  /** Renders the page without some of its texts, given by index. */
  drawWithout(texts: Set<number>): Promise<Raster>;
}

export interface Sorted {
  seen: Glyph[];
  /** Invisible letters with nothing else at their place. */
  hidden: Glyph[];
  /** Invisible letters with other content at their place, such as the scan that they were recognised in. */
  veiled: Glyph[];
}

export async function visibleGlyphs(glyphs: Glyph[], page: PaintedPage): Promise<Sorted> {
  const printed = glyphs.filter(({ symbol }) => symbol.trim() !== "");
  const { width, height } = page;
  const isOff = ({ box, size }: Glyph) =>
    box.right < 0 || box.bottom < 0 || box.left > width || box.top > height || size < TINY;
  const off = printed.filter(isOff);
  const isSuspect = suspectFilter(page.parts);
  const suspects = printed.filter((glyph) => !isOff(glyph) && isSuspect(glyph));
  if (off.length + suspects.length === 0) return { seen: glyphs, hidden: [], veiled: [] };
  const { without, veiled } = suspects.length === 0
    ? { without: [], veiled: [] }
    : await unseen(suspects, page);
  const gone = new Set([...off, ...without, ...veiled]);
  const seen = glyphs.filter((glyph) => !gone.has(glyph));
  const isShadow = shadows(seen);
  return { seen, hidden: [...off, ...without].filter((glyph) => !isShadow(glyph)), veiled };
}

/** The suspects whose removal does not change the rendered page. */
async function unseen(
  suspects: Glyph[],
  { parts, draw, drawWithout }: PaintedPage,
): Promise<{ without: Glyph[]; veiled: Glyph[] }> {
  const texts = parts.filter(({ kind }) => kind === "text");
  const places = new Map(texts.map(({ object }, i) => [object, i]));
  const removed = new Set(suspects.flatMap(({ object }) => places.get(object) ?? []));
  const whole = await draw();
  const bare = await drawWithout(removed);
  const same = suspects.filter(({ box }) => greatest(box, whole, (at) => gap(whole, bare, at)) < CONTRAST);
  const isOverInk = ({ box }: Glyph) => {
    const darkest = 255 - greatest(box, whole, (at) => 255 - (whole.data[at] ?? 255));
    return greatest(box, whole, (at) => whole.data[at] ?? 255) - darkest >= CONTRAST;
  };
  // Judged per text object, since some of its letters may lie in gaps of the scan.
  const together = [...Map.groupBy(same, ({ object }) => object).values()];
  const isVeiled = (letters: Glyph[]) => letters.filter(isOverInk).length * 2 >= letters.length;
  return {
    without: together.filter((letters) => !isVeiled(letters)).flat(),
    veiled: together.filter(isVeiled).flat(),
  };
}

function gap(a: Raster, b: Raster, at: number): number {
  return Math.abs((a.data[at] ?? 255) - (b.data[at] ?? 255));
}

function greatest(box: Box, { width, height }: Raster, value: (at: number) => number): number {
  let most = 0;
  for (let y = Math.max(0, box.top | 0); y < Math.min(height, box.bottom); y++) {
    for (let x = Math.max(0, box.left | 0); x < Math.min(width, box.right); x++) {
      most = Math.max(most, value(y * width + x));
    }
  }
  return most;
}

/** Whether a letter is the shadow of a visible one, which need not be reported. */
function shadows(seen: Glyph[]): (glyph: Glyph) => boolean {
  const bySymbol = Map.groupBy(seen, ({ symbol }) => symbol);
  return ({ symbol, x, base, size }) =>
    (bySymbol.get(symbol) ?? []).some((one) =>
      Math.abs(one.x - x) < size * SHADOW && Math.abs(one.base - base) < size * SHADOW
    );
}
