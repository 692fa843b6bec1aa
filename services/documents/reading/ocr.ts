import { skewOf, textRunsAcross } from "./deskew.ts";
import { type Engine, isText, type ReadLine } from "./engine.ts";
import {
  type Box,
  heightOf,
  type Page,
  type Placement,
  verticalOverlap,
  widthOf,
  type Word,
} from "./page.ts";
import { overlap } from "./page.ts";
import { cropped, enlarged, type Raster, shrunk, tilted, turned } from "./raster.ts";
import { withoutRules } from "./rules.ts";
import { count, isArabic, lineOf, mean, pageOrder } from "./word_order.ts";

const SURE_TURN = 0.65;
const SURE_PAGE = 0.93;
const SURE_LINE = 0.85;
const SURE_WORD = 0.6;
/** A line read with less than this in all its words is a drawing, not text. */
const LEAST_SURE = 0.5;
const PROBES = 4;
/** Longest side at which a page is looked over before it is read. */
const OVERVIEW = 1200;
/** Lines lower than this (pixels) read badly: the page is enlarged first. */
const LOW_LINE = 24;
/** Less dark pixels than this hold no line of text. */
const LEAST_INK = 300;
const MOST_PIXELS = 40_000_000;

export interface Recognised {
  page: Page;
  /** The engine that read most: the first to try on the next page. */
  primary: Engine;
}

/** Reads a page picture: upright, level, recognised by one engine or two, words in reading order. */
export function recognise(given: Raster, engines: Engine[], hint?: Engine): Recognised {
  const upright = straightened(given, engines, hint);
  const { factor, raster, placement } = upright;
  const { lines, primary } = readMixed(raster, engines, upright);
  const pageIsArabic = isArabic(lines.flatMap((line) => line.words).map((word) => word.text).join(" ")) ??
    false;
  const ordered = lines
    .map(({ words }) =>
      lineOf(words.map((word) => ({ ...word, box: scaledBox(word.box, 1 / factor) })), pageIsArabic)
    );
  return {
    primary,
    page: {
      width: given.width,
      height: given.height,
      source: "ocr",
      lines: pageOrder(ordered, pageIsArabic),
      tables: [],
      placement,
    },
  };
}

interface Upright {
  raster: Raster;
  placement: Placement;
  /** How much larger than the page the picture to read is. */
  factor: number;
  best: Engine;
  score: number;
}

/** Turns and levels a page. A turn is believed only when sample lines read better that way. */
function straightened(given: Raster, engines: Engine[], hint?: Engine): Upright {
  const inTurn = hint ? [hint, ...engines.filter((engine) => engine !== hint)] : engines;
  let best: Upright | undefined;
  for (const turn of likelyTurns(given, inTurn[0])) {
    const upright = levelled(given, turn, inTurn);
    if (!best || upright.score > best.score + 0.05) best = upright;
    // A page with no line of text in it is not worth four looks.
    if (best.score >= SURE_TURN || best.score === 0) break;
  }
  if (!best) throw new Error("no recogniser is open");
  return best;
}

/** All four turns, the likely ones first: rows of text show their axis, letter shapes their up. */
function likelyTurns(given: Raster, engine?: Engine): number[] {
  const overview = shrunk(given, OVERVIEW);
  const guess = engine?.turnOf(overview) ?? 0;
  const axis = textRunsAcross(overview) ? 0 : 90;
  const likelihood = (turn: number) => (turn % 180 === axis ? 2 : 0) + (turn === guess ? 1 : 0);
  return [0, 180, 90, 270].toSorted((a, b) => likelihood(b) - likelihood(a));
}

function levelled(given: Raster, turn: number, engines: Engine[]): Upright {
  const upright = turned(given, turn);
  const skew = skewOf(upright);
  const level = withoutRules(skew === 0 ? upright : tilted(upright, skew));
  const overview = shrunk(level, OVERVIEW);
  const boxes = (engines[0]?.lineBoxes(overview) ?? []).map((box) =>
    scaledBox(box, level.width / overview.width)
  );
  const factor = enlargement(level, boxes);
  const raster = factor === 1 ? level : enlarged(level, factor);
  const placement = { width: level.width, height: level.height, turn, skew };
  return {
    raster,
    placement,
    factor,
    ...probed(raster, engines, boxes.map((box) => scaledBox(box, factor))),
  };
}

