/** Reads uncertain Arabic words again, cropped and enlarged, which the model reads better than in the page. */
import type { Engine, ReadLine } from "./engine.ts";
import { isText } from "./engine.ts";
import { carriedReading, carriersOf, isCarriable } from "./carried_words.ts";
import { type Box, heightOf, overlap, union, type Word } from "../layout/page.ts";
import { cropRaster, enlargeRaster, type Raster } from "../images/raster.ts";
import { growOverInk, inkBox } from "../images/ink.ts";
import { countMatches } from "../layout/word_order.ts";

/** Words with less confidence are read again. */
const POOR = 0.7;
/** Short runs with less confidence are read again beside a sure word of the page. */
const DOUBTFUL = 0.86;
/** Confidence of a reading that confirms the first one, and of one that contradicts it. */
const CONFIRMED = 0.9;
const CONTRADICTED = 0.75;
/** Minimum gain in confidence of a new reading. */
const LEAD = 0.1;
/** Minimum confidence of two readings that agree. */
const AGREED = 0.82;
/** Minimum gap that may contain a missed word, in line heights. */
const WIDE = 2;
const SURE_MISSED = 0.7;
/** Confidence of a reading that another contradicts; low enough to be flagged. */
const ALONE = 0.64;
/** A page with more uncertain runs has drawings taken for text, and is not read again. */
const MOST_RUNS = 60;
/** Margin around a crop in pixels. */
const PAD = 5;
/** The margin above and below a band of ink for its dots, in heights. */
const DOTS = 0.35;
/** Words per piece when a run is not read better as a whole. */
const PIECE = 3;
/** The largest gap between words of one cell, in heights. */
const APART = 1.2;

/** Replaces uncertain Arabic words when a closer reading is more confident, or two agree. */
export function lookedCloser(raster: Raster, lines: ReadLine[], engines: Engine[]): ReadLine[] {
  const engine = engines.find(({ script }) => script === "ara");
  if (!engine) return lines;
  let left = MOST_RUNS;
  const carriers = carriersOf(lines);
  return lines.map((line) => ({
    ...line,
    words: runsOf([...line.words, ...missedWords(raster, line, engine)]).flatMap((run) => {
      const isShort = run.length <= PIECE || isCarriable(union(run.map(({ box }) => box)));
      if (!isPoor(run, isShort ? DOUBTFUL : POOR) || left-- <= 0) return run;
      const whole = readAgain(raster, run, { line, engine, carriers });
      return whole !== run || isShort
        ? whole
        : piecesOf(run).flatMap((piece) =>
          isPoor(piece) ? readAgain(raster, piece, { line, engine, carriers }) : piece
        );
    }),
  }));
}

function readAgain(
  raster: Raster,
  run: Word[],
  { line, engine, carriers }: { line: ReadLine; engine: Engine; carriers: Word[] },
): Word[] {
  const others = line.words.filter((word) => !run.includes(word)).map(({ box }) => box);
  const box = growOverInk(raster, union(run.map((word) => word.box)), others);
  const carried = carriedReading(raster, box, {
    carriers: carriers.filter((one) => !run.includes(one)),
    engine,
  });
  if (carried) return beside(withSureness(carried, run), others);
  if (!isPoor(run)) return run;
  const readings = closeReadings(raster, box, engine).map((words) => beside(words, others));
  return agreedReading(run, readings.filter((words) => !words.some(isMixed)));
}

/** A reading beside other words, surer if it confirms the first one, and in doubt if it contradicts one that was not poor. */
function withSureness(carried: Word[], run: Word[]): Word[] {
  if (joined(carried) === joined(run.toReversed())) {
    return carried.map((word) => ({ ...word, confidence: CONFIRMED }));
  }
  return isPoor(run)
    ? carried
    : carried.map((word) => ({ ...word, confidence: Math.min(word.confidence, CONTRADICTED) }));
}

function piecesOf(run: Word[]): Word[][] {
  const count = Math.ceil(run.length / PIECE);
  const size = Math.ceil(run.length / count);
  return Array.from({ length: count }, (_, i) => run.slice(i * size, (i + 1) * size));
}

