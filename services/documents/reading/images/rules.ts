import type { Box } from "../layout/page.ts";
import { inkLevel, type Raster } from "./raster.ts";

/** The gaps that are bridged: across for dashes, not down, where first letters of lines stand below one another. */
const GAP_ACROSS = 30;
const GAP_DOWN = 5;
/** The least share of ink along a line; more for pale ink, where the feet of letters run together. */
const FILLED = { dark: 0.5, pale: 0.7 };
const HALF_WIDTH = 3;
/** The distance in pixels at which a ruled line has blank paper on both sides. */
const NEAR = 5;
const FAR = 9;
const MOST_BESIDE = 0.08;
/** A double or thick line of a frame: the least ink along each of its strokes, the widest gap between two, and its greatest height. */
const STROKES = { filled: 0.9, gap: 6, height: 24 };

/** Rows beside a line that a letter's stroke fills, and the least share of columns with such strokes in a line of letters. */
const STROKE = { rows: [2, 3, 4], share: 0.05 };

/** One byte per pixel, 1 for ink; rows are padded so that blank paper is skipped four bytes at a time. */
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
  /** Whether nearly all of it is ink, as no row of letters is. */
  solid?: boolean;
}

/** The position of the threshold for pale lines between ink and paper. */
const PALE = 0.6;

/** Removes ruled lines, solid or dashed, dark or pale, from a level page, because OCR reads them as letters. */
export function withoutRules(raster: Raster): Raster {
  const level = inkLevel(raster);
  const out = { ...raster, data: raster.data.slice() };
  const across = inkOf(raster, level);
  erase(out, rulesAcross(across, FILLED.dark), -1);
  erase(
    out,
    rulesOf(transposed(across), { shortest: 90, gap: GAP_DOWN, filled: FILLED.dark }).map(upright),
    -1,
  );
  eraseShort(out, raster, level);
  // Letters crossed by a pale line keep their ink.
  erase(out, rulesAcross(inkOf(out, paleLevel(raster, level)), FILLED.pale), level);
  return out;
}

/** The least height of a ruled line between two others, and how near to them it ends, in pixels. */
const SHORT = { height: 20, end: 2 };

/** Removes upright lines of low boxes, which begin and end at lines across that were removed; letters do not. */
function eraseShort(out: Raster, raster: Raster, level: number): void {
  const wasErased = (x: number, y: number) => {
    const at = y * raster.width + x;
    return (raster.data[at] ?? 255) <= level && (out.data[at] ?? 0) > level;
  };
  const isAtRule = (x: number, y: number, step: 1 | -1) =>
    Array.from({ length: SHORT.end }, (_, away) => away + 1).some((away) => wasErased(x, y + step * away));
  const rules = rulesOf(transposed(inkOf(out, level)), {
    shortest: SHORT.height,
    gap: GAP_DOWN,
    filled: FILLED.dark,
  }).filter(({ y: x, from, to }) => isAtRule(x, from, -1) && isAtRule(x, to, 1));
  erase(out, rules.map(upright), -1);
}

function rulesAcross(ink: Ink, filled: number): Box[] {
  return rulesOf(ink, { shortest: Math.max(160, ink.width * 0.1), gap: GAP_ACROSS, filled }).map((rule) => ({
    left: rule.from,
    right: rule.to + 1,
    top: rule.y - HALF_WIDTH,
    bottom: rule.y + HALF_WIDTH + 1,
  }));
}

/** A rule on the page turned by 90°. */
function upright({ y, from, to }: Run & { y: number }): Box {
  return { left: y - HALF_WIDTH, right: y + HALF_WIDTH + 1, top: from, bottom: to + 1 };
}

/** Clears pixels lighter than `above` in the boxes. */
function erase({ width, height, data }: Raster, boxes: Box[], above: number): void {
  for (const { left, right, top, bottom } of boxes) {
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) {
      for (let at = y * width + Math.max(0, left); at < y * width + Math.min(width, right); at++) {
        if ((data[at] ?? 0) > above) data[at] = 255;
      }
    }
  }
}