function enlargement(raster: Raster, boxes: Box[]): number {
  const heights = boxes.map(heightOf).filter((height) => height > 4).toSorted((a, b) => a - b);
  const middle = heights[heights.length >> 1] ?? LOW_LINE;
  return middle < LOW_LINE && raster.width * raster.height * 4 <= MOST_PIXELS ? 2 : 1;
}

function scaledBox(box: Box, factor: number): Box {
  if (factor === 1) return box;
  return {
    left: Math.round(box.left * factor),
    top: Math.round(box.top * factor),
    right: Math.round(box.right * factor),
    bottom: Math.round(box.bottom * factor),
  };
}

function readMixed(raster: Raster, engines: Engine[], { best }: Upright) {
  const lines = best.readPage(raster);
  const second = engines.find((engine) => engine !== best);
  const merged = second ? withSecond(raster, lines, { primary: best, second }) : lines;
  const clean = merged.map((line) => ({ ...line, words: line.words.filter(isText) }));
  return { primary: best, lines: clean.filter(isReadable) };
}

function isReadable({ words }: ReadLine): boolean {
  return words.length > 0 && (mean(words.map((word) => word.confidence)) >= LEAST_SURE ||
    words.some((word) => word.confidence > 0.85 && /[\p{L}\p{N}]{3}/u.test(word.text)));
}

/** The engine that reads a few of the page's longest lines with more confidence; one that is sure is asked alone. */
function probed(raster: Raster, engines: Engine[], boxes: Box[]): { best: Engine; score: number } {
  const usual = boxes.filter((box) => heightOf(box) < widthOf(box)).toSorted((a, b) =>
    widthOf(b) - widthOf(a)
  );
  const step = Math.max(1, Math.floor(usual.length / PROBES));
  const crops = usual.filter((_, i) => i % step === 0).slice(0, PROBES).map((box) => crop(raster, box));
  const [first] = engines;
  if (!first) throw new Error("no recogniser is open");
  let best = { best: first, score: -1 };
  for (const engine of engines) {
    const score = mean(crops.map((line) => sureness(engine.readLine(line), engine)));
    if (score > best.score) best = { best: engine, score };
    if (score >= SURE_PAGE) break;
  }
  return best;
}

function crop(raster: Raster, box: Box): Raster {
  return cropped(raster, padded(box));
}

function padded(box: Box): Box {
  const pad = Math.max(4, Math.round(heightOf(box) * 0.15));
  return { left: box.left - pad, top: box.top - pad, right: box.right + pad, bottom: box.bottom + pad };
}

/** Latin words from the Arabic model are mostly inventions, however sure it is of them. */
function trust(word: Word, engine: Engine): number {
  return engine.script === "ara" && /[A-Za-z]/.test(word.text) ? word.confidence * 0.3 : word.confidence;
}

function sureness(words: Word[], engine: Engine): number {
  return mean(words.map((word) => trust(word, engine)));
}

interface Pair {
  primary: Engine;
  second: Engine;
}

function withSecond(raster: Raster, lines: ReadLine[], { primary, second }: Pair): ReadLine[] {
  let changed = 0;
  const merged = lines.map((line) => {
    if (isSure(line.words, primary)) return line;
    const box = padded(line.box);
    const closer = surer(line.words, readCrop(raster, box, primary), primary);
    if (isSure(closer, primary)) return { ...line, words: closer };
    const best = better(closer, readCrop(raster, box, second), { primary, second });
    if (best.base === second) changed++;
    return { ...line, words: best.words };
  });
  return [...merged, ...missedLines(raster, merged, changed > 0 ? [primary, second] : [primary])];
}

/** Layout analysis sometimes drops a column or a line of the other script: what ink is left is read again. */
function missedLines(raster: Raster, lines: ReadLine[], engines: Engine[]): ReadLine[] {
  const found: ReadLine[] = [];
  for (const engine of engines) {
    const all = [...lines, ...found];
    const rest = paintedOver(raster, all);
    if (inkOf(rest) < Math.max(LEAST_INK, inkOf(raster) * 0.02)) break;
    found.push(
      ...engine.readPage(rest).filter(({ words, box }) =>
        sureness(words, engine) >= 0.75 && words.some((word) => /[\p{L}\p{N}]{2}/u.test(word.text)) &&
        all.every((line) => overlap(line.box, box) < 0.3)
      ),
    );
  }
  return found;
}

