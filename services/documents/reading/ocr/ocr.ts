import { median } from "lib/median.ts";
import { withoutBars } from "../images/dark_bars.ts";
import { lookedCloser } from "./closer_look.ts";
import { skewOf, textRunsAcross } from "../images/deskew.ts";
import type { Engine } from "./engine.ts";
import { evenlyLit } from "../images/even_lighting.ts";
import { withIndicFigures } from "./indic_lines.ts";
import { lookedAgain } from "./second_look.ts";
import { padBox } from "./crop.ts";
import { readMixed } from "./second_engine.ts";
import { meanConfidence } from "./trust.ts";
import { type Box, heightOf, type Page, type Placement, widthOf, type Word } from "../layout/page.ts";
import {
  cropRaster,
  enlargeRaster,
  type Raster,
  rotateQuarters,
  rotateSlightly,
  shrinkRaster,
} from "../images/raster.ts";
import { withoutLeaders } from "../images/dot_leaders.ts";
import { withoutRules } from "../images/rules.ts";
import { segmentsOf } from "../images/segments.ts";
import { tickBoxesOf, withoutTickBoxes } from "../images/tick_boxes.ts";
import { withTickBoxes } from "./ticked_lines.ts";
import { withWholeBoxes } from "./whole_boxes.ts";
import { withUnreadLines } from "./unread_lines.ts";
import { countMatches, isArabic, lineOf, meanOf, pageOrder, withSizes } from "../layout/word_order.ts";

const SURE_TURN = 0.65;
const SURE_PAGE = 0.93;
/** Confident letters in a sample that are enough to decide engine and rotation. */
const SURE_LETTERS = 8;
const GOOD_SAMPLES = 0.75;
/** An image whose samples score less in every rotation is a photograph, a drawing or handwriting. */
const LEAST_WRITING = 0.4;
const CLEAR_LEAD = 0.25;
const PROBES = 4;
/** Minimum rows of ink for a decision. */
const ENOUGH_ROWS = 3;
/** Width of a sample, in line heights. */
const PROBE_WIDTH = 10;
/** Longest side for detecting rotation and skew. */
const SMALL = 1000;
/** Longest side for the first layout analysis. */
const OVERVIEW = 1200;
/** Greatest height of a line of text on it; layout analysis gives taller boxes on a page that lies on its side. */
const TALLEST_LINE = 150;
/** Lines lower than this (pixels) are read badly, so the page is enlarged first. */
const LOW_LINE = 20;
const RAISED_LINE = 26;
const MOST_ENLARGED = 3;
/** Lines higher than this are from scans of 400 dpi and more, which are read as well and faster when reduced. */
const HIGH_LINE = 75;
const GOOD_LINE = 45;
const MOST_PIXELS = 40_000_000;

export interface Recognised {
  page: Page;
  /** The engine that read most, to try first on the next page. */
  primary: Engine;
  /** The upright, deskewed image that was read, and its scale relative to the page. */
  raster: Raster;
  scale: number;
}

export interface RecogniseOptions {
  /** The engine to try first. */
  hint?: Engine | undefined;
  /** Whether it is an image on an upright page, which is not rotated, and skipped if it contains no text. */
  isUpright?: boolean | undefined;
}

