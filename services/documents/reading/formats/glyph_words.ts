/** Builds words from a text layer's characters by their positions rather than their stored order. */
import { repairedArabic } from "./arabic_text.ts";
import { union, type Word } from "../layout/page.ts";
import type { Glyph } from "./pdf_glyphs.ts";

/** Minimum gap between words, in font heights; less where a space is kerned, as before "A". */
const GAP = 0.13;
const KERNED_GAP = 0.1;
/** The ink of an alef is this far from that of a tooth letter in the same word. */
const ARABIC_GAP = 0.24;
/** Spaces in a font smaller than this share of the line's were inserted by the browser at arbitrary positions. */
const SOUND_BLANK = 0.5;
/** Letterspaced words, such as titles: minimum number of letters, maximum gap, and gaps that are alike, in font heights. */
const SPACED = { pieces: 4, gap: 0.7, least: 0.05, spread: 0.12 };

/** A word and its glyphs. */
export interface SpelledWord {
  word: Word;
  glyphs: Glyph[];
}

export function wordsOfGlyphs(glyphs: Glyph[]): Word[] {
  return spelledWords(glyphs).map(({ word }) => word);
}

export function spelledWords(glyphs: Glyph[]): SpelledWord[] {
  const { drawn, parted } = withoutUnsoundBlanks(glyphs);
  return linesOf(drawn).flatMap((line) => {
    const words = withoutSpacing(wordsOfLine(line, parted)).map((glyphs) => ({
      word: wordOf(glyphs),
      glyphs,
    }));
    if (!line.some(({ symbol }) => isArabicLetter(symbol))) return words;
    const texts = words.map(({ word }) => word.text);
    return words.map(({ word, glyphs }, at) => ({
      word: endsLine(isAmongArabic(texts, at) ? withSizeTurned(word) : word),
      glyphs,
    }));
  }).filter(({ word }) => word.text !== "");
}

/** Whether the nearest words with letters, on each side that has any, are Arabic. */
function isAmongArabic(texts: string[], at: number): boolean {
  const nearest = [texts.slice(0, at).toReversed(), texts.slice(at + 1)].flatMap((side) =>
    side.find((text) => /\p{L}/u.test(text)) ?? []
  );
  return nearest.length > 0 && nearest.every((text) => [...text].some(isArabicLetter));
}

/** Reverses a size such as "١×٤", whose factors are read from the right in Arabic. */
function withSizeTurned(word: Word): Word {
  return /^[\d٠-٩.,٫]+(?:[×*][\d٠-٩.,٫]+)+$/u.test(word.text)
    ? { ...word, text: word.text.split(/([×*])/u).toReversed().join("") }
    : word;
}

/** Maps a letter to the next one in the file if a space separates them. */
type Parted = Map<Glyph, Glyph>;

/**
 * Removes spaces of another size, which browsers draw at arbitrary positions in Arabic text, often inside a word or a
 * number. They separate the letters before and after them in the file; their positions are ignored.
 */
function withoutUnsoundBlanks(glyphs: Glyph[]): { drawn: Glyph[]; parted: Parted } {
  const parted: Parted = new Map();
  const drawn: Glyph[] = [];
  let letter: Glyph | undefined;
  let isParted = false;
  for (const glyph of glyphs) {
    const isBlank = glyph.symbol.trim() === "";
    if (isBlank && letter && glyph.size < letter.size * SOUND_BLANK) {
      isParted = true;
      continue;
    }
    drawn.push(glyph);
    if (isBlank) continue;
    if (isParted && letter) parted.set(letter, glyph);
    isParted = false;
    letter = glyph;
  }
  return { drawn, parted };
}

/** Groups glyphs by baseline, from left to right. Diacritics stay with the letter before them. */
function linesOf(glyphs: Glyph[]): Glyph[][] {
  const lines: { base: number; glyphs: Glyph[] }[] = [];
  for (const glyph of glyphs.toSorted((a, b) => a.base - b.base)) {
    const line = lines.at(-1);
    if (line && glyph.base - line.base <= glyph.size * 0.22) line.glyphs.push(glyph);
    else lines.push({ base: glyph.base, glyphs: [glyph] });
  }
  return lines.map((line) => line.glyphs.toSorted((a, b) => a.x - b.x || a.box.left - b.box.left));
}

/** Joins letterspaced words such as "I N V O I C E": capitals at equal distances, each alone or some apart. */
function withoutSpacing(words: Glyph[][]): Glyph[][] {
  return joinedCapitals(joinedPieces(words));
}

/** The most pieces of a letterspaced word. */
const MOST_PIECES = 24;

/** Joins capitals of which some are just near enough to be one word, as "IN VOIC E" or "F ROM": all have similar gaps. */
function joinedCapitals(words: Glyph[][]): Glyph[][] {
  const out: Glyph[][] = [];
  for (let at = 0; at < words.length;) {
    const count = Math.max(1, spacedPieces(words.slice(at, at + MOST_PIECES)));
    out.push(words.slice(at, at + count).flat());
    at += count;
  }
  return out;
}

/** The greatest number of words from the first that are one letterspaced word. */
function spacedPieces(words: Glyph[][]): number {
  const end = words.findIndex((word) => !word.every(({ symbol }) => /\p{Lu}/u.test(symbol)));
  const capitals = end < 0 ? words : words.slice(0, end);
  return capitals.findLastIndex((_, at) => isSpacedOut(capitals.slice(0, at + 1).flat())) + 1;
}

