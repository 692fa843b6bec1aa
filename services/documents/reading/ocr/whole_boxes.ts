/** Widens words over their own ink where their engine's boxes leave letters out, as the article of an Arabic word. */
import { growOverInk } from "../images/ink.ts";
import type { Raster } from "../images/raster.ts";
import { heightOf, verticalOverlap, type Word } from "../layout/page.ts";
import type { ReadLine } from "./engine.ts";

/** The gaps beside words, in their heights, that may hold letters of theirs; wider ones part columns. */
const GAP = { least: 1.1, most: 2.6 };
/** The most growth of a word, in heights. */
const MOST = 1.5;

/** The lines with each Arabic word as wide as its ink, up to the next words. */
export function withWholeBoxes(raster: Raster, lines: ReadLine[]): ReadLine[] {
  return lines.map((line) => {
    const words = line.words.toSorted((a, b) => a.box.left - b.box.left);
    const wide = words.filter((word, i) => {
      const next = words[i + 1];
      return next !== undefined && hasRoom(word, next);
    });
    if (wide.length === 0) return line;
    const grown = new Map<Word, Word>();
    for (const left of wide) {
      const right = words[words.indexOf(left) + 1];
      for (const word of right ? [left, right] : []) {
        if (isArabic(word)) grown.set(word, wholeOf(raster, grown.get(word) ?? word, words));
      }
    }
    return { ...line, words: line.words.map((word) => grown.get(word) ?? word) };
  });
}

function hasRoom(word: Word, next: Word): boolean {
  const gap = next.box.left - word.box.right;
  const height = Math.min(heightOf(word.box), heightOf(next.box));
  return (isArabic(word) || isArabic(next)) && verticalOverlap(word.box, next.box) > 0.5 &&
    gap >= height * GAP.least && gap <= height * GAP.most;
}

function wholeOf(raster: Raster, word: Word, words: Word[]): Word {
  const others = words.filter(({ box }) => box.left >= word.box.right || box.right <= word.box.left);
  const whole = growOverInk(raster, word.box, others.map(({ box }) => box));
  const most = heightOf(word.box) * MOST;
  const isOwn = word.box.left - whole.left <= most && whole.right - word.box.right <= most;
  return isOwn ? { ...word, box: whole } : word;
}

function isArabic({ text }: Word): boolean {
  return /\p{Script=Arabic}{3}/u.test(text) && !/\p{N}/u.test(text);
}
