import { type Box, heightOf, type Line, union, verticalOverlap, widthOf, type Word } from "./page.ts";

// Arabic-Indic digits belong to the script but run from left to right.
const ARABIC = /(?!\p{N})\p{Script=Arabic}/gu;
const DIGITS = /[\d٠-٩]/g;
const LATIN = /\p{Script=Latin}/gu;
const CURRENCY = /^(AED|SAR|QAR|OMR|BHD|KWD|USD|EUR|GBP|Dhs?|SR|RO)\.?$/i;

export function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Whether a text is mainly Arabic; undefined when it has no letters of either script. */
export function isArabic(text: string): boolean | undefined {
  const arabic = countMatches(text, ARABIC);
  const latin = countMatches(text, LATIN);
  return arabic + latin === 0 ? undefined : arabic >= latin;
}

/** Whether the words of a page are mainly Arabic. */
export function isArabicPage(words: Word[]): boolean {
  return isArabic(words.map((word) => word.text).join(" ")) ?? false;
}

export function languageOf(text: string): "ar" | "en" | "mixed" {
  const arabic = countMatches(text, ARABIC);
  const latin = countMatches(text, LATIN);
  if (Math.min(arabic, latin) / Math.max(1, arabic + latin) >= 0.1) return "mixed";
  return arabic > latin ? "ar" : "en";
}

/** Sorts the words of a line in reading order. */
export function inReadingOrder(words: Word[], pageIsArabic: boolean): Word[] {
  return withRunsReversed(words, { leftToRight: !isRightToLeft(words, pageIsArabic) });
}

/** Direction of a line by its main script; the page's for a tie. */
function isRightToLeft(words: Word[], pageIsArabic: boolean): boolean {
  const text = words.map((word) => word.text).join("");
  const arabic = countMatches(text, ARABIC);
  const share = arabic / Math.max(1, arabic + countMatches(text, LATIN));
  if (share > 0.6) return true;
  return share < 0.3 && /\p{Script=Latin}/u.test(text) ? false : pageIsArabic;
}

/** Sorts in the line's direction, then reverses runs of the other direction. */
function withRunsReversed(words: Word[], { leftToRight }: { leftToRight: boolean }): Word[] {
  const sorted = words.toSorted((a, b) => leftToRight ? a.box.left - b.box.left : b.box.right - a.box.right);
  const runs: Word[][] = [];
  let wasOther = false;
  for (const [i, word] of sorted.entries()) {
    const other = isOther(sorted, i, leftToRight);
    const last = runs.at(-1);
    if (last && other && wasOther) last.unshift(word);
    else if (last && !other && !wasOther) last.push(word);
    else runs.push([word]);
    wasOther = other;
  }
  return runs.flat();
}

function isOther(sorted: Word[], at: number, leftToRight: boolean): boolean {
  const here = sorted[at]?.text ?? "";
  const arabic = isArabic(here);
  if (!leftToRight && isTimes(sorted, at)) return false;
  if (leftToRight) return arabic === true || (arabic === undefined && surrounded(sorted, at, true));
  if (arabic !== undefined) return !arabic;
  if (inNumberRun(sorted, at)) return true;
  // Numbers to the right of Latin words belong to the Latin run; amounts before a currency do not.
  const next = sorted[at + 1]?.text ?? "";
  if (isTimes(sorted, at + 1)) return false;
  return surrounded(sorted, at, false) ||
    (isArabic(next) === false && !CURRENCY.test(next) && /\d/.test(here));
}

/** Whether a word is the sign between two numbers of a size, which has no direction: "4 × 100". */
function isTimes(sorted: Word[], at: number): boolean {
  return /^[x×]$/i.test(sorted[at]?.text ?? "") &&
    [sorted[at - 1], sorted[at + 1]].every((near) => /^[\d٠-٩.,]+$/.test(near?.text ?? ""));
}

/** Whether digit groups with a space between are one number, which runs from left to right in any line. */
function inNumberRun(sorted: Word[], at: number): boolean {
  const word = sorted[at];
  if (!word || !isGroup(word.text)) return false;
  return [sorted[at - 1], sorted[at + 1]].some((near) => {
    if (!near || !/\d|[٠-٩]/.test(near.text) || isArabicWord(near.text)) return false;
    if (countMatches(near.text, DIGITS) < 2 && countMatches(word.text, DIGITS) < 2) return false;
    const gap = Math.max(near.box.left - word.box.right, word.box.left - near.box.right);
    return gap < heightOf(word.box) * 0.75;
  });
}