function isSpacedOut(glyphs: Glyph[]): boolean {
  if (glyphs.length < 3 || !glyphs.every(({ symbol }) => /\p{Lu}/u.test(symbol))) return false;
  const gaps = glyphs.slice(1).map((glyph, at) => (glyph.x - (glyphs[at]?.end ?? 0)) / glyph.size);
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  return least >= SPACED.least && most <= SPACED.gap && most - least <= SPACED.spread;
}

function joinedPieces(words: Glyph[][]): Glyph[][] {
  const out: Glyph[][] = [];
  let run: Glyph[][] = [];
  const flush = () => {
    out.push(...(run.length >= SPACED.pieces ? [run.flat()] : run));
    run = [];
  };
  for (const word of words) {
    const last = run.at(-1)?.at(-1);
    const [first] = word;
    const isPiece = word.length <= 2 && word.every(({ symbol }) => /\p{Lu}/u.test(symbol));
    if (!isPiece || !first || (last && first.box.left - last.box.right > first.size * SPACED.gap)) flush();
    if (isPiece) run.push(word);
    else out.push(word);
  }
  flush();
  return out;
}

function wordsOfLine(line: Glyph[], parted: Parted): Glyph[][] {
  const words: Glyph[][] = [];
  let before: Glyph | undefined;
  let right = 0;
  for (const [at, glyph] of line.entries()) {
    if (glyph.symbol.trim() === "") {
      before = undefined;
      continue;
    }
    const last = words.at(-1);
    const isOne = last && before && parted.get(before) !== glyph && parted.get(glyph) !== before &&
      touch(before, glyph, { right, tracking: trackingAt(line, at) });
    if (isOne) last.push(glyph);
    else words.push([glyph]);
    // The two halves of a lam-alef overlap; the next letter follows the one that extends further.
    right = isOne ? Math.max(right, glyph.box.right) : glyph.box.right;
    before = glyph;
  }
  return words;
}

/**
 * Whether two glyphs belong to one word: Arabic letters by their ink, digits and Latin by their advance width. A gap
 * must exceed the letterspacing by that of a space.
 */
function touch(
  before: Glyph,
  after: Glyph,
  { right, tracking }: { right: number; tracking: number },
): boolean {
  if (isArabicLetter(before.symbol) || isArabicLetter(after.symbol)) {
    return after.box.left - right <= after.size * ARABIC_GAP;
  }
  const gap = Math.min(after.x, after.box.left) - before.end;
  return gap <= after.size * ((after.isApart ? KERNED_GAP : GAP) + tracking);
}

/** The letterspacing around a glyph of a line, in font heights: the smaller of the gaps beside the one before it. */
function trackingAt(line: Glyph[], at: number): number {
  const gaps = [at - 1, at + 1].flatMap((next) => {
    const [a, b] = [line[next - 1], line[next]];
    return a && b && a.symbol.trim() !== "" && b.symbol.trim() !== "" ? [(b.x - a.end) / b.size] : [];
  });
  return Math.max(0, Math.min(...gaps, KERNED_GAP));
}

function wordOf(glyphs: Glyph[]): Word {
  const box = union(glyphs.map((glyph) => glyph.box));
  const text = repairedArabic(
    glyphs.some(({ symbol }) => isArabicLetter(symbol)) ? rightToLeft(glyphs) : leftToRight(glyphs),
  );
  return { text, confidence: 1, box };
}

/** Moves a full stop from the left of a number to its end, where it closes the Arabic sentence. */
function endsLine(word: Word): Word {
  return { ...word, text: word.text.replace(/^([.,،:؛]+)([\d٠-٩].*)$/u, "$2$1") };
}

function leftToRight(glyphs: Glyph[]): string {
  return glyphs.map(({ symbol }) => symbol).join("");
}

function isArabicLetter(symbol: string): boolean {
  return /(?=[\p{L}\p{M}])\p{Script=Arabic}/u.test(symbol);
}

const BRACKETS: Record<string, string> = { "(": ")", ")": "(", "[": "]", "]": "[", "«": "»", "»": "«" };

/** The text of glyphs from right to left, with digits and Latin from left to right. */
function rightToLeft(glyphs: Glyph[]): string {
  const runs: { text: string; turned: boolean }[] = [];
  for (const symbol of ligaturesOpened(glyphs.toReversed())) {
    const turned = /[\p{N}\p{Script=Latin}]/u.test(symbol) ||
      (/[.,٫٬/:-]/.test(symbol) && runs.at(-1)?.turned === true);
    const last = runs.at(-1);
    if (last && last.turned && turned) last.text = symbol + last.text;
    else runs.push({ text: turned ? symbol : BRACKETS[symbol] ?? symbol, turned });
  }
  // A mark at the end of a number belongs to the line, not to the number.
  return runs.map(({ text, turned }) => turned ? text.replace(/^([.,:/-]+)(.*)$/, "$2$1") : text).join("");
}

/**
 * Orders the two letters of a lam-alef, which share a position and come in either order. The four letters of "الله" in
 * one glyph share theirs, too, but are in order.
 */
function ligaturesOpened(glyphs: Glyph[]): string[] {
  const symbols = glyphs.map(({ symbol }) => symbol.normalize("NFKC"));
  for (let i = 1; i < glyphs.length; i++) {
    const [first, second, third] = glyphs.slice(i - 1, i + 2);
    const isPair = first && second && isOneGlyph(first, second) && !(third && isOneGlyph(second, third));
    if (isPair && /^[اأإآ]$/.test(first.symbol) && second.symbol === "ل") {
      [symbols[i - 1], symbols[i]] = [second.symbol, first.symbol];
    }
  }
  return symbols;
}

function isOneGlyph(a: Glyph, b: Glyph): boolean {
  return Math.abs(a.x - b.x) < a.size * 0.02;
}
