/** Finds numbers in Arabic-Indic digits, which no OCR model knows, by the shapes of the ink. */
import { type Component, componentsOf } from "../images/components.ts";
import type { Raster } from "../images/raster.ts";
import { type Box, heightOf, union, widthOf, type Word } from "../layout/page.ts";
import { type ReadDigits, readDigits } from "./digit_reader.ts";
import { shapeOf } from "./glyph_shape.ts";

/** Largest and smallest piece of a digit, and a gap narrower than any space, in word heights. */
const SIZE = { tallest: 1.6, smallest: 0.06, gap: 0.28 };
/** The distance between the centres of neighbouring digits, relative to that of the page. */
const APART = 1.2;
/** The same distance in word heights, for pages without neighbouring digits. */
const USUAL_STEP = 0.6;
/** The largest distance of a glyph and of a number from the known shapes. */
const UNLIKE = { glyph: 0.42, number: 0.26 };
/** The least lead of the Arabic-Indic reading over the Western one. */
const LEAD = 0.03;
/** The number of certain matches from which on a page is assumed to use these digits. */
const ENOUGH = 2;

/** The most pieces of ink that are examined; a page with more is full of specks. */
const MOST_PIECES = 20_000;

/** Numbers in Arabic-Indic digits in the ink outside `words`. */
export function indicFigures(raster: Raster, words: Word[]): Word[] {
  const heights = words.map(({ box }) => heightOf(box)).toSorted((a, b) => a - b);
  const height = heights[heights.length >> 1];
  if (height === undefined) return [];
  const pieces = componentsOf(raster, coveredBy(words, raster)).filter(({ box, ink }) =>
    heightOf(box) < height * SIZE.tallest && widthOf(box) < height * SIZE.tallest &&
    ink >= height * height * SIZE.smallest * SIZE.smallest * 2
  );
  if (pieces.length > MOST_PIECES) return [];
  const step = stepOf(pieces, height);
  const read = groupsOf(pieces, height, step).flatMap((group) => {
    const one = readGroup(raster, group);
    return one ? [one] : [];
  });
  const isIndicPage = read.filter(({ isSure }) => isSure).length >= ENOUGH;
  return read.filter(({ isSure, isPossible }) => isSure || (isIndicPage && isPossible)).map(({ figure }) =>
    figure
  );
}

function coveredBy(words: Word[], { width, height }: Raster): Uint8Array {
  const covered = new Uint8Array(width * height);
  for (const { box } of words) {
    const [left, right] = [Math.max(0, Math.floor(box.left)), Math.min(width, Math.ceil(box.right))];
    for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(height, box.bottom); y++) {
      covered.fill(1, y * width + left, y * width + right);
    }
  }
  return covered;
}

/** Groups neighbouring pieces from left to right; pieces above one another are one glyph. */
function groupsOf(pieces: Component[], height: number, step: number): Box[][] {
  const groups: { box: Box; glyphs: Box[] }[] = [];
  for (const { box } of pieces.toSorted((a, b) => a.box.left - b.box.left)) {
    const group = groups.findLast((one) =>
      isNext(one.glyphs.at(-1) ?? one.box, box, height, step) && box.top < one.box.bottom + height * 0.2 &&
      box.bottom > one.box.top - height * 0.2
    );
    if (!group) {
      groups.push({ box, glyphs: [box] });
      continue;
    }
    const last = group.glyphs.at(-1);
    const shared = last ? Math.min(last.right, box.right) - Math.max(last.left, box.left) : 0;
    if (last && shared > Math.min(widthOf(last), widthOf(box)) * 0.6) {
      group.glyphs[group.glyphs.length - 1] = union([last, box]);
    } else group.glyphs.push(box);
    group.box = union([group.box, box]);
  }
  return groups.map(({ glyphs }) => glyphs);
}

function isNext(before: Box, box: Box, height: number, step: number): boolean {
  return box.left - before.right < height * SIZE.gap || middleOf(box) - middleOf(before) < step * APART;
}

function middleOf(box: Box): number {
  return (box.left + box.right) / 2;
}

/** The usual distance between the centres of neighbouring digits on the page. */
function stepOf(pieces: Component[], height: number): number {
  const digits = pieces.map(({ box }) => box).filter((box) => heightOf(box) > height * 0.4)
    .toSorted((a, b) => a.left - b.left);
  const steps = digits.flatMap((box, at) => {
    const next = digits.slice(at + 1, at + 60).find((one) =>
      one.left >= box.right - 2 && Math.abs(one.bottom - box.bottom) < height * 0.15
    );
    return next && next.left - box.right < height * SIZE.gap ? [middleOf(next) - middleOf(box)] : [];
  }).toSorted((a, b) => a - b);
  return steps.length < 6 ? height * USUAL_STEP : steps[steps.length >> 1] ?? 0;
}

interface ReadGroup {
  figure: Word;
  isSure: boolean;
  isPossible: boolean;
}

function readGroup(raster: Raster, glyphs: Box[]): ReadGroup | undefined {
  if (glyphs.length > 30) return undefined;
  const tall = Math.max(...glyphs.map(heightOf));
  const digits = glyphs.filter((box) => heightOf(box) > tall * 0.7);
  const line = union(digits);
  const shapes = glyphs.map((box) => shapeOf(raster, box, { top: line.top, bottom: line.bottom }));
  const indic = readDigits(shapes, "indic");
  const western = readDigits(shapes, "western");
  const text = separated(indic.text);
  if (!isNumber(text) || indic.mean > UNLIKE.number || indic.worst > UNLIKE.glyph) return undefined;
  const isPossible = indic.mean < western.mean + LEAD;
  return {
    figure: { text, confidence: surenessOf(indic), box: union(glyphs) },
    isSure: indic.mean + LEAD < western.mean && /[٢٣٤٦٧٨]/.test(text),
    isPossible,
  };
}

/** The confidence of these readings, which only arithmetic or people can confirm. */
function surenessOf({ mean, worst }: ReadDigits): number {
  return mean < 0.18 && worst < 0.3 ? 0.78 : 0.6;
}

function isNumber(text: string): boolean {
  return /^[-(]?[٠-٩]/.test(text) || /^[٪%][٠-٩]/.test(text);
}

/** The last of several separators starts the fraction; one before three digits groups them. */
function separated(text: string): string {
  const signs = [...text.matchAll(/[٫٬.,]/g)];
  if (signs.length < 2) return text.replace(/[.,]/g, "٫");
  const last = signs.at(-1)?.index ?? 0;
  return [...text].map((sign, at) =>
    /[٫٬.,]/.test(sign) ? (at === last && at < text.length - 1 ? "٫" : "٬") : sign
  ).join("");
}
