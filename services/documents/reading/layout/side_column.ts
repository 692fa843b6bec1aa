/** Finds a narrow column beside the rest of a page, such as the band of a letterhead or of a CV. */
import { median } from "lib/median.ts";
import { type Box, heightOf, union, widthOf, type Word } from "./page.ts";

/** The least share of the page's height that a side column has, and its most share of the width. */
const SHARE = { height: 0.5, width: 0.4 };
/** The least words of each part. */
const LEAST_WORDS = 12;
/** The least rows of each part; a page has no more than the most, and comparing more would take long. */
const ROWS = { least: 6, most: 400 };
/** The least gap between the parts, in heights of a usual word. */
const LEAST_GAP = 1.1;
/** The most rows on end that are level with one beside them: a table has a heading and two rows at least. */
const LEVEL_ROWS = 2;
/** How near level rows are, in heights of the lower one. */
const LEVEL = 0.15;
/** The least share of a side column's rows without a wide gap, and the least size of that, in heights of a usual word. */
const WHOLE = { rows: 0.9, gap: 3 };
/** The number of places where a page may be parted. */
const PLACES = 80;

/** Groups words to rows. */
type Rows = (words: Word[]) => Word[][];

/**
 * The rows of a page with a side column: those above, of the one column, of the other and below. Rows that span the
 * page would mix the lines of both. Undefined for a page without a side column.
 */
export function rowsBeside(words: Word[], rowsOf: Rows, pageIsArabic: boolean): Word[][] | undefined {
  if (words.length < LEAST_WORDS * 2) return undefined;
  const all = boxOf(words);
  const usual = median(words.map(({ box }) => heightOf(box)));
  const best = placesOf(all).flatMap((x) => partsAt(x, words, { all, usual }) ?? [])
    .toSorted((a, b) => b.height - a.height || b.gap - a.gap)[0];
  if (!best) return undefined;
  const [left, right] = [rowsOf(best.left), rowsOf(best.right)];
  const [fewer = 0, more = 0] = [left.length, right.length].toSorted((a, b) => a - b);
  if (fewer < ROWS.least || more > ROWS.most) return undefined;
  const side = widthOf(boxOf(best.left)) < widthOf(boxOf(best.right)) ? left : right;
  if (wholeShare(side, usual) < WHOLE.rows) return undefined;
  if (Math.max(levelRun(left, right), levelRun(right, left)) > LEVEL_ROWS) return undefined;
  const sides = pageIsArabic ? [...right, ...left] : [...left, ...right];
  return [...rowsOf(best.above), ...sides, ...rowsOf(best.below)];
}

/** Horizontal positions at which the narrower part is no wider than a side column. */
function placesOf(all: Box): number[] {
  return Array.from({ length: PLACES - 1 }, (_, i) => (i + 1) / PLACES)
    .filter((share) => Math.min(share, 1 - share) <= SHARE.width)
    .map((share) => all.left + widthOf(all) * share);
}

interface Parts {
  above: Word[];
  left: Word[];
  right: Word[];
  below: Word[];
  height: number;
  gap: number;
}

/** The words on both sides of a position, over the greatest height at which no word crosses it. */
function partsAt(
  x: number,
  words: Word[],
  { all, usual }: { all: Box; usual: number },
): Parts | undefined {
  const free = freeHeight(
    words.filter(({ box }) => box.left < x && box.right > x).map(({ box }) => box),
    all,
  );
  const height = free.bottom - free.top;
  if (height < heightOf(all) * SHARE.height) return undefined;
  const middleOf = ({ box }: Word) => (box.top + box.bottom) / 2;
  const within = words.filter((word) => middleOf(word) > free.top && middleOf(word) < free.bottom);
  const left = within.filter(({ box }) => box.right <= x);
  const right = within.filter(({ box }) => box.left >= x);
  if (Math.min(left.length, right.length) < LEAST_WORDS) return undefined;
  const [a, b] = [boxOf(left), boxOf(right)];
  const gap = b.left - a.right;
  const isBeside = Math.min(heightOf(a), heightOf(b)) >= heightOf(all) * SHARE.height;
  if (!isBeside || gap < usual * LEAST_GAP) return undefined;
  return {
    above: words.filter((word) => middleOf(word) <= free.top),
    left,
    right,
    below: words.filter((word) => middleOf(word) >= free.bottom),
    height,
    gap,
  };
}

/** The tallest part of a page between boxes that cross a position. */
function freeHeight(crossing: Box[], all: Box): { top: number; bottom: number } {
  let best = { top: all.top, bottom: all.top };
  let top = all.top;
  for (
    const box of [...crossing.toSorted((a, b) => a.top - b.top), { top: all.bottom, bottom: all.bottom }]
  ) {
    if (box.top - top > best.bottom - best.top) best = { top, bottom: box.top };
    top = Math.max(top, box.bottom);
  }
  return best;
}

/** The share of rows whose words leave no wide gap. */
function wholeShare(rows: Word[][], usual: number): number {
  const whole = rows.filter((row) => {
    const boxes = row.map(({ box }) => box).toSorted((a, b) => a.left - b.left);
    return boxes.every(({ left }, i) => left - (boxes[i - 1]?.right ?? left) < usual * WHOLE.gap);
  });
  return whole.length / rows.length;
}

/** The most rows on end that are level with a row of the other side. */
function levelRun(rows: Word[][], others: Word[][]): number {
  const beside = others.map(boxOf);
  const isScanned = others.some((row) => row.some(({ confidence }) => confidence < 1));
  let [most, run] = [0, 0];
  for (const box of rows.map(boxOf)) {
    const isLevel = beside.some((other) => isLevelWith(box, other, isScanned));
    run = isLevel ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return most;
}

/** Whether two rows are level; in scans boxes follow the letters, so that only one edge may be. */
function isLevelWith(a: Box, b: Box, isScanned: boolean): boolean {
  const [top, bottom] = [a.top - b.top, a.bottom - b.bottom];
  const middle = Math.abs(top + bottom) / 2;
  const apart = isScanned ? Math.min(Math.abs(top), Math.abs(bottom), middle) : middle;
  return apart < Math.min(heightOf(a), heightOf(b)) * LEVEL;
}

function boxOf(words: Word[]): Box {
  return union(words.map(({ box }) => box));
}
