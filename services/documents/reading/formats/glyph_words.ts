/** Builds words from a text layer's characters by their positions rather than their stored order. */
import { repaired } from "./arabic_text.ts";
import { union, type Word } from "../layout/page.ts";
import type { Glyph } from "./pdf_glyphs.ts";

/** In font heights: letters further apart belong to different words. */
const GAP = 0.15;
const ARABIC_GAP = 0.22;

export function wordsOfGlyphs(glyphs: Glyph[]): Word[] {
  return linesOf(glyphs).flatMap((line) => wordsOfLine(line)).map(wordOf).filter(({ text }) => text !== "");
}

/** Characters on one base line, from left to right. Marks above and below letters stay with the letter before them. */
function linesOf(glyphs: Glyph[]): Glyph[][] {
  const lines: { base: number; glyphs: Glyph[] }[] = [];
  for (const glyph of glyphs.toSorted((a, b) => a.base - b.base)) {
    const line = lines.at(-1);
    if (line && glyph.base - line.base <= glyph.size * 0.22) line.glyphs.push(glyph);
    else lines.push({ base: glyph.base, glyphs: [glyph] });
  }
  return lines.map((line) => line.glyphs.toSorted((a, b) => a.x - b.x));
}

function wordsOfLine(line: Glyph[]): Glyph[][] {
  const words: Glyph[][] = [];
  let before: Glyph | undefined;
  for (const glyph of line) {
    if (glyph.symbol.trim() === "") {
      before = undefined;
      continue;
    }
    const last = words.at(-1);
    if (last && before && touch(before, glyph)) last.push(glyph);
    else words.push([glyph]);
    before = glyph;
  }
  return words;
}

/** Arabic letters join one another, whatever room their fonts claim; figures and Latin keep the room of their font. */
function touch(before: Glyph, after: Glyph): boolean {
  if (isArabicLetter(before.symbol) || isArabicLetter(after.symbol)) {
    return after.box.left - before.box.right <= after.size * ARABIC_GAP;
  }
  return Math.min(after.x, after.box.left) - before.end <= after.size * GAP;
}

function wordOf(glyphs: Glyph[]): Word {
  const box = union(glyphs.map((glyph) => glyph.box));
  const text = repaired(
    glyphs.some(({ symbol }) => isArabicLetter(symbol)) ? rightToLeft(glyphs) : leftToRight(glyphs),
  );
  return { text, confidence: 1, box };
}

function leftToRight(glyphs: Glyph[]): string {
  return glyphs.map(({ symbol }) => symbol).join("");
}

function isArabicLetter(symbol: string): boolean {
  return /(?=[\p{L}\p{M}])\p{Script=Arabic}/u.test(symbol);
}

const BRACKETS: Record<string, string> = { "(": ")", ")": "(", "[": "]", "]": "[", "«": "»", "»": "«" };

/** Letters from right to left, figures and Latin in them from left to right. */
function rightToLeft(glyphs: Glyph[]): string {
  const runs: { text: string; turned: boolean }[] = [];
  for (const symbol of ligaturesOpened(glyphs.toReversed())) {
    const turned = /[\p{N}\p{Script=Latin}]/u.test(symbol) ||
      (/[.,٫٬/:-]/.test(symbol) && runs.at(-1)?.turned === true);
    const last = runs.at(-1);
    if (last && last.turned && turned) last.text = symbol + last.text;
    else runs.push({ text: turned ? symbol : BRACKETS[symbol] ?? symbol, turned });
  }
  // A mark at the far end of a number belongs to the line, not to the number.
  return runs.map(({ text, turned }) => turned ? text.replace(/^([.,:/-]+)(.*)$/, "$2$1") : text).join("");
}

/** The two letters of a lam-alef have the same position, and libraries return them in either order. */
function ligaturesOpened(glyphs: Glyph[]): string[] {
  const symbols = glyphs.map(({ symbol }) => symbol.normalize("NFKC"));
  for (let i = 1; i < glyphs.length; i++) {
    const [first, second] = [glyphs[i - 1], glyphs[i]];
    const together = first && second && Math.abs(first.x - second.x) < first.size * 0.02;
    if (together && /^[اأإآ]$/.test(first.symbol) && second.symbol === "ل") {
      [symbols[i - 1], symbols[i]] = [second.symbol, first.symbol];
    }
  }
  return symbols;
}
