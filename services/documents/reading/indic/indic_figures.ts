/** Finds numbers in Arabic-Indic digits, which no language model knows: by the shapes of the ink and a model of signs. */
import { median } from "lib/median.ts";
import { type Component, componentsOf } from "../images/components.ts";
import type { Raster } from "../images/raster.ts";
import { type Box, heightOf, union, widthOf, type Word } from "../layout/page.ts";
import { agreesWith, decidedNumber } from "./decided_number.ts";
import { nearestDigit, type ReadDigits, readDigits } from "./digit_reader.ts";
import { type GlyphShape, shapeOf } from "./glyph_shape.ts";
import { isNumber, numberText } from "./number_text.ts";
import { partedDigits } from "./touching_digits.ts";
import { readSigns } from "./sign_model.ts";

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
/** The least ink of a zero and its largest height and distance, relative to the digit beside it. */
const DOT = { least: 0.03, tallest: 0.5, gap: 0.6 };
/** A zero or a point beside a stroke. */
const ZERO_AND_STROKE = /^[٠.]\/$|^\/[٠.]$/;
/** Ink lower than this share of the page's tall digits is a zero or a sign. */
const LOW = 0.6;

/** A number; a reference ends with a stroke and letters at the right, which are not read by shape. */
export interface IndicFigure extends Word {
  letters?: Box;
}

/** Numbers in Arabic-Indic digits in the ink outside `words`. */
export function indicFigures(raster: Raster, words: Word[]): IndicFigure[] {
  if (words.length === 0) return [];
  const height = median(words.map(({ box }) => heightOf(box)));
  const pieces = withDots(
    componentsOf(raster, coveredBy(words, raster)).filter(({ box }) =>
      heightOf(box) < height * SIZE.tallest && widthOf(box) < height * SIZE.tallest
    ),
    height,
  );
  if (pieces.length > MOST_PIECES) return [];
  const step = stepOf(pieces, height);
  const groups = groupsOf(pieces, height, step).filter((group) => group.length <= MOST_GLYPHS).map(
    (group) => {
      const glyphs = partedPieces(raster, group);
      return { glyphs, shape: readGroup(raster, glyphs) };
    },
  );
  const sure = groups.filter(({ shape }) => shape?.isSure);
  if (sure.length < ENOUGH) return sure.flatMap(({ shape }) => shape?.figure ?? []);
  const tall = middleHeight(sure.map(({ glyphs }) => glyphs));
  return groups.flatMap(({ glyphs, shape }) => {
    const isRead = shape && (shape.isSure || shape.isPossible || isPartedAlike(raster, shape, glyphs));
    const read = isRead ? shape : undefined;
    const own = read?.glyphs ?? glyphs;
    const decided = decidedNumber(read?.figure, readSigns(raster, own, lineOnPage(own, tall)));
    if (!decided) return [];
    // Both read what was cut, and agree on a wrong cut too.
    const most = read && own.length > glyphs.length ? read.figure.confidence : 1;
    const confidence = Math.min(decided.confidence, most);
    return { box: union(glyphs), ...read?.figure, ...decided, confidence };
  });
}

/** Whether the model of signs reads a number's touching digits, parted, as their shapes do. */
function isPartedAlike(raster: Raster, { glyphs, figure }: ReadGroup, pieces: Box[]): boolean {
  return glyphs.length > pieces.length &&
    agreesWith(figure.text, readSigns(raster, glyphs, lineOf(glyphs)));
}

/** The usual height of the tall digits of numbers. */
function middleHeight(numbers: Box[][]): number {
  return median(numbers.map(lineOf).map(({ top, bottom }) => bottom - top));
}

/** The vertical extent of a line's tall digits, which is the page's usual one around signs as low as a zero. */
function lineOnPage(glyphs: Box[], tall: number): Pick<Box, "top" | "bottom"> {
  const line = lineOf(glyphs);
  if (line.bottom - line.top >= tall * LOW) return line;
  const middle = (line.top + line.bottom) / 2;
  return { top: middle - tall / 2, bottom: middle + tall / 2 };
}

