/** Removes dot leaders, which make OCR lose the label before them. */
import type { Raster } from "./raster.ts";

const DARK = 140;
/** The largest size of a dot and the largest step between dots, in pixels. */
const DOT = { widest: 7, highest: 9 };
/** The margin of gray around a dot that is removed with it. */
const EDGE = 2;
const STEP = { least: 4, most: 18 };
/** The largest difference between steps of one row, in pixels. */
const UNEVEN = 3;
/** The fewest dots of a leader; fewer may be an ellipsis. */
const LEAST_DOTS = 9;

interface Run {
  from: number;
  to: number;
}

/** The page without dot leaders; the same page if it has none. */
export function withoutLeaders(page: Raster): Raster {
  let data: Uint8Array | undefined;
  for (let y = 0; y < page.height; y++) {
    for (const dot of leadersOn(page, y)) {
      data ??= page.data.slice();
      wipe(data, page, { dot, y });
    }
  }
  return data ? { ...page, data } : page;
}

/** Clears one row of a dot with the gray around it. */
function wipe(data: Uint8Array, { width, height }: Raster, { dot, y }: { dot: Run; y: number }): void {
  for (let at = Math.max(0, y - EDGE); at <= Math.min(height - 1, y + EDGE); at++) {
    for (let x = Math.max(0, dot.from - EDGE); x < Math.min(width, dot.to + EDGE); x++) {
      const is = at * width + x;
      if (at === y && x >= dot.from - 1 && x <= dot.to || (data[is] ?? 0) >= DARK) data[is] = 255;
    }
  }
}

/** The dots on a pixel row that belong to a leader. */
function leadersOn(page: Raster, y: number): Run[] {
  const found: Run[] = [];
  let row: Run[] = [];
  const close = () => {
    const isLeader = row.length >= LEAST_DOTS &&
      row.every((dot, i) => isDot(page, dot, y) && isFree(page, [row[i - 1], dot], y));
    if (isLeader) found.push(...row);
    row = [];
  };
  for (const run of narrowRuns(page, y)) {
    const [last, before] = [row.at(-1), row.at(-2)];
    const step = last ? run.from - last.from : 0;
    const isNext = last && step >= STEP.least && step <= STEP.most &&
      (!before || Math.abs(step - (last.from - before.from)) <= UNEVEN);
    if (!isNext) close();
    row.push(run);
  }
  close();
  return found;
}

/** Runs of dark pixels that are no wider than a dot. */
function narrowRuns({ data, width }: Raster, y: number): Run[] {
  const runs: Run[] = [];
  const start = y * width;
  for (let x = 0; x < width; x++) {
    if ((data[start + x] ?? 255) >= DARK) continue;
    const from = x;
    while (x < width && (data[start + x] ?? 255) < DARK) x++;
    if (x - from <= DOT.widest) runs.push({ from, to: x });
  }
  return runs;
}

/** Whether nothing connects two dots, unlike the teeth of Arabic letters. */
function isFree({ data, width, height }: Raster, [before, dot]: [Run | undefined, Run], y: number): boolean {
  if (!before) return true;
  const x = (before.to + dot.from) >> 1;
  for (let at = Math.max(0, y - DOT.highest); at <= Math.min(height - 1, y + DOT.highest); at++) {
    if ((data[at * width + x] ?? 255) < DARK) return false;
  }
  return true;
}

/** Whether the ink is no taller than a dot, unlike strokes of letters. */
function isDot({ data, width, height }: Raster, { from, to }: Run, y: number): boolean {
  const middle = (from + to) >> 1;
  const isDark = (at: number) => at >= 0 && at < height && (data[at * width + middle] ?? 255) < DARK;
  let top = y;
  while (y - top <= DOT.highest && isDark(top - 1)) top--;
  let bottom = y;
  while (bottom - top <= DOT.highest && isDark(bottom + 1)) bottom++;
  return bottom - top < DOT.highest;
}
