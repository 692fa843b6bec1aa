/**
 * Reads short Arabic pieces beside a sure word of their page. Alone, a piece shows the model neither the height of its
 * line nor where the line stands, so that labels of one word are misread or not read at all.
 */
import { type Engine, isText, type ReadLine } from "./engine.ts";
import { inkBox } from "../images/ink.ts";
import { cropRaster, type Raster } from "../images/raster.ts";
import { type Box, heightOf, widthOf, type Word } from "../layout/page.ts";
import { countMatches, meanOf } from "../layout/word_order.ts";

/** Minimum confidence, letters and greatest width (in heights) of a word beside which others are read. */
const CARRIER = { confidence: 0.9, letters: 4, widest: 6 };
/** How many heights of a piece its carrier may have. */
const SIZE = { least: 0.6, most: 1.7 };
/** The greatest width of a piece, in its heights; wider ones have words enough. */
const WIDEST = 9;
/** The gap between the two words and the margin around them, in pixels. */
const GAP = 16;
const PAD = 4;
const MARGIN = 8;
/** Minimum confidence of each word of both readings. */
const SURE_EACH = 0.75;
/** Confidence of two readings that agree. */
const AGREED = 0.85;
const LEAST_LETTERS = 3;
/** The widest ink beside the words that may be letters of theirs, in heights. */
const LEFT_OUT = 0.8;

/** Words of a page beside which others are read: sure Arabic ones that stand clear. */
export function carriersOf(lines: ReadLine[]): Word[] {
  return lines.flatMap(({ words }) => words).filter(({ text, confidence, box }) =>
    confidence >= CARRIER.confidence && /^\p{Script=Arabic}+$/u.test(text) && !/\p{N}/u.test(text) &&
    countMatches(text, /\p{L}/gu) >= CARRIER.letters && widthOf(box) <= heightOf(box) * CARRIER.widest
  );
}

/** The Arabic words in a box that two readings agree on, each beside another sure word of the page. */
export function carriedReading(
  raster: Raster,
  box: Box,
  { carriers, engine }: { carriers: Word[]; engine: Pick<Engine, "readLine"> },
): Word[] | undefined {
  const ink = inkBox(raster, box);
  if (!ink || !isCarriable(ink)) return undefined;
  const [near, next] = nearest(carriers, ink);
  if (!near || !next) return undefined;
  const first = besideCarrier(raster, ink, { carrier: near, engine });
  if (!first) return undefined;
  const second = besideCarrier(raster, ink, { carrier: next, engine });
  if (!second || textOf(first) !== textOf(second)) return undefined;
  return first.map((word) => ({ ...word, confidence: AGREED }));
}

/** Whether a piece is so short that the model reads it better beside another word. */
export function isCarriable(box: Box): boolean {
  return widthOf(box) <= heightOf(box) * WIDEST;
}

/** The two carriers nearest to a piece with about its height, of different words. */
function nearest(carriers: Word[], ink: Box): Word[] {
  const fit = carriers.filter(({ box }) => {
    const size = heightOf(box) / heightOf(ink);
    const isApart = box.right <= ink.left || box.left >= ink.right || box.bottom <= ink.top ||
      box.top >= ink.bottom;
    return isApart && size >= SIZE.least && size <= SIZE.most;
  }).toSorted((a, b) => distance(a.box, ink) - distance(b.box, ink));
  const [first] = fit;
  const second = fit.find(({ text }) => text !== first?.text);
  return first && second ? [first, second] : [];
}

/** Rows count more than columns, since a page's sizes of type change from row to row. */
function distance(a: Box, b: Box): number {
  return Math.abs(a.top + a.bottom - b.top - b.bottom) * 2 + Math.abs(a.left + a.right - b.left - b.right);
}