/** The page without the lines that were read. */
function paintedOver(raster: Raster, lines: ReadLine[]): Raster {
  const data = raster.data.slice();
  for (const line of lines) {
    const box = padded(line.box);
    const left = Math.max(0, box.left);
    const right = Math.min(raster.width, box.right);
    for (let y = Math.max(0, box.top); y < Math.min(raster.height, box.bottom); y++) {
      data.fill(255, y * raster.width + left, y * raster.width + right);
    }
  }
  return { ...raster, data };
}

function inkOf({ data }: Raster): number {
  let ink = 0;
  for (const value of data) if (value < 128) ink++;
  return ink;
}

function isSure(words: Word[], engine: Engine): boolean {
  return sureness(words, engine) >= SURE_LINE &&
    words.every((word) => trust(word, engine) >= SURE_WORD || !/[\p{L}\p{N}]/u.test(word.text));
}

/** The Arabic model reads a line alone better than in its page, the English one hardly ever. */
function surer(words: Word[], again: Word[], engine: Engine): Word[] {
  return again.length > 0 && sureness(again, engine) > sureness(words, engine) ? again : words;
}

function readCrop(raster: Raster, box: Box, engine: Engine): Word[] {
  return engine.readLine(cropped(raster, box)).map((word) => ({ ...word, box: moved(word.box, box) }));
}

function moved(box: Box, by: Box): Box {
  const left = Math.max(0, Math.floor(by.left));
  const top = Math.max(0, Math.floor(by.top));
  return { left: box.left + left, top: box.top + top, right: box.right + left, bottom: box.bottom + top };
}

/** The better reading of a line, with single words swapped where the other is clearly surer. */
function better(words: Word[], others: Word[], { primary, second }: Pair): { words: Word[]; base: Engine } {
  const enough = letters(others) * 2 >= letters(words);
  const keepsPrimary = !enough || letterSureness(others, second) < LEAST_SURE ||
    letterSureness(others, second) < letterSureness(words, primary) + 0.05;
  const [base, other] = keepsPrimary ? [primary, second] : [second, primary];
  const [from, alternatives] = keepsPrimary ? [words, others] : [others, words];
  const used = new Set<Word>();
  const swapped = from.flatMap((word) => {
    const over = alternatives.filter((one) =>
      overlap(one.box, word.box) > 0.5 && verticalOverlap(one.box, word.box) > 0.5
    );
    const score = mean(over.map((one) => trust(one, other)));
    if (over.length === 0 || score <= 0.7 || score < trust(word, base) + 0.15) return [word];
    if (!over.every((one) => isLikely(one, other))) return [word];
    const fresh = over.filter((one) => !used.has(one));
    for (const one of fresh) used.add(one);
    return fresh;
  });
  const missed = alternatives.filter((one) =>
    !used.has(one) && trust(one, other) > 0.7 && isLikely(one, other) &&
    swapped.every((word) => overlap(one.box, word.box) < 0.2)
  );
  return { words: [...swapped, ...missed], base };
}

/** Two letters of the other script are usually a misread ligature or number. */
function isLikely({ text, confidence }: Word, engine: Engine): boolean {
  if (engine.script === "ara") return /\p{Script=Arabic}{3}/u.test(text) && !/[0-9]/.test(text);
  return /^[^A-Za-z]*\d[^A-Za-z]*$/.test(text) || (confidence > 0.9 && /[A-Za-z]{3}|^[A-Z]{2}$/.test(text));
}

function letters(words: Word[]): number {
  return words.reduce((sum, word) => sum + count(word.text, /\p{L}/gu), 0);
}

/** Both models read digits alike, so a line's script is judged by its letters alone. */
function letterSureness(words: Word[], engine: Engine): number {
  const weighed = words.map((word) => ({ weight: count(word.text, /\p{L}/gu), value: trust(word, engine) }));
  const weight = weighed.reduce((sum, one) => sum + one.weight, 0);
  if (weight === 0) return sureness(words, engine) * 0.5;
  return weighed.reduce((sum, one) => sum + one.weight * one.value, 0) / weight;
}
