/** Finds numbers in Arabic-Indic digits, which no OCR model knows, by the shapes of the ink. */
import { type Component, componentsOf } from "../images/components.ts";
import type { Raster } from "../images/raster.ts";
import { type Box, heightOf, union, widthOf, type Word } from "../layout/page.ts";
import { nearestDigit, type ReadDigits, readDigits } from "./digit_reader.ts";
import { type GlyphShape, shapeOf } from "./glyph_shape.ts";
import { isNumber, numberText } from "./number_text.ts";
import { partedDigits } from "./touching_digits.ts";

/** Largest and smallest piece of a digit, and a gap narrower than any space, in word heights. */
const SIZE = { tallest: 1.6, smallest: 0.06, gap: 0.28 };
/** The distance between the centres of neighbouring digits, relative to that of the page. */
const APART = 1.2;
/** The same distance in word heights, for pages without neighbouring digits. */
const USUAL_STEP = 0.6;
/** The largest distance of a glyph and of a number from the known shapes. */
const UNLIKE = { glyph: 0.42, number: 0.26 };
/** A long number may be less like them if the Western reading is behind: chance does not make many glyphs alike. */
const LONG = { glyphs: 6, unlike: 0.31, lead: 0.03 };
/** The least lead of a number with parted digits. */
const PARTED_LEAD = 0.06;
/** The share of a group's glyphs that are digits, for the others to be touching ones. */
const MOSTLY = 0.6;
const MOST_GLYPHS = 30;
/** The sign of a size: its greatest height relative to digits, and its largest distance from a percent sign. */
const TIMES = { height: 0.85, unlike: 0.6 };
/** The letters before the number of a reference, and the fewest glyphs of that number with its stroke. */
const MOST_LETTERS = 2;
const LEAST_NUMBER = 3;
/** The least lead of the Arabic-Indic reading over the Western one. */
const LEAD = 0.03;
/** The number of certain matches from which on a page is assumed to use these digits. */
const ENOUGH = 2;

/** The most pieces of ink that are examined; a page with more is full of specks. */
const MOST_PIECES = 20_000;

/** A number; a reference ends with a stroke and letters at the right, which are not read by shape. */
export interface IndicFigure extends Word {
  letters?: Box;
}

/** Numbers in Arabic-Indic digits in the ink outside `words`. */
export function indicFigures(raster: Raster, words: Word[]): IndicFigure[] {
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
  figure: IndicFigure;
  isSure: boolean;
  isPossible: boolean;
}

/** Reads a group as a number, or as a reference: a number after a letter or two and a stroke. */
function readGroup(raster: Raster, glyphs: Box[]): ReadGroup | undefined {
  if (glyphs.length > MOST_GLYPHS) return undefined;
  const whole = readNumber(raster, glyphs);
  if (whole) return whole;
  for (let letters = 1; letters <= MOST_LETTERS && glyphs.length - letters >= LEAST_NUMBER; letters++) {
    const number = glyphs.slice(0, -letters);
    const read = endsInStroke(raster, number) ? readNumber(raster, number) : undefined;
    if (!read || !/[/-]$/.test(read.figure.text)) continue;
    const end = union(glyphs.slice(-letters - 1));
    return { ...read, figure: { ...read.figure, letters: end, box: union([read.figure.box, end]) } };
  }
  return undefined;
}

function endsInStroke(raster: Raster, glyphs: Box[]): boolean {
  const last = glyphs.at(-1);
  return last !== undefined &&
    /[/-]/.test(nearestDigit(shapeOf(raster, last, lineOf(glyphs)), "indic").sign);
}

function readNumber(raster: Raster, pieces: Box[]): ReadGroup | undefined {
  const line = lineOf(pieces);
  const shapes = pieces.map((box) => shapeOf(raster, box, line));
  const whole = { glyphs: pieces, shapes, indic: readDigits(shapes, "indic") };
  const { glyphs, shapes: own, indic } = parted(raster, whole, line);
  const text = numberText(indic.text);
  if (!isNumber(text) || indic.mean > LONG.unlike || worstOf(indic, own) > UNLIKE.glyph) return undefined;
  // Western letters and digits do not touch; parting them would only make them less like themselves.
  const western = readDigits(shapes, "western");
  const lead = western.mean - indic.mean;
  const most = glyphs.length >= LONG.glyphs && lead >= LONG.lead ? LONG.unlike : UNLIKE.number;
  if (indic.mean > most) return undefined;
  // Low Latin letters, such as those of "were", are like digits once they are parted.
  const isParted = glyphs.length > pieces.length;
  return {
    figure: { text, confidence: surenessOf(indic), box: union(glyphs) },
    isSure: !isParted && lead > LEAD && /[٢٣٤٦٧٨]/.test(text),
    isPossible: lead > (isParted ? PARTED_LEAD : -LEAD),
  };
}

/** The distance of the glyph least like a digit; the sign of a size, lower than digits, may be less like a percent sign. */
function worstOf({ text, unlike }: ReadDigits, shapes: GlyphShape[]): number {
  const isTimes = (at: number) =>
    text[at] === "٪" && at > 0 && at < text.length - 1 && (shapes[at]?.height ?? 1) < TIMES.height;
  return Math.max(0, ...unlike.map((one, at) => isTimes(at) && one < TIMES.unlike ? 0 : one));
}

/** The vertical extent of the tall digits. */
function lineOf(glyphs: Box[]): Pick<Box, "top" | "bottom"> {
  const tall = Math.max(...glyphs.map(heightOf));
  return union(glyphs.filter((box) => heightOf(box) > tall * 0.7));
}

interface ReadPieces {
  glyphs: Box[];
  shapes: GlyphShape[];
  indic: ReadDigits;
}

/** Parts touching digits, in a group whose other glyphs are digits. */
function parted(raster: Raster, read: ReadPieces, line: Pick<Box, "top" | "bottom">): ReadPieces {
  const { glyphs, indic } = read;
  const good = glyphs.filter((_, at) => (indic.unlike[at] ?? 0) <= UNLIKE.glyph);
  if (good.length === glyphs.length || good.length < glyphs.length * MOSTLY) return read;
  const widths = good.map(widthOf).toSorted((a, b) => a - b);
  const usual = widths[widths.length >> 1] ?? Infinity;
  const parts = glyphs.flatMap((box) =>
    good.includes(box) ? box : partedDigits(raster, box, { line, usual })
  );
  if (parts.length === glyphs.length) return read;
  const shapes = parts.map((box) => shapeOf(raster, box, line));
  return { glyphs: parts, shapes, indic: readDigits(shapes, "indic") };
}

/** The confidence of these readings, which only arithmetic or people can confirm. */
function surenessOf({ mean, worst }: ReadDigits): number {
  return mean < 0.18 && worst < 0.3 ? 0.78 : 0.6;
}