/** The words of a piece, read in one line with a carrier behind it; undefined if the carrier is misread or a word is unsure. */
function besideCarrier(
  raster: Raster,
  ink: Box,
  { carrier, engine }: { carrier: Word; engine: Pick<Engine, "readLine"> },
): Word[] | undefined {
  const behind = inkBox(raster, carrier.box) ?? carrier.box;
  const [left, right] = [cut(raster, behind), cut(raster, ink)];
  const line = joined(left, right);
  const start = MARGIN + left.width + GAP;
  const words = engine.readLine(line.raster).filter(isText);
  const isOfPiece = ({ box }: Word) => box.left + box.right > 2 * (start - GAP / 2);
  const piece = words.filter(isOfPiece);
  const isSure = textOf(words.filter((word) => !isOfPiece(word))) === carrier.text &&
    piece.every(({ confidence }) => confidence >= SURE_EACH) && isArabic(textOf(piece));
  if (!isSure) return undefined;
  const placed = onPage(piece, ink, { across: ink.left - PAD - start, down: ink.top - PAD - line.top });
  return isWhole(placed, ink) ? overInk(placed, ink) : undefined;
}

/** The words where they stand on the page, the last of a line from right to left first. */
function onPage(words: Word[], ink: Box, { across, down }: { across: number; down: number }): Word[] {
  return words.toSorted((a, b) => a.box.left - b.box.left).map((word) => ({
    ...word,
    box: {
      left: Math.max(ink.left, word.box.left + across),
      top: Math.max(ink.top, word.box.top + down),
      right: Math.min(ink.right, word.box.right + across),
      bottom: Math.min(ink.bottom, word.box.bottom + down),
    },
  }));
}

/** Whether no more ink lies beside the words than the letters that an engine's boxes leave out. */
function isWhole(words: Word[], ink: Box): boolean {
  const [first, last] = [words[0], words.at(-1)];
  const most = heightOf(ink) * LEFT_OUT;
  return first !== undefined && last !== undefined && first.box.left - ink.left <= most &&
    ink.right - last.box.right <= most;
}

/** The words with all ink, so that none of it is read as a sign. */
function overInk(words: Word[], ink: Box): Word[] {
  return words.map((word, i) => ({
    ...word,
    box: {
      ...word.box,
      ...(i === 0 ? { left: ink.left } : {}),
      ...(i === words.length - 1 ? { right: ink.right } : {}),
    },
  })).toReversed();
}

function isArabic(text: string): boolean {
  return countMatches(text, /\p{L}/gu) >= LEAST_LETTERS && !/[\p{N}A-Za-z]/u.test(text);
}

function textOf(words: Word[]): string {
  return words.toSorted((a, b) => b.box.left - a.box.left).map(({ text }) => text).join(" ");
}

function cut(raster: Raster, ink: Box): Raster {
  return cropRaster(raster, {
    left: ink.left - PAD,
    top: ink.top - PAD,
    right: ink.right + PAD,
    bottom: ink.bottom + PAD,
  });
}

/** Two pieces side by side on one baseline, and where the second begins from the top. */
function joined(left: Raster, right: Raster): { raster: Raster; top: number } {
  const [under, over] = [baselineOf(left), baselineOf(right)];
  const above = Math.max(under, over);
  const below = Math.max(left.height - under, right.height - over);
  const [width, height] = [left.width + right.width + GAP + 2 * MARGIN, above + below + 2 * MARGIN];
  const data = new Uint8Array(width * height).fill(paperOf(right));
  const top = MARGIN + above - over;
  paste({ width, height, data }, left, { x: MARGIN, y: MARGIN + above - under });
  paste({ width, height, data }, right, { x: MARGIN + left.width + GAP, y: top });
  return { raster: { width, height, data }, top };
}

function paste(onto: Raster, piece: Raster, { x, y }: { x: number; y: number }): void {
  for (let row = 0; row < piece.height; row++) {
    onto.data.set(
      piece.data.subarray(row * piece.width, (row + 1) * piece.width),
      (y + row) * onto.width + x,
    );
  }
}

/** The row with most ink: Arabic letters are joined on their line. */
function baselineOf({ width, height, data }: Raster): number {
  const rows = Array.from(
    { length: height },
    (_, y) => data.subarray(y * width, (y + 1) * width).reduce((sum, gray) => sum + 255 - gray, 0),
  );
  return rows.indexOf(Math.max(...rows));
}

/** The gray of the paper around a piece. */
function paperOf({ width, data }: Raster): number {
  return meanOf([...data.subarray(0, width)]);
}
