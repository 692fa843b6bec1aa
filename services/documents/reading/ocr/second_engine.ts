import { closeReadings } from "./closer_look.ts";
import { type Engine, isText, type ReadLine } from "./engine.ts";
import { type Box, heightOf, overlap, verticalOverlap, type Word } from "../layout/page.ts";
import { cropRaster, type Raster } from "../images/raster.ts";
import { segmentsOf } from "../images/segments.ts";
import { countMatches, meanOf } from "../layout/word_order.ts";

const SURE_LINE = 0.85;
const SURE_WORD = 0.6;
/** Least confidence of a piece that layout analysis left out, to be taken for text. */
const SURE_REST = 0.75;
/** More pieces than this are not looked at closer. */
const MOST_LOST = 60;
/** The confidence of a piece whose line could not be read at all. */
const SURE_LOST = 0.6;
/** The confidence of a unit whose l was read as a stroke. */
const SURE_UNIT = 0.6;
/** Litres, millilitres, centilitres and pounds, their l read as a stroke. */
const MISREAD_UNIT = /^(?:[mc]?\||\|bs?\.?)$/i;
/** A line read with less than this in all its words is a drawing, not text. */
const LEAST_SURE = 0.5;
/** A line read with less by one engine is of the other's script: reading it again alone is no use. */
const HOPELESS = 0.45;
/** Less dark pixels than this hold no line of text. */
const LEAST_INK = 150;

/** Reads a page with its primary engine, and uncertain lines with the other one. */
export function readMixed(raster: Raster, engines: Engine[], primary: Engine): ReadLine[] {
  const lines = primary.readPage(raster);
  const second = engines.find((engine) => engine !== primary);
  const merged = second ? withSecond(raster, lines, { primary, second }) : lines;
  return withMissed(raster, merged, engines)
    .map((line) => ({
      ...line,
      words: withUnits(line.words).filter((word) => isText(word) && hasHeight(word, line)),
    }))
    .filter(isReadable);
}

