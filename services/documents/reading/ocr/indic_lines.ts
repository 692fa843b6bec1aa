/** Replaces the OCR's misreadings of Arabic-Indic numbers in the lines of a scan. */
import type { ReadLine } from "./engine.ts";
import type { Raster } from "../images/raster.ts";
import { type Box, union, verticalOverlap, widthOf, type Word } from "../layout/page.ts";
import { indicFigures } from "../indic/indic_figures.ts";

/** An Arabic word below this confidence may be a number. */
const SURE_WORD = 0.5;
const SURE_SHORT = 0.7;
/** Share of a word that a number must cover to replace it. */
const COVERED = 0.6;

/** Lines with numbers in Arabic-Indic digits corrected; other lines are unchanged. */
export function withIndicFigures(raster: Raster, lines: ReadLine[]): ReadLine[] {
  const words = lines.flatMap((line) => line.words);
  const figures = indicFigures(raster, words.filter(isArabicWord));
  const others = words.filter((word) => !isArabicWord(word));
  const replaced = new Set(others.filter(({ box }) => covered(box, figures) >= COVERED));
  const fitting = figures.filter(({ box }) =>
    others.every((word) => replaced.has(word) || widthShared(word.box, box) === 0)
  );
  if (fitting.length === 0) return lines;
  const kept = lines.map((line) => ({ ...line, words: line.words.filter((word) => !replaced.has(word)) }));
  for (const figure of fitting) {
    const line = kept.find(({ box }) => verticalOverlap(box, figure.box) > 0.5);
    if (line) {
      line.words.push(figure);
      line.box = union([line.box, figure.box]);
    } else kept.push({ box: figure.box, words: [figure] });
  }
  return kept.filter((line) => line.words.length > 0);
}

/** Whether a word is certainly not a number: three successive letters, or a confident short word or currency sign. */
function isArabicWord({ text, confidence }: Word): boolean {
  if (/[\p{N}A-Za-z]/u.test(text)) return false;
  const letters = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  return confidence >= SURE_WORD &&
    (/\p{Script=Arabic}{3}/u.test(text) || (letters > 1 && confidence >= SURE_SHORT));
}

function covered(box: Box, figures: Word[]): number {
  return figures.reduce((sum, figure) => sum + widthShared(box, figure.box), 0) / Math.max(1, widthOf(box));
}

function widthShared(a: Box, b: Box): number {
  return verticalOverlap(a, b) < 0.4 ? 0 : Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));
}
