import { inkLevel, type Raster, shrunk } from "./raster.ts";

const WIDEST = 7;

/** Degrees by which the lines of text rise to the right: the angle that makes the rows of ink sharpest. */
export function skewOf(raster: Raster): number {
  const ink = inkPoints(shrunk(raster, 1000));
  if (ink.xs.length < 200) return 0;
  const sharp = (angle: number) => sharpness(ink, angle);
  const coarse = sharpest(sharp, { from: -WIDEST, to: WIDEST, step: 0.5 });
  const fine = sharpest(sharp, { from: coarse - 0.4, to: coarse + 0.4, step: 0.1 });
  // A page without lines of text has no sharp angle: leave it as it is.
  if (sharp(fine) < sharp(0) * 1.05) return 0;
  return Math.round(fine * 10) / 10;
}

/** Whether rows of ink stand out more across the page than down it. */
export function textRunsAcross(raster: Raster): boolean {
  const { xs, ys, height, width } = inkPoints(shrunk(raster, 700));
  const across = { xs, ys, height, width };
  const down = {
    xs: ys.map((y) => y - (height >> 1)),
    ys: xs.map((x) => x + (width >> 1)),
    height: width,
    width: height,
  };
  const best = (ink: Ink) =>
    Math.max(...[-4, -3, -2, -1, 0, 1, 2, 3, 4].map((angle) => sharpness(ink, angle)));
  return best(across) >= best(down);
}

interface Ink {
  xs: Int32Array;
  ys: Int32Array;
  height: number;
  width: number;
}

function inkPoints(small: Raster): Ink {
  const level = inkLevel(small);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      if ((small.data[y * small.width + x] ?? 255) > level) continue;
      xs.push(x - (small.width >> 1));
      ys.push(y);
    }
  }
  return { xs: Int32Array.from(xs), ys: Int32Array.from(ys), height: small.height, width: small.width };
}

function sharpness({ xs, ys, height }: Ink, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = 200;
  const rows = new Float64Array(height + 2 * margin);
  for (let i = 0; i < xs.length; i++) {
    const row = Math.round((ys[i] ?? 0) + (xs[i] ?? 0) * slope) + margin;
    if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
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
