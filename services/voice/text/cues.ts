/** Splits transcripts into readable subtitle cues: two lines at most, a few seconds long. */
import type { Segment } from "./transcript.ts";

/** A subtitle: when it is shown, and its one or two lines. */
export interface Cue {
  start: number;
  end: number;
  lines: string[];
}

/** The longest line and the longest time that guides for subtitles name, for Latin and Arabic letters alike. */
export const LINE_CHARACTERS = 42;
export const CUE_SECONDS = 7;
/** A cue is not made shorter than this because it is shown for long. */
const SHORT_CUE = 20;

/** Segments as cues. A segment that is too long for one is cut where its words pause, its time shared by length. */
export function cuesOf(segments: Segment[]): Cue[] {
  return segments.flatMap(({ start, end, text }) => {
    const words = measured(text.split(/\s+/u).filter(Boolean).flatMap(cutWord));
    const total = words.width(0, words.count);
    const seconds = Math.max(0, end - start);
    const most = Math.min(2 * LINE_CHARACTERS, Math.max(SHORT_CUE, total * CUE_SECONDS / (seconds || 1)));
    const at = (word: number) =>
      word === words.count ? end : start + seconds * words.width(0, word) / Math.max(1, total);
    return divided(words, most).map(({ from, to }) => ({
      start: at(from),
      end: at(to),
      lines: linesOf(words, { from, to }).map((line) => words.text(line)),
    }));
  });
}

/** Words `from` up to, not including, `to`. */
interface Range {
  from: number;
  to: number;
}

/** The words of a segment, the width of any range of them known at once. */
interface Words {
  count: number;
  width(from: number, to: number): number;
  text(range: Range): string;
  /** The penalty for ending a cue or a line after this word. */
  costAfter(word: number): number;
}

function measured(words: string[]): Words {
  const before = [0];
  for (const word of words) before.push((before.at(-1) ?? 0) + length(word) + 1);
  return {
    count: words.length,
    width: (from, to) => to > from ? (before[to] ?? 0) - (before[from] ?? 0) - 1 : 0,
    text: ({ from, to }) => words.slice(from, to).join(" "),
    costAfter: (word) => costAfter(words[word]),
  };
}

/** Visible width in characters: vowel signs and other marks take no room. */
function length(text: string): number {
  let count = 0;
  for (const character of text) if (!/\p{M}|\p{Cf}/u.test(character)) count++;
  return count;
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A word longer than a line (an address, or a script without spaces) in pieces that fit one. */
function cutWord(word: string): string[] {
  if (length(word) <= LINE_CHARACTERS) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const { segment } of GRAPHEMES.segment(word)) {
    if (piece && length(piece + segment) > LINE_CHARACTERS) {
      pieces.push(piece);
      piece = "";
    }
    piece += segment;
  }
  return [...pieces, piece];
}

/** Little after a sentence, more after a clause, most elsewhere. */
function costAfter(word: string | undefined): number {
  if (word === undefined || /[.!?…؟۔。！？]["'”»)\]]*$/u.test(word)) return 0;
  return /[,;:،؛、，–—-]["'”»)\]]*$/u.test(word) ? 0.15 : 0.6;
}

/**
 * The words in parts of at most `most` characters that fit two lines: the division whose parts are fullest and end
 * where the speaker pauses.
 */
function divided(words: Words, most: number): Range[] {
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let to = 1; to <= words.count; to++) {
    let cheapest = { cost: Infinity, from: to - 1 };
    for (let from = to - 1; from >= 0 && fits(words, { from, to }, most); from--) {
      const empty = 1 - Math.min(1, words.width(from, to) / most);
      const end = to < words.count ? words.costAfter(to - 1) : 0;
      const cost = (best[from]?.cost ?? 0) + COST_OF_A_CUE + empty ** 2 + end;
      if (cost < cheapest.cost) cheapest = { cost, from };
    }
    best.push(cheapest);
  }
  const parts: Range[] = [];
  for (let to = words.count; to > 0; to = best[to]?.from ?? 0) {
    parts.unshift({ from: best[to]?.from ?? 0, to });
  }
  return parts;
}

const COST_OF_A_CUE = 0.2;

function fits(words: Words, range: Range, most: number): boolean {
  const single = range.to - range.from === 1;
  return single || words.width(range.from, range.to) <= most && linesOf(words, range).length <= 2;
}

/** One line, or two of about the same length; three say that the words do not fit two. */
function linesOf(words: Words, { from, to }: Range): Range[] {
  if (words.width(from, to) <= LINE_CHARACTERS) return [{ from, to }];
  let best: { cost: number; at: number } | undefined;
  for (let at = from + 1; at < to; at++) {
    const [first, second] = [words.width(from, at), words.width(at, to)];
    if (Math.max(first, second) > LINE_CHARACTERS) continue;
    const cost = Math.abs(first - second) / LINE_CHARACTERS + words.costAfter(at - 1);
    if (!best || cost < best.cost) best = { cost, at };
  }
  if (best) return [{ from, to: best.at }, { from: best.at, to }];
  return [{ from, to: from + 1 }, { from: from + 1, to: to - 1 }, { from: to - 1, to }];
}
