/** Separates visible from invisible text: white on white, off the page, tiny, or without ink. */
import type { Box } from "../layout/page.ts";
import type { Glyph } from "./pdf_glyphs.ts";
import type { Raster } from "../images/raster.ts";

/** Pixels at 200 dpi: letters lower than this are no text for people. */
const TINY = 6;
/** Grays between the darkest and the lightest pixel of a letter that can be seen. */
const CONTRAST = 50;

export async function visibleGlyphs(
  glyphs: Glyph[],
  { width, height, draw }: { width: number; height: number; draw: () => Promise<Raster> },
): Promise<{ seen: Glyph[]; hidden: Glyph[] }> {
  const printed = glyphs.filter(({ symbol }) => symbol.trim() !== "");
  const isOff = ({ box, size }: Glyph) =>
    box.right < 0 || box.bottom < 0 || box.left > width || box.top > height || size < TINY;
  const raster = printed.some((glyph) => glyph.faint && !isOff(glyph)) ? await draw() : undefined;
  const isHidden = (glyph: Glyph) =>
    isOff(glyph) || (glyph.faint && raster !== undefined && contrastIn(raster, glyph.box) < CONTRAST);
  const hidden = printed.filter(isHidden);
  if (hidden.length === 0) return { seen: glyphs, hidden };
  const gone = new Set(hidden);
  return { seen: glyphs.filter((glyph) => !gone.has(glyph)), hidden };
}

function contrastIn({ width, height, data }: Raster, box: Box): number {
  let [darkest, lightest] = [255, 0];
  for (let y = Math.max(0, box.top | 0); y < Math.min(height, box.bottom); y++) {
    for (let x = Math.max(0, box.left | 0); x < Math.min(width, box.right); x++) {
      const gray = data[y * width + x] ?? 255;
      darkest = Math.min(darkest, gray);
      lightest = Math.max(lightest, gray);
    }
  }
  return lightest - darkest;
}