/** Reads ink between the words of a line, for which the OCR returned nothing. */
function missedWords(raster: Raster, { box, words }: ReadLine, engine: Engine): Word[] {
  if (words.length === 0) return [];
  const { top, bottom } = union(words.map((word) => word.box));
  const height = bottom - top;
  const sorted = words.map((word) => word.box).toSorted((a, b) => a.left - b.left);
  const edges = [box.left, ...sorted.flatMap(({ left, right }) => [left, right]), box.right];
  return edges.flatMap((left, i) => {
    const right = edges[i + 1] ?? left;
    // Even edges start a gap, odd ones a word.
    if (i % 2 === 1 || right - left < height * WIDE) return [];
    const ink = inkBox(raster, { left: left + 3, right: right - 3, top, bottom });
    if (!ink || ink.right - ink.left < height || heightOf(ink) < height * 0.4) return [];
    const [first, second] = closeReadings(raster, ink, engine).filter(isArabic)
      .toSorted((a, b) => surenessOf(b) - surenessOf(a));
    if (!first || surenessOf(first) < SURE_MISSED || first.some(hasDigits)) return [];
    const isTwice = second !== undefined && joined(first) === joined(second);
    return isTwice ? first : first.map((word) => ({ ...word, confidence: Math.min(word.confidence, ALONE) }));
  });
}

/** Drops words in the margin of a crop that belong to its neighbours. */
function beside(words: Word[], others: Box[]): Word[] {
  return words.filter(({ box }) => others.every((other) => overlap(box, other) < 0.5));
}

/** Readings of a box: cropped to its ink, enlarged, and with a margin for dots above and below. */
export function closeReadings(raster: Raster, box: Box, engine: Pick<Engine, "readLine">): Word[][] {
  const dots = Math.round(heightOf(box) * DOTS);
  const whole = { ...box, top: box.top - dots, bottom: box.bottom + dots };
  return [{ box, factor: 1 }, { box, factor: 2 }, { box: whole, factor: 2 }].map((cut) =>
    readingOf(raster, cut, engine)
  );
}

function readingOf(
  raster: Raster,
  { box, factor }: { box: Box; factor: number },
  engine: Pick<Engine, "readLine">,
): Word[] {
  const ink = inkBox(raster, box) ?? box;
  const cut = { left: ink.left - PAD, top: ink.top - PAD, right: ink.right + PAD, bottom: ink.bottom + PAD };
  const piece = cropRaster(raster, cut);
  const from = { left: Math.max(0, Math.floor(cut.left)), top: Math.max(0, Math.floor(cut.top)) };
  return engine.readLine(factor === 1 ? piece : enlargeRaster(piece, factor)).filter(isText).map((word) => ({
    ...word,
    box: {
      left: word.box.left / factor + from.left,
      top: word.box.top / factor + from.top,
      right: word.box.right / factor + from.left,
      bottom: word.box.bottom / factor + from.top,
    },
  }));
}

/** The reading that two agree on, else the most confident one if it leads clearly. */
export function agreedReading(words: Word[], readings: Word[][]): Word[] {
  const all = [words, ...readings].filter((one) => one.length > 0 && isArabic(one));
  const before = surenessOf(words);
  const twice = all.find((one, i) =>
    surenessOf(one) >= before && all.slice(i + 1).some((other) => joined(other) === joined(one))
  );
  if (twice) return twice.map((word) => ({ ...word, confidence: Math.max(word.confidence, AGREED) }));
  const [best] = all.toSorted((a, b) => surenessOf(b) - surenessOf(a));
  if (!best || best === words || surenessOf(best) < before + LEAD) return words;
  return best.map((word) => ({ ...word, confidence: Math.min(word.confidence, ALONE) }));
}

/** Groups adjacent words of Arabic letters alone, and the others. */
function runsOf(words: Word[]): Word[][] {
  const runs: Word[][] = [];
  for (const word of words.toSorted((a, b) => a.box.left - b.box.left)) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const isNear = before !== undefined && word.box.left - before.box.right < heightOf(word.box) * APART;
    if (last && before && isNear && isForeign(before) === isForeign(word)) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

function isPoor(run: Word[], least = POOR): boolean {
  return isArabic(run) && !run.some(isForeign) && run.some(({ confidence }) => confidence < least);
}

function hasDigits({ text }: Word): boolean {
  return /\p{N}/u.test(text);
}

/** Whether a word has digits or is of Latin letters, which the Arabic model reads as others: "contracts@zab.example". */
function isForeign({ text }: Word): boolean {
  return /\p{N}|[A-Za-z]{4}/u.test(text);
}

/** Whether a word mixes Arabic letters and digits, so that the digit is a misread letter. */
function isMixed({ text }: Word): boolean {
  return /\p{N}/u.test(text) && /(?=\p{L})\p{Script=Arabic}/u.test(text);
}

/** Whether most letters are Arabic. */
function isArabic(words: Word[]): boolean {
  const text = joined(words);
  const arabic = countMatches(text, /\p{Script=Arabic}/gu);
  return arabic > 2 && arabic * 2 > countMatches(text, /\p{L}/gu);
}

function joined(words: Word[]): string {
  return words.map(({ text }) => text).join("");
}

/** The mean confidence weighted by letters. */
function surenessOf(words: Word[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) /
    Math.max(1, letters);
}
