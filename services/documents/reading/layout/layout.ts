import { median } from "lib/median.ts";
import { type Box, heightOf, type Line, union, verticalOverlap, widthOf, type Word } from "./page.ts";
import { rowsBeside } from "./side_column.ts";
import { isArabicPage, lineOf } from "./word_order.ts";

/** Groups the words of a page to lines, by columns if the page has any. */
export function linesOfWords(words: Word[]): Line[] {
  const pageIsArabic = isArabicPage(words);
  const rows = rowsOf(words);
  const gutter = gutterOf(rows);
  if (gutter === undefined) return rows.map((row) => lineOf(row, pageIsArabic));
  return columnsOf(rows, gutter, pageIsArabic).map((row) => lineOf(row, pageIsArabic));
}

/** Words as rows from top to bottom; a side column has rows of its own. */
export function rowsOf(words: Word[]): Word[][] {
  return rowsBeside(words, spanningRows, isArabicPage(words)) ?? spanningRows(words);
}

/** Words as rows over the whole width. */
function spanningRows(words: Word[]): Word[][] {
  const rows: { box: Box; words: Word[] }[] = [];
  const usual = median(words.map(({ box }) => heightOf(box)), 0);
  for (const word of words.toSorted((a, b) => a.box.top + a.box.bottom - b.box.top - b.box.bottom)) {
    const row = rows.slice(-4).find(({ box }) =>
      verticalOverlap(box, word.box) > leastOverlap(box, word.box)
    );
    if (!row) {
      rows.push({ box: word.box, words: [word] });
      continue;
    }
    row.words.push(word);
    // A tall word must not extend the row into the next one; digits and short letters do not keep the row low.
    if (heightOf(word.box) < Math.max(heightOf(row.box), usual) * 1.3) row.box = union([row.box, word.box]);
  }
  return rows.flatMap((row) => bySize(row.words)).toSorted((a, b) => topOf(a) - topOf(b));
}

/** How much a word overlaps its row: nearly whole where that is only a speck or a sign so far, which may be another's. */
function leastOverlap(row: Box, word: Box): number {
  return heightOf(row) < heightOf(word) / 2 ? 0.8 : 0.55;
}

/** Words lower than this share of a row's tallest are small. */
const SMALL = 0.7;

/**
 * Small words as rows of their own where they do not stand beside the row's tall words: a title may be as high as
 * several lines of an address, and hold them together.
 */
function bySize(words: Word[]): Word[][] {
  const tallest = Math.max(...words.map(({ box }) => heightOf(box)));
  const [tall, small] = [
    words.filter(({ box }) => heightOf(box) >= tallest * SMALL),
    words.filter(({ box }) => heightOf(box) < tallest * SMALL),
  ];
  const lines = linesOfSmall(small);
  const isOne = lines.length < 2 &&
    small.every(({ box }) => tall.every((word) => verticalOverlap(box, word.box) > 0.2));
  if (isOne) return [words];
  // A word may stand between tall ones, and others at its height far beside them.
  const parts = lines.map((line) => {
    const inside = new Set(isAmong(line, tall) ? line : line.filter((word) => isAmong([word], tall)));
    return { inside: [...inside], own: line.filter((word) => !inside.has(word)) };
  });
  return [
    [...tall, ...parts.flatMap(({ inside }) => inside)],
    ...parts.map(({ own }) => own).filter((own) => own.length > 0),
  ];
}

/** Small words as lines from top to bottom. */
function linesOfSmall(words: Word[]): Word[][] {
  const lines: Word[][] = [];
  for (const word of words.toSorted((a, b) => a.box.top - b.box.top)) {
    const line = lines.at(-1);
    if (line?.every(({ box }) => verticalOverlap(box, word.box) > 0.3)) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** The most gap between a small word and the tall ones on both sides of it, in their height. */
const NEAR = 0.7;

/** Whether small words stand close between tall ones, as one without tall letters within a title. */
function isAmong(line: Word[], tall: Word[]): boolean {
  const box = union(line.map(boxOf));
  const near = Math.max(...tall.map((word) => heightOf(word.box))) * NEAR;
  const isNear = (gap: number) => gap > -near && gap < near;
  return tall.some((word) => isNear(box.left - word.box.right)) &&
    tall.some((word) => isNear(word.box.left - box.right));
}

function topOf(words: Word[]): number {
  return Math.min(...words.map(({ box }) => box.top));
}

/** The middle of an empty band between two columns of running text. */
function gutterOf(rows: Word[][]): number | undefined {
  const all = union(rows.flat().map((word) => word.box));
  const wide = rows.filter((row) => row.length >= 8 && widthOf(union(row.map(boxOf))) > widthOf(all) * 0.75);
  if (wide.length < 6) return undefined;
  const middles = wide.map((row) => widestGap(row, all)).filter((gap) => gap !== undefined);
  if (middles.length < wide.length * 0.7) return undefined;
  const middle = median(middles, 0);
  const agreeing = middles.filter((one) => Math.abs(one - middle) < widthOf(all) * 0.04).length;
  return agreeing >= middles.length * 0.8 && agreeing >= 6 ? middle : undefined;
}

function boxOf(word: Word): Box {
  return word.box;
}

/** The middle of the one wide gap of a row, if it lies near the page's middle and both sides hold running text. */
function widestGap(row: Word[], page: Box): number | undefined {
  const sorted = row.toSorted((a, b) => a.box.left - b.box.left);
  const gaps = sorted.slice(1).map((word, i) => {
    const before = sorted[i]?.box.right ?? 0;
    return { size: word.box.left - before, middle: (word.box.left + before) / 2, left: i + 1 };
  }).toSorted((a, b) => b.size - a.size);
  const [widest, next] = gaps;
  if (!widest || widest.size < heightOf(union(row.map(boxOf))) * 1.2) return undefined;
  if (next && next.size > widest.size * 0.6) return undefined;
  const place = (widest.middle - page.left) / Math.max(1, widthOf(page));
  const balanced = widest.left >= 3 && row.length - widest.left >= 3;
  return place > 0.35 && place < 0.65 && balanced ? widest.middle : undefined;
}

function columnsOf(rows: Word[][], gutter: number, pageIsArabic: boolean): Word[][] {
  const out: Word[][] = [];
  let left: Word[][] = [];
  let right: Word[][] = [];
  const flush = () => {
    out.push(...(pageIsArabic ? [...right, ...left] : [...left, ...right]));
    [left, right] = [[], []];
  };
  for (const row of rows) {
    if (row.some((word) => word.box.left < gutter - 2 && word.box.right > gutter + 2)) {
      flush();
      out.push(row);
      continue;
    }
    const before = row.filter((word) => word.box.right <= gutter + 2);
    const after = row.filter((word) => word.box.right > gutter + 2);
    if (before.length > 0) left.push(before);
    if (after.length > 0) right.push(after);
  }
  flush();
  return out;
}
