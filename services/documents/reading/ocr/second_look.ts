/**
 * Reads figures and Latin text again, in isolation with the English model: the Arabic model invents digits
 * with high confidence.
 */
import { type Engine, isText, type ReadLine } from "./engine.ts";
import { heightOf, overlap, union, type Word } from "../layout/page.ts";
import type { Raster } from "../images/raster.ts";
import { growOverInk } from "../images/ink.ts";
import { padBox, readCrop } from "./crop.ts";
import { withUnits } from "./second_engine.ts";
import { countMatches, meanOf } from "../layout/word_order.ts";

/** A figure below this confidence is read again. */
const SURE_FIGURE = 0.9;
const SURE_AGAIN = 0.8;
const SURE_WORD = 0.6;
/** Confidence after two different readings; low enough to be flagged. */
const IN_DOUBT = 0.4;
const HALF_SURE = 0.55;
const SHORT = 0.7;

/** Adjacent words of a line without Arabic letters. */
interface Run {
  words: Word[];
}

export function lookedAgain(
  raster: Raster,
  lines: ReadLine[],
  engines: Engine[],
  primary: Engine,
): ReadLine[] {
  const english = engines.find(({ script }) => script === "eng");
  if (!english) return lines;
  return lines.map((line) => {
    // A piece read on its own may be level with the line, and is not read again with it.
    const level = lines.filter(({ box }) => box.top < line.box.bottom && box.bottom > line.box.top)
      .flatMap((one) => one.words).filter((word) => !isSigns(word));
    return {
      ...line,
      words: withoutSigns(
        runsOf(line.words).flatMap(({ words }) =>
          needsLook(words, primary)
            ? betterReading(
              words,
              againOf(raster, words, english, level.filter((word) => !words.includes(word))),
              primary,
            )
            : words
        ),
      ),
    };
  });
}

/** Whether a word has neither letters nor digits, as the signs of a date that were read without it. */
function isSigns({ text }: Word): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** Without signs that a figure read again covers. */
function withoutSigns(words: Word[]): Word[] {
  return words.filter((word) =>
    !isSigns(word) ||
    words.every((one) => isSigns(one) || !/\p{N}/u.test(one.text) || overlap(one.box, word.box) < 0.5)
  );
}

function againOf(raster: Raster, words: Word[], engine: Engine, others: Word[]): Word[] {
  const box = growOverInk(raster, union(words.map((word) => word.box)), others.map((word) => word.box));
  return withUnits(readCrop(raster, padBox(box), engine)).filter(isText);
}

function runsOf(words: Word[]): Run[] {
  const runs: (Run & { arabic: boolean })[] = [];
  for (const word of words.toSorted((a, b) => a.box.left - b.box.left)) {
    const arabic = isArabicWord(word.text);
    const last = runs.at(-1);
    const before = last?.words.at(-1);
    const near = before && word.box.left - before.box.right < heightOf(word.box) * 1.2;
    if (last && near && last.arabic === arabic) last.words.push(word);
    else runs.push({ words: [word], arabic });
  }
  return runs;
}

/** Whether a word is Arabic text; single letters among digits are misread digits. */
function isArabicWord(text: string): boolean {
  return /(?=\p{L})\p{Script=Arabic}/u.test(text) && !/\p{N}/u.test(text);
}

function needsLook(words: Word[], { script }: Engine): boolean {
  const text = words.map((word) => word.text).join("");
  if (words.every((word) => isArabicWord(word.text))) return false;
  if (!/[\p{N}A-Za-z]/u.test(text)) return false;
  if (script === "ara") return true;
  return words.some((word) => /\p{N}/u.test(word.text) && word.confidence < SURE_FIGURE);
}

/** Chooses the better of two readings of a run. */
function betterReading(words: Word[], again: Word[], { script }: Engine): Word[] {
  const [before, after] = [surenessOf(words), surenessOf(again)];
  if (again.length === 0) return doubted(words, IN_DOUBT);
  if (joined(words) === joined(again)) {
    const both = Math.min(0.97, 1 - (1 - before) * (1 - after));
    return again.map((word) => ({ ...word, confidence: Math.max(word.confidence, both) }));
  }
  if (isFigures(again) && after >= SURE_AGAIN && again.every((word) => word.confidence >= SURE_WORD)) {
    return again;
  }
  if (script === "eng" && before >= SURE_AGAIN && after < HALF_SURE) return doubted(words, HALF_SURE);
  // One to three digits are read better in the context of their page than alone.
  if (/^\d{1,3}$/.test(joined(words)) && before >= SURE_FIGURE && after < HALF_SURE) {
    return doubted(words, SHORT);
  }
  return doubted(before > after && script === "eng" ? words : again, IN_DOUBT);
}

/** Whether words are plausible: mostly letters or digits. */
function isFigures(words: Word[]): boolean {
  const text = joined(words);
  return countMatches(text, /[\p{L}\p{N}]/gu) >= text.length / 2;
}

function joined(words: Word[]): string {
  return words.map((word) => word.text).join("");
}

function surenessOf(words: Word[]): number {
  return meanOf(words.map((word) => word.confidence));
}

function doubted(words: Word[], most: number): Word[] {
  return words.map((word) => ({ ...word, confidence: Math.min(word.confidence, most) }));
}