/** Reads a page image: rotates, deskews, recognises by one engine or two, and orders the words. */
export function recognise(picture: Raster, engines: Engine[], options: RecogniseOptions = {}): Recognised {
  const evenPicture = evenlyLit(withoutBars(picture));
  const upright = straightened(evenPicture, engines, options);
  const { factor, placement, best: primary } = upright;
  const boxes = tickBoxesOf(upright.raster);
  const raster = withoutTickBoxes(upright.raster, boxes);
  const isHopeless = options.isUpright && upright.score < LEAST_WRITING;
  const read = isHopeless ? [] : lookedAgain(raster, readMixed(raster, engines, primary), engines, primary);
  const closer = lookedCloser(raster, read, engines);
  const known = isHopeless ? closer : withUnreadLines(raster, closer, engines);
  const pageIsArabic = isArabic(known.flatMap((line) => line.words).map((word) => word.text).join(" ")) ??
    false;
  const arabic = engines.find(({ script }) => script === "ara");
  const numbered = pageIsArabic ? withIndicFigures(raster, known, arabic) : known;
  const lines = withTickBoxes(withWholeBoxes(raster, numbered), boxes);
  const ordered = lines
    .map(({ words }) => {
      const isInArabic = isArabic(words.map((word) => word.text).join(" ")) ?? false;
      const placed = words.map((word) => ({ ...word, box: scaledBox(word.box, 1 / factor) }));
      return lineOf(isInArabic ? withSizes(placed) : placed, pageIsArabic);
    });
  return {
    primary,
    raster,
    scale: factor,
    page: {
      width: evenPicture.width,
      height: evenPicture.height,
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
  /** Scale of the image relative to the page. */
  factor: number;
  best: Engine;
  score: number;
  /** Whether the page has nothing that could be a line of text. */
  blank: boolean;
}

/** Rotates and deskews a page. A rotation is accepted only when sample lines read better with it. */
function straightened(given: Raster, engines: Engine[], { hint, isUpright }: RecogniseOptions): Upright {
  const inTurn = hint ? [hint, ...engines.filter((engine) => engine !== hint)] : engines;
  const small = shrinkRaster(given, SMALL);
  let best: Upright | undefined;
  for (const turn of isUpright ? [0] : likelyTurns(small)) {
    const upright = levelled({ given, small }, turn, inTurn);
    if (!best || upright.score > best.score + 0.05) best = upright;
    // Other rotations are not tried for a page without possible text.
    if (best.score >= SURE_TURN || best.blank) break;
  }
  if (!best) throw new Error("no recogniser is open");
  return best;
}

/** All four rotations, the likely ones first: rows of text reveal the axis, and few pages are upside down. */
function likelyTurns(small: Raster): number[] {
  return textRunsAcross(small) ? [0, 180, 90, 270] : [270, 90, 0, 180];
}

function levelled(
  { given, small }: Record<"given" | "small", Raster>,
  turn: number,
  engines: Engine[],
): Upright {
  const upright = rotateQuarters(given, turn);
  const skew = skewOf(rotateQuarters(small, turn));
  const level = withoutRules(withoutLeaders(skew === 0 ? upright : rotateSlightly(upright, skew)));
  const overview = shrinkRaster(level, OVERVIEW);
  const found = linesOn(overview, engines);
  const boxes = found.filter((box) => heightOf(box) <= TALLEST_LINE)
    .map((box) => scaledBox(box, level.width / overview.width));
  const factor = bestFactor(level, boxes);
  const raster = resized(level, factor);
  const placement = { width: level.width, height: level.height, turn, skew };
  return {
    raster,
    placement,
    factor,
    blank: found.length === 0,
    ...probed(raster, engines, boxes.map((box) => scaledBox(box, factor))),
  };
}

/** The best scale for OCR: very low lines lose letters, very high ones cost time. */
function bestFactor(raster: Raster, boxes: Box[]): number {
  const middle = median(boxes.map(heightOf).filter((height) => height > 4), LOW_LINE);
  if (middle > HIGH_LINE) return GOOD_LINE / middle;
  if (middle >= LOW_LINE) return 1;
  const roomy = Math.sqrt(MOST_PIXELS / (raster.width * raster.height));
  return Math.max(1, Math.min(RAISED_LINE / middle, MOST_ENLARGED, roomy));
}

function resized(raster: Raster, factor: number): Raster {
  if (factor === 1) return raster;
  return factor > 1
    ? enlargeRaster(raster, factor)
    : shrinkRaster(raster, Math.max(raster.width, raster.height) * factor);
}

/** A box on an image of another scale. */
export function scaledBox(box: Box, factor: number): Box {
  if (factor === 1) return box;
  return {
    left: Math.round(box.left * factor),
    top: Math.round(box.top * factor),
    right: Math.round(box.right * factor),
    bottom: Math.round(box.bottom * factor),
  };
}

/** Lines of text by rows of ink, which suffice on most pages; else by layout analysis, which is slower. */
function linesOn(overview: Raster, engines: Engine[]): Box[] {
  const rows = segmentsOf(overview, { lowest: 6, highest: 60, most: 500 });
  return rows.length >= ENOUGH_ROWS ? rows : engines[0]?.lineBoxes(overview) ?? [];
}

/** The engine with the higher confidence on a few of the longest lines; stops at a clear leader. */
function probed(raster: Raster, engines: Engine[], boxes: Box[]): { best: Engine; score: number } {
  const [first] = engines;
  if (!first) throw new Error("no recogniser is open");
  const readings = engines.map((engine): Probe => ({ engine, scores: [], ofText: [] }));
  const samples = samplesOf(raster, boxes);
  for (const sample of samples) {
    const ahead = leader(readings);
    if (ahead) return ahead;
    let letters = 0;
    for (const { engine, scores } of readings) {
      const read = engine.readLine(sample);
      const words = uncut(read, sample);
      const score = meanConfidence(words, engine);
      if (score >= SURE_PAGE && lettersOf(words) >= SURE_LETTERS) return { best: engine, score };
      scores.push(score);
      letters += lettersOf(read);
    }
    // Figures alone show no script: the English model reads them better on any page.
    if (letters === 0) continue;
    for (const { scores, ofText } of readings) ofText.push(scores.at(-1) ?? 0);
  }
  // The best engine per line, since on a mixed page no engine reads all lines.
  const score = meanOf(samples.map((_, i) => Math.max(...readings.map(({ scores }) => scores[i] ?? 0))));
  const best = readings.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0]?.engine ?? first;
  return { best, score };
}

interface Probe {
  engine: Engine;
  /** The confidence in each sample, and in those with letters. */
  scores: number[];
  ofText: number[];
}

function scoreOf({ scores, ofText }: Probe): number {
  return meanOf(ofText.length > 0 ? ofText : scores);
}

/** The engine that leads clearly on two or more samples, so that no more are needed. */
function leader(readings: Probe[]): { best: Engine; score: number } | undefined {
  const [best, next] = readings.map((reading) => ({ best: reading.engine, score: scoreOf(reading) }))
    .toSorted((a, b) => b.score - a.score);
  if (!best || !next || (readings[0]?.ofText.length ?? 0) < 2) return undefined;
  return best.score >= GOOD_SAMPLES && best.score - next.score >= CLEAR_LEAD ? best : undefined;
}

/** Starts of some of the longest lines, spread over the page. */
function samplesOf(raster: Raster, boxes: Box[]): Raster[] {
  const usual = boxes.filter((box) => heightOf(box) < widthOf(box)).toSorted((a, b) =>
    widthOf(b) - widthOf(a)
  );
  const step = Math.max(1, Math.floor(usual.length / PROBES));
  return usual.filter((_, i) => i % step === 0).slice(0, PROBES).map((box) => crop(raster, beginning(box)));
}

function lettersOf(words: Word[]): number {
  return words.reduce((sum, word) => sum + countMatches(word.text, /\p{L}/gu), 0);
}

/** Drops the word at the cut end of the sample. */
function uncut(words: Word[], sample: Raster): Word[] {
  return words.length < 2 ? words : words.filter((word) => word.box.right < sample.width - 6);
}

/** The start of a line: a dozen letters reveal its script. */
function beginning(box: Box): Box {
  return { ...box, right: Math.min(box.right, box.left + heightOf(box) * PROBE_WIDTH) };
}

function crop(raster: Raster, box: Box): Raster {
  return cropRaster(raster, padBox(box));
}
