import { carriedReading, carriersOf } from "./carried_words.ts";
import { closeReadings } from "./closer_look.ts";
import { padBox, readCrop } from "./crop.ts";
import { type Engine, isText, type ReadLine } from "./engine.ts";
import { withWholeFigures } from "./parted_figures.ts";
import { type Box, heightOf, overlap, union, verticalOverlap, type Word } from "../layout/page.ts";
import type { Raster } from "../images/raster.ts";
import { betterReading, LEAST_SURE, type Pair } from "./merged_line.ts";
import { letterSureness, meanConfidence, trust } from "./trust.ts";
import { segmentsOf } from "../images/segments.ts";
import { countMatches, meanOf } from "../layout/word_order.ts";

const SURE_LINE = 0.85;
const SURE_WORD = 0.6;
/** Minimum confidence to accept a piece that layout analysis omitted as text. */
const SURE_REST = 0.75;
/** Maximum pieces that are read again enlarged. */
const MOST_LOST = 60;
/** Minimum confidence of a piece of a line that could not be read. */
const SURE_LOST = 0.6;
/** Confidence of a unit whose l was read as a stroke. */
const SURE_UNIT = 0.6;
/** Litres, millilitres, centilitres and pounds, with the l read as a stroke. */
const MISREAD_UNIT = /^(?:[mc]?\||\|bs?\.?)$/i;
/** An Arabic unit with its comma read as a hamza, which follows none. */
const WITH_COMMA = /^(سم|مم|ملم|مل|كجم|كغم?|غم|جم|لتر|متر)ء$/u;
/** Least confidence of a label whose value could not be read. */
const SURE_LABEL = 0.6;
/** A line with less confidence is in the other engine's script, so reading it again with the same is useless. */
const HOPELESS = 0.45;
/** Minimum dark pixels of a line of text. */
const LEAST_INK = 150;

/** Reads a page with its primary engine, and uncertain lines with the other one. */
export function readMixed(raster: Raster, engines: Engine[], primary: Engine): ReadLine[] {
  const lines = withWholeFigures(raster, primary.readPage(raster), primary);
  const second = engines.find((engine) => engine !== primary);
  const merged = second ? withSecond(raster, lines, { primary, second }) : lines;
  return withMissed(raster, merged, { engines, primary })
    .map((line) => ({
      ...line,
      words: withUnits(line.words).filter((word) => isText(word) && hasHeight(word, line)),
    }))
    .filter(isReadable);
}

/** Reads a stroke close after a number and as tall as the l of a unit, not as a rule; flagged as uncertain. */
export function withUnits(words: Word[]): Word[] {
  return words.map((word) => {
    if (WITH_COMMA.test(word.text)) return { ...word, text: word.text.replace(WITH_COMMA, "$1،") };
    if (!MISREAD_UNIT.test(word.text)) return word;
    const height = heightOf(word.box);
    const isUnit = words.some(({ text, box }) =>
      /^\d+(?:[.,]\d+)?$/.test(text) && verticalOverlap(box, word.box) > 0.7 &&
      height < heightOf(box) * 1.4 &&
      word.box.left >= box.right && word.box.left - box.right < heightOf(box) * 1.2
    );
    if (!isUnit) return word;
    return { ...word, text: word.text.replace("|", "l"), confidence: Math.min(word.confidence, SURE_UNIT) };
  });
}

/** Whether a word has a height; words recognised in blank paper have none. */
function hasHeight({ box }: Word, line: ReadLine): boolean {
  return heightOf(box) > 2 || heightOf(line.box) < 12;
}

/**
 * Reads uncertain lines again by pieces of ink, since layout analysis may have merged rows. Certain words of such a
 * line beside the pieces are kept.
 */
function withMissed(
  raster: Raster,
  lines: ReadLine[],
  { engines, primary }: { engines: Engine[]; primary: Engine },
): ReadLine[] {
  const isPoor = ({ words }: ReadLine) => meanOf(words.map((word) => word.confidence)) < SURE_REST;
  const good = lines.filter((line) => !isPoor(line));
  const found = missedLines(raster, lines, { good, engines });
  const known = [...good, ...found].flatMap(({ words }) => words);
  const rest = lines.filter(isPoor).map((line) => leftOf(line, { pieces: found, known }, primary))
    .filter(({ words }) => words.length > 0);
  return [...good.map((line) => withoutFragments(line, found)), ...rest, ...found];
}

/** A line without words that pieces read again cover and read more surely, such as the upper half of a heading. */
function withoutFragments(line: ReadLine, pieces: ReadLine[]): ReadLine {
  const over = pieces.filter(({ box }) => overlap(box, line.box) > 0).flatMap(({ words }) => words);
  return {
    ...line,
    words: line.words.filter((word) =>
      over.every((one) => one.confidence <= word.confidence || overlap(one.box, word.box) < 0.4)
    ),
  };
}

/**
 * The words of a line that neither pieces read again nor known words replace; the whole line if no piece is part of it.
 */
export function leftOf(
  line: ReadLine,
  { pieces, known }: { pieces: ReadLine[]; known: Word[] },
  engine: Pick<Engine, "script">,
): ReadLine {
  const parts = pieces.filter((one) =>
    verticalOverlap(one.box, line.box) > 0.5 && overlap(one.box, line.box) > 0.3
  );
  if (parts.length === 0) return line;
  const words = line.words.filter((word) =>
    trust(word, engine) >= SURE_WORD && /[\p{L}\p{N}]{2}/u.test(word.text) &&
    [...parts, ...known].every(({ box }) => overlap(box, word.box) < 0.3)
  );
  return { box: union(words.map(({ box }) => box)), words };
}