/** A threshold between ink and paper, the most common gray. */
function paleLevel({ data }: Raster, level: number): number {
  const counts = new Uint32Array(256);
  // Every seventh pixel suffices for the paper's gray.
  for (let at = 0; at < data.length; at += 7) counts[data[at] ?? 255] = (counts[data[at] ?? 255] ?? 0) + 1;
  let paper = 255;
  for (let gray = level + 1; gray < 256; gray++) if ((counts[gray] ?? 0) > (counts[paper] ?? 0)) paper = gray;
  return Math.round(level + (paper - level) * PALE);
}

function inkOf({ width, height, data }: Raster, level: number): Ink {
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
  filled: number;
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

/** Runs of ink in a band three pixels high, with small gaps and enough ink. */
function runsOf({ rowBytes, words }: Ink, y: number, { shortest, gap, filled }: RuleSize): Run[] {
  const runs: Run[] = [];
  const rowWords = rowBytes / 4;
  let from = -1;
  let last = -1;
  let count = 0;
  const isRule = () => last - from >= shortest && count > (last - from) * filled;
  const run = (): Run => ({ from, to: last, solid: count > (last - from) * STROKES.filled });
  for (let i = 0; i < rowWords; i++) {
    const at = y * rowWords + i;
    const word = (words[at] ?? 0) | (words[at - rowWords] ?? 0) | (words[at + rowWords] ?? 0);
    if (word === 0) continue;
    for (let x = i * 4; x < i * 4 + 4; x++) {
      if ((word >>> (x & 3) * 8 & 1) === 0) continue;
      if (from < 0 || x - last > gap + 1) {
        if (isRule()) runs.push(run());
        from = x;
        count = 0;
      }
      last = x;
      count++;
    }
  }
  if (isRule()) runs.push(run());
  return runs;
}

/** Whether a line has blank paper on both sides; a double or thick one beyond its last stroke. */
function isAlone(ink: Ink, y: number, run: Run): boolean {
  if (!run.solid) return isBlankBeside(ink, run, [y, y]) && !hasLetters(ink, y, run);
  if (isBlankBeside(ink, run, [y, y])) return true;
  const [first, last] = [lastStroke(ink, run, y, -1), lastStroke(ink, run, y, 1)];
  return last - first <= STROKES.height && isBlankBeside(ink, run, [first, last]);
}

/**
 * Whether strokes rise from a line or fall below it at many places: in small Arabic print, whose letters are joined on
 * their line, there is hardly more ink beside the line than beside a ruled one.
 */
function hasLetters({ rowBytes, data }: Ink, y: number, { from, to }: Run): boolean {
  const isInk = (x: number, row: number) => data[row * rowBytes + x] === 1;
  const goesOn = (x: number, step: 1 | -1) => STROKE.rows.every((away) => isInk(x, y + step * away));
  let [columns, tall] = [0, 0];
  for (let x = from; x <= to; x++) {
    if (![y - 1, y, y + 1].some((row) => isInk(x, row))) continue;
    columns++;
    if (goesOn(x, -1) || goesOn(x, 1)) tall++;
  }
  return tall > columns * STROKE.share;
}

function isBlankBeside(ink: Ink, run: Run, [first, last]: [number, number]): boolean {
  const rows = [NEAR, NEAR + 2, FAR].flatMap((away) => [first - away, last + away])
    .filter((row) => row >= 0 && row < ink.height);
  const shares = rows.map((row) => inkAlong(ink, row, run));
  return shares.reduce((sum, share) => sum + share, 0) <= rows.length * MOST_BESIDE;
}

/** The furthest row of strokes that lie as close as those of a double line. */
function lastStroke(ink: Ink, run: Run, y: number, step: 1 | -1): number {
  let last = y;
  for (let row = y; Math.abs(row - last) <= STROKES.gap && Math.abs(row - y) <= STROKES.height; row += step) {
    if (row < 0 || row >= ink.height) break;
    if (inkAlong(ink, row, run) >= STROKES.filled) last = row;
  }
  return last;
}

/** The share of ink in a row of a run. */
function inkAlong({ rowBytes, data }: Ink, row: number, { from, to }: Run): number {
  let found = 0;
  for (let x = from; x <= to; x += 2) found += data[row * rowBytes + x] ?? 0;
  return found / Math.ceil((to - from + 1) / 2);
}
