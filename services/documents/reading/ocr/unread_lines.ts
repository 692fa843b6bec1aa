/** Reads lines of ink for which OCR returned nothing, such as a value far from its label, when two readings agree. */
import { median } from "lib/median.ts";
import { resolutionOf, unreadAreas } from "../images/unread_areas.ts";
import { growOverInk } from "../images/ink.ts";
import type { Raster } from "../images/raster.ts";
import { type Box, heightOf, overlap, union, widthOf, type Word } from "../layout/page.ts";
import { countMatches, meanOf } from "../layout/word_order.ts";
import { carriedReading, carriersOf } from "./carried_words.ts";
import { closeReadings } from "./closer_look.ts";
import type { Engine, ReadLine } from "./engine.ts";

/** Height of a line in heights of the page's usual line, and its least width in its own heights. */
const LINE = { lowest: 0.5, highest: 2.2, wide: 1.2 };
/** The most areas that are read. */
const MOST = 16;
/** The least mean confidence of each of two readings that agree, and the most that they have together. */
const SURE = { each: 0.7, both: 0.85 };
/** The most confidence and letters of what is left of a line that could not be read. */
const FRAGMENT = { confidence: 0.65, letters: 3 };
/** Pixels above and below an area within which its own ink may go on. */
const EDGE = 8;
/** The fewest letters and digits; fewer are specks. */
const LEAST_SIGNS = 4;

/** The lines of a page with those that are found in its unread ink. */
export function withUnreadLines(
  raster: Raster,
  lines: ReadLine[],
  engines: Pick<Engine, "readLine" | "script">[],
): ReadLine[] {
  const usual = median(lines.map(({ box }) => heightOf(box)), 0);
  const boxes = lines.flatMap(({ words }) => words.filter((word) => !isFragment(word)).map(({ box }) => box));
  const areas = unreadAreas(raster, boxes, resolutionOf(raster)).filter((area) =>
    heightOf(area) >= usual * LINE.lowest && heightOf(area) <= usual * LINE.highest &&
    widthOf(area) >= heightOf(area) * LINE.wide
  ).slice(0, MOST);
  const [carriers, arabic] = [carriersOf(lines), engines.find(({ script }) => script === "ara")];
  const found = areas.flatMap((area) => {
    const box = grown(raster, area, boxes);
    const words = arabic && carriedReading(raster, box, { carriers, engine: arabic });
    return words ? [{ box: union(words.map((word) => word.box)), words }] : lineIn(raster, area, engines);
  });
  // The lower half of a line that was read is no line of its own.
  const whole = found.filter((line) => boxes.every((box) => overlap(line.box, box) === 0));
  return whole.length === 0 ? lines : [...withoutFragments(lines, whole), ...whole];
}

/** Whether a word is a letter or two or a speck that the model made of a line it could not read. */
function isFragment({ text, confidence }: Word): boolean {
  return confidence < FRAGMENT.confidence && !/[\p{N}A-Za-z]/u.test(text) &&
    countMatches(text, /\p{L}/gu) <= FRAGMENT.letters;
}

function withoutFragments(lines: ReadLine[], whole: ReadLine[]): ReadLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.filter((word) =>
      !isFragment(word) || whole.every(({ box }) => overlap(box, word.box) === 0)
    ),
  })).filter(({ words }) => words.length > 0);
}

/** An area with the ink at its edges, which its coarse measure cuts, up to known words. */
function grown(raster: Raster, area: Box, known: Box[]): Box {
  const beside = growOverInk(raster, area, known);
  const isLevel = ({ left, right }: Box) => left < beside.right && right > beside.left;
  const above = known.filter((box) => isLevel(box) && box.bottom <= area.top).map(({ bottom }) => bottom);
  const below = known.filter((box) => isLevel(box) && box.top >= area.bottom).map(({ top }) => top);
  return {
    left: beside.left,
    right: beside.right + 1,
    top: Math.max(0, area.top - EDGE, ...above),
    bottom: Math.min(raster.height, area.bottom + EDGE, ...below),
  };
}

function lineIn(raster: Raster, box: Box, engines: Pick<Engine, "readLine" | "script">[]): ReadLine[] {
  const agreed = engines.flatMap((engine) => {
    const words = agreedWords(closeReadings(raster, box, engine), engine.script);
    return words ? [words] : [];
  });
  const [words] = agreed.toSorted((a, b) => surenessOf(b) - surenessOf(a));
  return words ? [{ box, words }] : [];
}

/** The words that two readings of the engine's script share. */
function agreedWords(readings: Word[][], script: Engine["script"]): Word[] | undefined {
  const fit = readings.filter((words) => surenessOf(words) >= SURE.each && isOfScript(textOf(words), script));
  for (const [i, words] of fit.entries()) {
    const other = fit.slice(i + 1).find((one) => textOf(one) === textOf(words));
    if (!other) continue;
    const both = 1 - (1 - surenessOf(words)) * (1 - surenessOf(other));
    return words.map((word) => ({ ...word, confidence: Math.min(SURE.both, both) }));
  }
  return undefined;
}

/** Whether a text is one that the script's model reads well: the Arabic one invents digits and Latin letters. */
function isOfScript(text: string, script: Engine["script"]): boolean {
  if (countMatches(text, /[\p{L}\p{N}]/gu) < LEAST_SIGNS) return false;
  return script === "ara" ? !/[\p{N}A-Za-z]/u.test(text) : !/\p{Script=Arabic}/u.test(text);
}

function textOf(words: Word[]): string {
  return words.map(({ text }) => text).join(" ");
}

function surenessOf(words: Word[]): number {
  return meanOf(words.map(({ confidence }) => confidence));
}