/** A stroke close behind a number and as tall is the l of a unit, not a rule; it is flagged. */
export function withUnits(words: Word[]): Word[] {
  return words.map((word) => {
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

/** Words recognised in blank paper have boxes without height. */
function hasHeight({ box }: Word, line: ReadLine): boolean {
  return heightOf(box) > 2 || heightOf(line.box) < 12;
}

/** Lines that are poorly read may be rows that layout analysis took for one: their ink is read piece by piece, too. */
function withMissed(raster: Raster, lines: ReadLine[], engines: Engine[]): ReadLine[] {
  const isPoor = ({ words }: ReadLine) => meanOf(words.map((word) => word.confidence)) < SURE_REST;
  const good = lines.filter((line) => !isPoor(line));
  const found = missedLines(raster, lines, { good, engines });
  const isReplaced = ({ box }: ReadLine) =>
    found.some((one) => verticalOverlap(one.box, box) > 0.5 && overlap(one.box, box) > 0.3);
  return [...good, ...lines.filter((line) => isPoor(line) && !isReplaced(line)), ...found];
}

function isReadable({ words }: ReadLine): boolean {
  return words.length > 0 && (meanOf(words.map((word) => word.confidence)) >= LEAST_SURE ||
    words.some((word) => word.confidence > 0.85 && /[\p{L}\p{N}]{3}/u.test(word.text)));
}

export function padBox(box: Box): Box {
  const pad = Math.max(4, Math.round(heightOf(box) * 0.15));
  return { left: box.left - pad, top: box.top - pad, right: box.right + pad, bottom: box.bottom + pad };
}

/**
 * Latin words from the Arabic model are mostly wrong despite high confidence, and its Western digits often
 * are.
 */
function trust({ text, confidence }: Word, { script }: Engine): number {
  if (script === "ara" && /[A-Za-z]/.test(text)) return confidence * 0.3;
  return script === "ara" && /[0-9]/.test(text) ? confidence * 0.75 : confidence;
}

export function meanConfidence(words: Word[], engine: Engine): number {
  return meanOf(words.map((word) => trust(word, engine)));
}

interface Pair {
  primary: Engine;
  second: Engine;
}

function withSecond(raster: Raster, lines: ReadLine[], { primary, second }: Pair): ReadLine[] {
  return lines.map((line) => {
    if (isSure(line.words, primary)) return line;
    const box = padBox(line.box);
    const hopeless = meanConfidence(line.words, primary) < HOPELESS;
    const closer = hopeless ? line.words : surer(line.words, readCrop(raster, box, primary), primary);
    if (isSure(closer, primary)) return { ...line, words: closer };
    const best = betterReading(closer, readCrop(raster, box, second), { primary, second });
    return { ...line, words: best.words };
  });
}

/** Layout analysis sometimes drops a column or a line of the other script: ink that is left is read piece by piece. */
function missedLines(
  raster: Raster,
  lines: ReadLine[],
  { good, engines }: { good: ReadLine[]; engines: Engine[] },
): ReadLine[] {
  const rest = paintedOver(raster, good);
  const readable = lines.filter(isReadable);
  if (inkOf(rest) < Math.max(LEAST_INK, inkOf(raster) * 0.003)) return [];
  const segments = segmentsOf(rest);
  // Looking closer is useless in a table of figures that no model knows.
  const mayBeLost = segments.length <= MOST_LOST;
  return segments.flatMap((box) => {
    const readings = engines.map((engine) => {
      const words = readCrop(raster, padBox(box), engine);
      return { words, score: meanConfidence(words, engine) };
    });
    const [first] = readings.toSorted((a, b) => b.score - a.score);
    const isLost = mayBeLost && first && first.score < SURE_REST &&
      readable.every((line) => overlap(line.box, box) < 0.3);
    const best = isLost ? closer(raster, box, engines) ?? first : first;
    const isText = best && best.score >= (isLost ? SURE_LOST : SURE_REST) &&
      best.words.some((word) => /[\p{L}\p{N}]{2}/u.test(word.text));
    return isText ? [{ box, words: best.words }] : [];
  });
}

/** The surest of close readings. */
function closer(raster: Raster, box: Box, engines: Engine[]): { words: Word[]; score: number } | undefined {
  return engines.flatMap((engine) =>
    closeReadings(raster, box, engine).map((words) => ({ words, score: meanConfidence(words, engine) }))
  ).toSorted((a, b) => b.score - a.score)[0];
}

/** The page without the lines that were read. */
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

/** The Arabic model reads a line alone better than in its page, the English one hardly ever. */
function surer(words: Word[], again: Word[], engine: Engine): Word[] {
  return again.length > 0 && meanConfidence(again, engine) > meanConfidence(words, engine) ? again : words;
}

export function readCrop(
  raster: Raster,
  box: Box,
  engine: Pick<Engine, "readLine">,
): Word[] {
  return engine.readLine(cropRaster(raster, box)).map((word) => ({ ...word, box: moved(word.box, box) }));
}

function moved(box: Box, by: Box): Box {
  const left = Math.max(0, Math.floor(by.left));
  const top = Math.max(0, Math.floor(by.top));
  return { left: box.left + left, top: box.top + top, right: box.right + left, bottom: box.bottom + top };
}

/**
 * The better reading of a line, with single words replaced where the other reading is clearly more confident.
 */
function betterReading(
  words: Word[],
  others: Word[],
  { primary, second }: Pair,
): { words: Word[]; base: Engine } {
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
    const score = meanOf(over.map((one) => trust(one, other)));
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
  return words.reduce((sum, word) => sum + countMatches(word.text, /\p{L}/gu), 0);
}

/** Both models read digits alike, so a line's script is judged by its letters alone. */
function letterSureness(words: Word[], engine: Engine): number {
  const weighed = words.map((word) => ({
    weight: countMatches(word.text, /\p{L}/gu),
    value: trust(word, engine),
  }));
  const weight = weighed.reduce((sum, one) => sum + one.weight, 0);
  if (weight === 0) return meanConfidence(words, engine) * 0.5;
  return weighed.reduce((sum, one) => sum + one.weight * one.value, 0) / weight;
}
