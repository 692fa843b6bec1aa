import { median } from "lib/median.ts";
import { type Box, heightOf } from "../layout/page.ts";
import type { Raster } from "./raster.ts";

export interface RowSize {
  lowest: number;
  highest: number;
  /** Maximum pieces: more are a picture, unless most have one height, as in a table. */
  most: number;
}

const PAGE_ROWS: RowSize = { lowest: 12, highest: 90, most: 60 };
/** The factor for tables, and the least share of pieces of one height. */
const TABLE = { times: 5, share: 0.8, height: 0.35 };
/** The fewest dark pixels of a word. */
const LEAST_INK = 60;

/** Pieces of text: bands of ink, split at wide gaps. Pictures give none. */
export function segmentsOf(raster: Raster, { lowest, highest, most }: RowSize = PAGE_ROWS): Box[] {
  const rows = profile(
    raster.height,
    (y) => inkBetween(raster, { left: 0, right: raster.width, top: y, bottom: y + 1 }),
  );
  const bands = runs(rows, 3).filter(({ from, to }) => to - from >= lowest && to - from <= highest);
  const segments = bands.flatMap(({ from: top, to: bottom }) => {
    const columns = profile(raster.width, (x) => inkBetween(raster, { left: x, right: x + 1, top, bottom }));
    return runs(columns, Math.round((bottom - top) * 1.2)).map(({ from, to }) => ({
      left: from,
      right: to,
      top,
      bottom,
    }));
  }).filter((box) =>
    box.right - box.left > (box.bottom - box.top) / 2 && inkBetween(raster, box) >= LEAST_INK
  );
  if (segments.length <= most) return segments;
  return segments.length <= most * TABLE.times && areOfOneHeight(segments) ? segments : [];
}

function areOfOneHeight(boxes: Box[]): boolean {
  const heights = boxes.map(heightOf);
  const usual = median(heights, 0);
  return heights.filter((height) => Math.abs(height - usual) <= usual * TABLE.height).length >=
    heights.length * TABLE.share;
}

function profile(length: number, ink: (at: number) => number): number[] {
  return Array.from({ length }, (_, at) => ink(at));
}

function inkBetween({ data, width }: Raster, { left, right, top, bottom }: Box): number {
  let ink = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if ((data[y * width + x] ?? 255) < 128) ink++;
  }
  return ink;
}

/** Runs of ink, joined across gaps shorter than `gap`. */
function runs(ink: number[], gap: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [at, amount] of ink.entries()) {
    if (amount === 0) continue;
    const last = found.at(-1);
    if (last && at - last.to <= gap) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  }
  return found;
}