/** The pieces with enough ink for words of this height, and the zeros of small print beside them. */
function withDots(pieces: Component[], height: number): Component[] {
  const least = height * height * SIZE.smallest * SIZE.smallest * 2;
  const large = pieces.filter(({ ink }) => ink >= least);
  if (pieces.length > MOST_PIECES) return large;
  // A zero stands between the top and the bottom of its digit, so that this begins in its band or the one above.
  const band = ({ box }: Component) => Math.floor(box.top / (height * SIZE.tallest));
  const bands = Map.groupBy(large, band);
  const dots = pieces.filter((dot) =>
    dot.ink < least &&
    [band(dot), band(dot) - 1].some((at) => bands.get(at)?.some((one) => isDotOf(one, dot)))
  );
  return [...large, ...dots];
}

function isDotOf({ box: digit }: Component, { box, ink }: Component): boolean {
  const tall = heightOf(digit);
  return ink >= tall * tall * DOT.least && heightOf(box) < tall * DOT.tallest &&
    box.top > digit.top && box.bottom < digit.bottom &&
    Math.max(box.left - digit.right, digit.left - box.right) < tall * DOT.gap;
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

/** Groups neighbouring pieces from left to right; pieces above one another are one glyph, of which they are kept. */
function groupsOf(pieces: Component[], height: number, step: number): Glyph[][] {
  const groups: { box: Box; glyphs: Glyph[] }[] = [];
  // The groups that a piece from here on may still follow, so that time grows with the pieces of a column.
  let open: typeof groups = [];
  for (const { box } of pieces.toSorted((a, b) => a.box.left - b.box.left)) {
    open = open.filter((one) => isWithin(one.glyphs.at(-1)?.box ?? one.box, box.left, height, step));
    const group = open.findLast((one) =>
      box.top < one.box.bottom + height * 0.2 && box.bottom > one.box.top - height * 0.2 &&
      isNext(one.glyphs.at(-1)?.box ?? one.box, box, height, step)
    );
    if (!group) {
      const first = { box, glyphs: [{ box, pieces: [box] }] };
      groups.push(first);
      open.push(first);
      continue;
    }
    const last = group.glyphs.at(-1);
    const shared = last ? Math.min(last.box.right, box.right) - Math.max(last.box.left, box.left) : 0;
    if (last && shared > Math.min(widthOf(last.box), widthOf(box)) * 0.6) {
      last.box = union([last.box, box]);
      last.pieces.push(box);
    } else group.glyphs.push({ box, pieces: [box] });
    group.box = union([group.box, box]);
  }
  return groups.map(({ glyphs }) => glyphs);
}

function isNext(before: Box, box: Box, height: number, step: number): boolean {
  return box.left - before.right < height * SIZE.gap || middleOf(box) - middleOf(before) < step * APART;
}

/** Whether a piece that begins at `left` may be next to `before`; if not, no piece further right is. */
function isWithin(before: Box, left: number, height: number, step: number): boolean {
  return left - before.right < height * SIZE.gap || left - middleOf(before) < step * APART;
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
  });
  return steps.length < 6 ? height * USUAL_STEP : median(steps);
}

interface Glyph {
  box: Box;
  pieces: Box[];
}

/** The glyphs of a group; a zero under a slanted stroke is one of its own, as the model of signs sees it. */
function partedPieces(raster: Raster, group: Glyph[]): Box[] {
  const boxes = group.map(({ box }) => box);
  if (group.every(({ pieces }) => pieces.length !== 2)) return boxes;
  const line = lineOf(boxes);
  return group.flatMap(({ box, pieces }) => {
    if (pieces.length !== 2) return box;
    const parts = pieces.toSorted((a, b) => middleOf(a) - middleOf(b));
    const [whole, apart] = [readSigns(raster, [box], line), readSigns(raster, parts, line)];
    const isApart = ZERO_AND_STROKE.test(apart.text) &&
      apart.confidence * apart.indic > whole.confidence * whole.indic;
    return isApart ? parts : box;
  });
}

interface ReadGroup {
  figure: IndicFigure;
  /** The glyphs of its number. */
  glyphs: Box[];
  isSure: boolean;
  isPossible: boolean;
}

/** Reads a group as a number, or as a reference: a number after a letter or two and a stroke. */
function readGroup(raster: Raster, glyphs: Box[]): ReadGroup | undefined {
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
    glyphs,
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
  const usual = median(good.map(widthOf), Infinity);
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