function isGroup(text: string): boolean {
  return /^[+(]?[\d٠-٩][\d٠-٩().,+-]*$/.test(text);
}

function isArabicWord(text: string): boolean {
  return /(?=\p{L})\p{Script=Arabic}/u.test(text);
}

function surrounded(sorted: Word[], at: number, arabic: boolean): boolean {
  return isArabic(sorted[at - 1]?.text ?? "") === arabic && isArabic(sorted[at + 1]?.text ?? "") === arabic;
}

export function lineOf(words: Word[], pageIsArabic: boolean): Line {
  const isInArabic = words.some(({ text }) => isArabicWord(text));
  const ordered = inReadingOrder(words, pageIsArabic).map(punctuated).map((word) =>
    isInArabic ? withDoubtfulSize(word) : word
  );
  return {
    text: ordered.map((word) => word.text).join(" "),
    confidence: meanOf(ordered.map((word) => word.confidence)),
    box: union(ordered.map((word) => word.box)),
    words: ordered,
  };
}

/** Moves a colon from the left of a number to its end: some text layers store it in visual order. */
function punctuated(word: Word): Word {
  const text = word.text.replace(/^([:،؛])([%٪]?[\d٠-٩.,]+[%٪]?)$/u, "$2$1");
  return text === word.text ? word : { ...word, text };
}

/**
 * The words of a scanned Arabic line with its sizes as they are read: "×" has no direction, so that its numbers run from
 * the right, and the models read it as the letter x.
 */
export function withSizes(words: Word[]): Word[] {
  const sorted = words.toSorted((a, b) => b.box.right - a.box.right);
  const times = new Set(sorted.filter((_, at) => isTimes(sorted, at)));
  return words.map((word) => {
    if (times.has(word)) return { ...word, text: "×" };
    const isSize = /^[\d٠-٩.,]{1,8}(?:[×x*][\d٠-٩.,]{1,8}){1,2}$/iu.test(word.text);
    return isSize ? { ...word, text: word.text.split(/[×x*]/iu).toReversed().join("×") } : word;
  });
}

/** Maximum confidence of a size in a scanned Arabic line. */
const SIZE = 0.6;

/** Lowers the confidence of a scanned size: its order depends on "×" or "x", which OCR confuses. */
function withDoubtfulSize(word: Word): Word {
  const [, first, second] = /^([\d٠-٩.,]{1,8})[×x*%<>]{1,2}([\d٠-٩.,]{1,8})$/iu.exec(word.text) ?? [];
  return word.confidence < 1 && first !== second
    ? { ...word, confidence: Math.min(word.confidence, SIZE) }
    : word;
}

export function meanOf(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sorts lines in page order: down each column, columns in reading direction. */
export function pageOrder(lines: Line[], pageIsArabic: boolean): Line[] {
  const columns: Line[][] = [];
  for (const line of lines) {
    const last = columns.at(-1)?.at(-1);
    if (last && line.box.top >= last.box.top - heightOf(last.box) / 2) columns.at(-1)?.push(line);
    else columns.push([line]);
  }
  const boxes = new Map(columns.map((column) => [column, union(column.map((line) => line.box))]));
  const boxOf = (column: Line[]): Box => boxes.get(column) ?? union([]);
  for (let i = 1; i < columns.length; i++) {
    for (let k = i; k > 0; k--) {
      const before = columns[k - 1];
      const after = columns[k];
      if (!before || !after || !comesFirst(boxOf(after), boxOf(before), pageIsArabic)) break;
      [columns[k - 1], columns[k]] = [after, before];
    }
  }
  return columns.flat();
}

function comesFirst(box: Box, other: Box, pageIsArabic: boolean): boolean {
  if (box.bottom <= other.top + heightOf(box) * 0.3) return true;
  const apart = box.left >= other.right - widthOf(other) * 0.1 ||
    box.right <= other.left + widthOf(box) * 0.1;
  if (!apart || verticalOverlap(box, other) < 0.5) return false;
  return pageIsArabic ? box.left > other.left : box.left < other.left;
}