/** Whether a line is text: mostly certain, or with a certain word or a label. */
export function isReadable({ words }: ReadLine): boolean {
  return words.length > 0 && (surenessOf(words) >= LEAST_SURE ||
    words.some(({ text, confidence }) =>
      (confidence > 0.85 && /[\p{L}\p{N}]{3}/u.test(text)) ||
      (confidence > SURE_LABEL && /\p{L}{4}[:：]$/u.test(text))
    ));
}

/** The mean confidence of words, or of their letters and digits if that is higher: specks are read as signs. */
function surenessOf(words: Word[]): number {
  const signs = words.map(({ text }) => countMatches(text, /[\p{L}\p{N}]/gu));
  const all = signs.reduce((sum, count) => sum + count, 0);
  const ofSigns = words.reduce((sum, { confidence }, at) => sum + confidence * (signs[at] ?? 0), 0);
  return Math.max(meanOf(words.map((word) => word.confidence)), all > 0 ? ofSigns / all : 0);
}

function withSecond(raster: Raster, lines: ReadLine[], { primary, second }: Pair): ReadLine[] {
  return lines.map((line) => {
    if (isSure(line.words, primary)) return line;
    const box = padBox(line.box);
    const hopeless = meanConfidence(line.words, primary) < HOPELESS;
    const closer = hopeless ? line.words : surer(line.words, readCrop(raster, box, primary), primary);
    if (isSure(closer, primary)) return { ...line, words: closer };
    const others = readCrop(raster, box, second);
    // A line that the other engine cannot read either is in the primary's script after all.
    const own = hopeless && letterSureness(others, second) < LEAST_SURE
      ? readWell(raster, box, primary) ?? closer
      : closer;
    const best = betterReading(own, others, { primary, second });
    return { ...line, words: best.words };
  });
}

/** A line as the engine reads it, if it is mostly certain. */
function readWell(raster: Raster, box: Box, engine: Engine): Word[] | undefined {
  const words = readCrop(raster, box, engine);
  return meanConfidence(words, engine) >= SURE_REST ? words : undefined;
}

/** Reads remaining ink by pieces, since layout analysis sometimes omits a column or a line of the other script. */
function missedLines(
  raster: Raster,
  lines: ReadLine[],
  { good, engines }: { good: ReadLine[]; engines: Engine[] },
): ReadLine[] {
  const rest = paintedOver(raster, good);
  const readable = lines.filter(isReadable);
  if (inkOf(rest) < Math.max(LEAST_INK, inkOf(raster) * 0.003)) return [];
  const segments = segmentsOf(rest);
  // Reading enlarged is useless for a table of digits that no model knows.
  const mayBeLost = segments.length <= MOST_LOST;
  const known = good.flatMap((line) => line.words);
  const [carriers, arabic] = [carriersOf(good), engines.find(({ script }) => script === "ara")];
  return segments.flatMap((box) => {
    const readings = engines.map((engine) => {
      const words = readCrop(raster, padBox(box), engine).filter((word) =>
        known.every((one) => overlap(one.box, word.box) < 0.5)
      );
      return { words, score: meanConfidence(words, engine) };
    });
    const [first] = readings.toSorted((a, b) => b.score - a.score);
    const isLost = mayBeLost && first && first.score < SURE_REST &&
      readable.every((line) => overlap(line.box, box) < 0.3);
    const carried = isLost && arabic ? carriedReading(raster, box, { carriers, engine: arabic }) : undefined;
    if (carried) return [{ box, words: carried }];
    const best = isLost ? closer(raster, box, engines) ?? first : first;
    const isText = best && best.score >= (isLost ? SURE_LOST : SURE_REST) &&
      best.words.some((word) => /[\p{L}\p{N}]{2}/u.test(word.text));
    return isText ? [{ box, words: best.words }] : [];
  });
}

/** The most confident of enlarged readings. */
function closer(raster: Raster, box: Box, engines: Engine[]): { words: Word[]; score: number } | undefined {
  return engines.flatMap((engine) =>
    closeReadings(raster, box, engine).map((words) => ({ words, score: meanConfidence(words, engine) }))
  ).toSorted((a, b) => b.score - a.score)[0];
}

/** The page with the recognised lines erased. */
function paintedOver(raster: Raster, lines: ReadLine[]): Raster {
  const data = raster.data.slice();
  for (const line of lines) {
    const box = padBox(line.box);
    const left = Math.max(0, box.left);
    const right = Math.min(raster.width, box.right);
    for (let y = Math.max(0, box.top); y < Math.min(raster.height, box.bottom); y++) {
      data.fill(255, y * raster.width + left, y * raster.width + right);
    }
  }
  return { ...raster, data };
}

function inkOf({ data }: Raster): number {
  let bright = 0;
  for (let i = 0; i < data.length; i++) bright += (data[i] ?? 255) >> 7;
  return data.length - bright;
}

function isSure(words: Word[], engine: Engine): boolean {
  return meanConfidence(words, engine) >= SURE_LINE &&
    words.every((word) => trust(word, engine) >= SURE_WORD || !/[\p{L}\p{N}]/u.test(word.text));
}

/** The better of two readings; a separate line is read better by the Arabic model, rarely by the English one. */
function surer(words: Word[], again: Word[], engine: Engine): Word[] {
  return again.length > 0 && meanConfidence(again, engine) > meanConfidence(words, engine) ? again : words;
}
