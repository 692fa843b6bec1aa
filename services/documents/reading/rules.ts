import { inkLevel, type Raster } from "./raster.ts";

/** Dashes lie side by side; one below the other stand the first letters of lines, which must stay apart. */
const GAP_ACROSS = 30;
const GAP_DOWN = 5;
const HALF_WIDTH = 3;
/** Beside a rule lies paper: these many pixels away on either side hardly any ink may be. */
const NEAR = 5;
const FAR = 9;
const MOST_BESIDE = 0.08;

/** One byte a pixel, 1 where ink is. */
interface Ink {
  width: number;
  height: number;
  data: Uint8Array;
}

interface Run {
  from: number;
  to: number;
}

/** Takes ruled lines, whole or dashed, off a level page: recognisers read them as letters. */
export function withoutRules(raster: Raster): Raster {
  const { width, height, data } = raster;
  const level = inkLevel(raster);
  const across: Ink = { width, height, data: new Uint8Array(data.length) };
  for (let i = 0; i < data.length; i++) across.data[i] = (data[i] ?? 255) <= level ? 1 : 0;
  const down = transposed(across);
  const out = data.slice();
  for (const { y, from, to } of rulesOf(across, { shortest: Math.max(160, width * 0.1), gap: GAP_ACROSS })) {
    for (let row = y - HALF_WIDTH; row <= y + HALF_WIDTH; row++) {
      if (row >= 0 && row < height) out.fill(255, row * width + from, row * width + to + 1);
    }
  }
  for (const { y: x, from, to } of rulesOf(down, { shortest: 90, gap: GAP_DOWN })) {
    for (let row = from; row <= to; row++) {
      out.fill(
        255,
        row * width + Math.max(0, x - HALF_WIDTH),
        row * width + Math.min(width, x + HALF_WIDTH + 1),
      );
    }
  }
  return { width, height, data: out };
}

interface RuleSize {
  shortest: number;
  gap: number;
}

function rulesOf(ink: Ink, size: RuleSize): (Run & { y: number })[] {
  const rules: (Run & { y: number })[] = [];
  for (let y = 1; y < ink.height - 1; y++) {
    for (const run of runsOf(ink, y, size)) {
      if (isAlone(ink, y, run)) rules.push({ ...run, y });
    }
  }
  return rules;
}

function transposed({ width, height, data }: Ink): Ink {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) out[x * height + y] = data[y * width + x] ?? 0;
  }
  return { width: height, height: width, data: out };
}

/** Stretches of ink in a row three pixels high, with small gaps, that fill more than half of their length. */
function runsOf({ width, data }: Ink, y: number, { shortest, gap }: RuleSize): Run[] {
  const runs: Run[] = [];
  const row = y * width;
  let from = -1;
  let last = -1;
  let filled = 0;
  for (let x = 0; x <= width; x++) {
    const at = row + x;
    const ink = x < width && ((data[at] ?? 0) | (data[at - width] ?? 0) | (data[at + width] ?? 0)) === 1;
    if (ink) {
      if (from < 0) from = x;
      last = x;
      filled++;
    } else if (from >= 0 && (x - last > gap || x === width)) {
      if (last - from >= shortest && filled > (last - from) * 0.5) runs.push({ from, to: last });
      from = -1;
      filled = 0;
    }
  }
  return runs;
}

function isAlone({ width, height, data }: Ink, y: number, { from, to }: Run): boolean {
  let beside = 0;
  let looked = 0;
  for (const away of [-FAR, -NEAR - 2, -NEAR, NEAR, NEAR + 2, FAR]) {
    const row = y + away;
    if (row < 0 || row >= height) continue;
    for (let x = from; x <= to; x += 2) {
      looked++;
      beside += data[row * width + x] ?? 0;
    }
  }
  return beside <= looked * MOST_BESIDE;
}
