/** Finds ink on a page. */
import { type Box, heightOf } from "../layout/page.ts";
import type { Raster } from "./raster.ts";

const DARK = 140;
/** Dark pixels of the smallest digit. */
const LEAST_INK = 14;
/** The largest distance of a word's own ink, in word heights. */
const NEAR = 0.6;
/** The largest growth of a word, in heights. */
const MOST_GROWTH = 12;

/** The bounding box of a region's ink; undefined if there is hardly any. */
export function inkBox({ data, width, height }: Raster, region: Box): Box | undefined {
  const ink = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let dark = 0;
  for (let y = Math.max(0, region.top | 0); y < Math.min(height, region.bottom); y++) {
    for (let x = Math.max(0, region.left | 0); x < Math.min(width, region.right); x++) {
      if ((data[y * width + x] ?? 255) >= DARK) continue;
      dark++;
      ink.left = Math.min(ink.left, x);
      ink.right = Math.max(ink.right, x + 1);
      ink.top = Math.min(ink.top, y);
      ink.bottom = Math.max(ink.bottom, y + 1);
    }
  }
  return dark >= LEAST_INK ? ink : undefined;
}

/** Widens a box over adjacent ink at its sides, up to other boxes. */
export function growOverInk(raster: Raster, box: Box, others: Box[]): Box {
  const gap = heightOf(box) * NEAR;
  const most = heightOf(box) * MOST_GROWTH;
  const inRow = others.filter((one) => one.top < box.bottom && one.bottom > box.top);
  const leftEnd = Math.max(
    box.left - most,
    0,
    ...inRow.filter((one) => one.right <= box.left).map((one) => one.right),
  );
  const rightEnd = Math.min(
    box.right + most,
    raster.width,
    ...inRow.filter((one) => one.left >= box.right).map((one) => one.left),
  );
  return {
    ...box,
    left: reach(raster, box, { from: box.left, to: leftEnd, gap }),
    right: reach(raster, box, { from: box.right, to: rightEnd, gap }),
  };
}

/** The last column with ink on the way from `from` to `to`, before a gap. */
function reach(
  raster: Raster,
  { top, bottom }: Box,
  { from, to, gap }: { from: number; to: number; gap: number },
): number {
  const step = to < from ? -1 : 1;
  let last = from;
  for (let x = Math.round(from); step < 0 ? x > to : x < to; x += step) {
    if (Math.abs(x - last) > gap) break;
    if (hasInk(raster, x, top, bottom)) last = x;
  }
  return last;
}

function hasInk({ data, width, height }: Raster, x: number, top: number, bottom: number): boolean {
  if (x < 0 || x >= width) return false;
  for (let y = Math.max(0, top | 0); y < Math.min(height, bottom); y++) {
    if ((data[y * width + x] ?? 255) < DARK) return true;
  }
  return false;
}
