/** Parts ink that holds two touching digits, as in ٧٧ or ٢٦ on a scan of low resolution. */
import { inkBox } from "../images/ink.ts";
import type { Raster } from "../images/raster.ts";
import { type Box, widthOf } from "../layout/page.ts";
import { nearestDigit } from "./digit_reader.ts";
import { type GlyphShape, shapeOf } from "./glyph_shape.ts";

/** How many times the usual width two touching digits have at least. */
const WIDE = 1.25;
/** The least width of either part, as a share of both. */
const LEAST = 0.3;

/** The two digits of a piece of ink, cut at the column where both parts are most like digits. */
export function partedDigits(
  raster: Raster,
  glyph: Box,
  { line, usual }: { line: Pick<Box, "top" | "bottom">; usual: number },
): Box[] {
  const width = widthOf(glyph);
  if (width < usual * WIDE) return [glyph];
  let best = { parts: [glyph], unlike: Infinity };
  for (let at = Math.ceil(width * LEAST); at <= width * (1 - LEAST); at++) {
    const left = inkBox(raster, { ...glyph, right: glyph.left + at });
    const right = inkBox(raster, { ...glyph, left: glyph.left + at });
    if (!left || !right) continue;
    const unlike = Math.max(
      unlikeness(shapeOf(raster, left, line)),
      unlikeness(shapeOf(raster, right, line)),
    );
    if (unlike < best.unlike) best = { parts: [left, right], unlike };
  }
  return best.parts;
}

function unlikeness(shape: GlyphShape): number {
  return nearestDigit(shape, "indic").unlike;
}
