import { inkLevel, type Raster } from "./raster.ts";

/** Dashes lie side by side; one below the other stand the first letters of lines, which must stay apart. */
const GAP_ACROSS = 30;
const GAP_DOWN = 5;
const HALF_WIDTH = 3;
/** A ruled line has blank paper on both sides: hardly any ink at this distance in pixels. */
const NEAR = 5;
const FAR = 9;
const MOST_BESIDE = 0.08;

/** One byte a pixel, 1 where ink is; rows are filled up to whole words, so that blank paper is passed by fours. */
interface Ink {
  width: number;
  height: number;
  rowBytes: number;
  data: Uint8Array;
  words: Uint32Array;
}

function blank(width: number, height: number): Ink {
  const rowBytes = Math.ceil(width / 4) * 4;
  const data = new Uint8Array(rowBytes * height);
  return { width, height, rowBytes, data, words: new Uint32Array(data.buffer) };
}

interface Run {
  from: number;
  to: number;
}

/** Removes ruled lines, solid or dashed, from a level page, because OCR reads them as letters. */
export function withoutRules(raster: Raster): Raster {
  const { width, height, data } = raster;
  const across = inkOf(raster);
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

function inkOf(raster: Raster): Ink {
  const { width, height, data } = raster;
  const level = inkLevel(raster);
  const ink = blank(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      ink.data[y * ink.rowBytes + x] = (data[y * width + x] ?? 255) <= level ? 1 : 0;
    }
  }
  return ink;
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

function transposed({ width, height, words }: Ink): Ink {
  const out = blank(height, width);
  const rowWords = Math.ceil(width / 4);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    if (word === 0) continue;
    const y = at / rowWords | 0;
    const x = (at - y * rowWords) * 4;
    for (let i = 0; i < 4; i++) if (word >>> i * 8 & 1) out.data[(x + i) * out.rowBytes + y] = 1;
  }
  return out;
}

/** Stretches of ink in a row three pixels high, with small gaps, that fill more than half of their length. */
function runsOf({ rowBytes, words }: Ink, y: number, { shortest, gap }: RuleSize): Run[] {
  const runs: Run[] = [];
  const rowWords = rowBytes / 4;
  let from = -1;
  let last = -1;
  let filled = 0;
  const isRule = () => last - from >= shortest && filled > (last - from) * 0.5;
  for (let i = 0; i < rowWords; i++) {
    const at = y * rowWords + i;
    const word = (words[at] ?? 0) | (words[at - rowWords] ?? 0) | (words[at + rowWords] ?? 0);
    if (word === 0) continue;
    for (let x = i * 4; x < i * 4 + 4; x++) {
      if ((word >>> (x & 3) * 8 & 1) === 0) continue;
      if (from < 0 || x - last > gap + 1) {
        if (isRule()) runs.push({ from, to: last });
        from = x;
        filled = 0;
      }
      last = x;
      filled++;
    }
  }
  if (isRule()) runs.push({ from, to: last });
  return runs;
}

function isAlone({ height, rowBytes, data }: Ink, y: number, { from, to }: Run): boolean {
  let beside = 0;
  let looked = 0;
  for (const away of [-FAR, -NEAR - 2, -NEAR, NEAR, NEAR + 2, FAR]) {
    const row = y + away;
    if (row < 0 || row >= height) continue;
    for (let x = from; x <= to; x += 2) {
      looked++;
      beside += data[row * rowBytes + x] ?? 0;
    }
  }
  return beside <= looked * MOST_BESIDE;
}
