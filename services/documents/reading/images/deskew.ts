import { inkLevel, type Raster, rotateQuarters, shrinkRaster } from "./raster.ts";

const WIDEST = 7;

/** The angle in degrees by which text lines rise to the right: the one with the sharpest rows of ink. */
export function skewOf(raster: Raster): number {
  const small = shrinkRaster(raster, 1000);
  const ink = inkAcross(small, inkLevel(small));
  if (ink.points < 200) return 0;
  const sharp = (angle: number) => sharpness(ink, angle);
  const coarse = sharpest(sharp, { from: -WIDEST, to: WIDEST, step: 0.5 });
  const fine = sharpest(sharp, { from: coarse - 0.4, to: coarse + 0.4, step: 0.1 });
  // A page without text lines has no sharp angle and stays unchanged.
  if (sharp(fine) < sharp(0) * 1.05) return 0;
  return Math.round(fine * 10) / 10;
}

/** Whether rows of ink stand out more across the page than down it. */
export function textRunsAcross(raster: Raster): boolean {
  const small = shrinkRaster(raster, 700);
  const level = inkLevel(small);
  const best = (ink: Ink) =>
    Math.max(...[-4, -3, -2, -1, 0, 1, 2, 3, 4].map((angle) => sharpness(ink, angle)));
  return best(inkAcross(small, level)) >= best(inkAcross(rotateQuarters(small, 90), level));
}

/** Ink per row in vertical strips; skewed rows are strips shifted against one another. */
interface Ink {
  counts: Uint8Array;
  strips: number;
  height: number;
  points: number;
}

/** Pixels: narrow enough that a row leaning 7 degrees stays within one pixel of itself. */
const STRIP = 8;
const MARGIN = 200;

function inkAcross({ width, height, data }: Raster, level: number): Ink {
  const strips = Math.ceil(width / STRIP);
  const counts = new Uint8Array(strips * height);
  let points = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 255) > level) continue;
      const at = (x / STRIP | 0) * height + y;
      counts[at] = (counts[at] ?? 0) + 1;
      points++;
    }
  }
  return { counts, strips, height, points };
}

function sharpness({ counts, strips, height }: Ink, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const rows = new Int32Array(height + 2 * MARGIN);
  for (let strip = 0; strip < strips; strip++) {
    const shift = Math.round((strip - (strips - 1) / 2) * STRIP * slope) + MARGIN;
    const first = strip * height;
    for (let y = 0; y < height; y++) rows[y + shift] = (rows[y + shift] ?? 0) + (counts[first + y] ?? 0);
  }
  let sum = 0;
  for (let i = 1; i < rows.length; i++) sum += ((rows[i] ?? 0) - (rows[i - 1] ?? 0)) ** 2;
  return sum;
}

function sharpest(of: (x: number) => number, { from, to, step }: { from: number; to: number; step: number }) {
  let best = { at: 0, value: -1 };
  for (let at = from; at <= to + 1e-9; at += step) {
    const value = of(at);
    if (value > best.value) best = { at, value };
  }
  return best.at;
}
