/** Replaces the OCR's misreadings of Arabic-Indic numbers in the lines of a scan. */
import { closeReadings } from "./closer_look.ts";
import type { Engine, ReadLine } from "./engine.ts";
import type { Raster } from "../images/raster.ts";
import { type Box, union, verticalOverlap, widthOf, type Word } from "../layout/page.ts";
import { type IndicFigure, indicFigures } from "../indic/indic_figures.ts";

/** An Arabic word below this confidence may be a number. */
const SURE_WORD = 0.5;
const SURE_SHORT = 0.7;
/** Share of a word that a number must cover to replace it. */
const COVERED = 0.6;

/** The line beside a number; two columns have lines at one height. */
function nearestLine(lines: ReadLine[], box: Box): ReadLine | undefined {
  const apart = (line: ReadLine) => Math.max(line.box.left - box.right, box.left - line.box.right, 0);
  return lines.filter((line) => verticalOverlap(line.box, box) > 0.5)
    .reduce<ReadLine | undefined>(
      (best, line) => best && apart(best) <= apart(line) ? best : line,
      undefined,
    );
}

/** Reads the letters of references. */
type Letters = Pick<Engine, "readLine">;

/** Lines with numbers in Arabic-Indic digits corrected; other lines are unchanged. */
export function withIndicFigures(raster: Raster, lines: ReadLine[], letters?: Letters): ReadLine[] {
  const words = lines.flatMap((line) => line.words);
  const arabic = words.filter(isArabicWord);
  const figures = indicFigures(raster, arabic).filter((figure) => !isTailOf(figure, arabic)).map((figure) =>
    withLetters(raster, figure, letters)
  );
  const others = words.filter((word) => !isArabicWord(word));
  const replaced = new Set(
    others.filter((word) => covered(word.box, figures) >= (isSpeck(word) ? Number.MIN_VALUE : COVERED)),
  );
  const fitting = figures.filter(({ box }) =>
    others.every((word) => replaced.has(word) || widthShared(word.box, box) === 0)
  );
  if (fitting.length === 0) return lines;
  const kept = lines.map((line) => ({ ...line, words: line.words.filter((word) => !replaced.has(word)) }));
  for (const figure of fitting) {
    const line = nearestLine(kept, figure.box);
    if (line) {
      line.words.push(figure);
      line.box = union([line.box, figure.box]);
    } else kept.push({ box: figure.box, words: [figure] });
  }
  return kept.filter((line) => line.words.length > 0);
}

/** The most signs of a number that is the ink of a word beside it, and the gap between the two in pixels. */
const TAIL = { signs: 2, gap: 1 };

/** Whether a short number touches an Arabic word, whose letters reach out of its box; numbers stand apart. */
function isTailOf({ text, box }: IndicFigure, words: Word[]): boolean {
  return text.length <= TAIL.signs && words.some((word) =>
    verticalOverlap(word.box, box) > 0.5 &&
    Math.max(word.box.left - box.right, box.left - word.box.right) <= TAIL.gap
  );
}

/** Confidence of a reference whose letters are not certain. */
const IN_DOUBT = 0.5;
/** The least confidence of its letters. */
const SURE_LETTERS = 0.5;

/** A reference with its letters before its number, as it is read: "ع/٧٧١". */
function withLetters(raster: Raster, { letters, ...figure }: IndicFigure, engine?: Letters): Word {
  if (!letters) return figure;
  const [number, stroke] = [figure.text.slice(0, -1), figure.text.slice(-1)];
  const [read] = (engine ? closeReadings(raster, letters, engine) : []).flatMap(lettersOf)
    .toSorted((a, b) => b.confidence - a.confidence);
  if (!read || read.confidence < SURE_LETTERS) {
    return { ...figure, text: number, confidence: Math.min(figure.confidence, IN_DOUBT) };
  }
  return {
    ...figure,
    text: `${read.text}${stroke}${number}`,
    confidence: Math.min(figure.confidence, read.confidence),
  };
}

/** The Arabic letters at the stroke of a reference; none if anything else was read. */
function lettersOf(words: Word[]): { text: string; confidence: number }[] {
  const text = words.map((word) => word.text).join("").replace(/[/'’:.]/g, "");
  const confidence = Math.max(0, ...words.map((word) => word.confidence));
  return /^(?:(?=\p{L})\p{Script=Arabic}){1,2}$/u.test(text) ? [{ text, confidence }] : [];
}

/** Whether a word is certainly not a number: three successive letters, or a confident short word or currency sign. */
function isArabicWord({ text, confidence }: Word): boolean {
  if (/[\p{N}A-Za-z]/u.test(text)) return false;
  const letters = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  return confidence >= SURE_WORD &&
    (/\p{Script=Arabic}{3}/u.test(text) || (letters > 1 && confidence >= SURE_SHORT));
}

/** Whether a word is a sign or two of Latin letters that no reading is sure of, as a digit is read: "i" of "٦". */
function isSpeck({ text, confidence }: Word): boolean {
  return confidence < SURE_WORD && /^[A-Za-z&]{1,2}$/.test(text);
}

function covered(box: Box, figures: Word[]): number {
  return figures.reduce((sum, figure) => sum + widthShared(box, figure.box), 0) / Math.max(1, widthOf(box));
}

function widthShared(a: Box, b: Box): number {
  return verticalOverlap(a, b) < 0.4 ? 0 : Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));
}
