/** Finds positions of texts and dates on the pages of a document. */
import { fold } from "lib/fold.ts";
import { type Box, onPage, type Quad, union, widthOf, type Word } from "../../reading/layout/page.ts";
import type { ReadPage } from "../results/read_page.ts";
import { asciiDigits } from "../values/digits.ts";
import { findDates, type FoundDate } from "../values/dates.ts";
import type { Way } from "../values/document_reading.ts";
import { parseAmount } from "../values/money.ts";

export interface TextPlace {
  page: number;
  /** Omitted for pages without positions, as in a Word document. */
  bbox?: Quad;
}

export interface PlacedDate extends Pick<FoundDate, "value" | "raw">, TextPlace {}

/** The first position of a text as a whole, not as part of a longer word or number. */
export function textPlaceOf(text: string, pages: ReadPage[]): TextPlace | undefined {
  const wanted = squeezed(text);
  if (wanted === "") return undefined;
  for (const page of pages) {
    const { text: all, wordsIn } = textOf(page, squeezed);
    for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
      if (isWhole(all, { at, end: at + wanted.length })) {
        return placed(page, wordsIn(at, at + wanted.length));
      }
    }
  }
  return undefined;
}

/** The position of a date in any format. */
export function datePlace(day: string, pages: ReadPage[], way: Way): TextPlace | undefined {
  return datesOn(pages, way).find(({ value }) => value === day);
}

/** The position of an amount in any format. */
export function amountPlace(amount: number, pages: ReadPage[], { decimal }: Way): TextPlace | undefined {
  for (const page of pages) {
    const { text, wordsIn } = textOf(page, asciiDigits);
    for (const { 0: number, index } of text.matchAll(/\d[\d.,'’]*\d|\d/g)) {
      if (parseAmount(number, decimal) === amount) return placed(page, wordsIn(index, index + number.length));
    }
  }
  return undefined;
}

/** Each date of a document with its position, in reading order. */
export function datesOn(pages: ReadPage[], { dates }: Pick<Way, "dates">): PlacedDate[] {
  return pages.flatMap((page) => {
    const { text, wordsIn } = textOf(page, (word) => word);
    return findDates(text, dates).map(({ value, raw, at }) => ({
      value,
      raw,
      ...placed(page, wordsIn(at, at + raw.length)),
    }));
  });
}

interface RunningText {
  text: string;
  /** The words that a range of the text covers. */
  wordsIn(from: number, to: number): Word[];
}

/** The words of a page as one text, separated by spaces. */
function textOf({ content }: ReadPage, form: (word: string) => string): RunningText {
  const words = content.lines.flatMap((line) => line.words).map((word) => ({ word, text: form(word.text) }))
    .filter(({ text }) => text !== "");
  const starts: number[] = [];
  let length = 0;
  for (const { text } of words) {
    starts.push(length);
    length += text.length + 1;
  }
  return {
    text: words.map(({ text }) => text).join(" "),
    wordsIn: (from, to) =>
      words.filter(({ text }, i) => {
        const start = starts[i] ?? 0;
        return start < to && start + text.length > from;
      }).map(({ word }) => word),
  };
}

function placed({ page, content }: ReadPage, words: Word[]): TextPlace {
  const boxes: Box[] = words.map(({ box }) => box).filter((box) => widthOf(box) > 0);
  return { page, ...(boxes.length === 0 ? {} : { bbox: onPage(union(boxes), content.placement) }) };
}

/** Normalises a text for comparison: without variable punctuation, with single spaces. */
function squeezed(text: string): string {
  return fold(text).replace(/[,،'"]/g, "").replace(/\s+/g, " ").trim();
}

/** Whether a range of a text is not part of a longer word or number. */
function isWhole(text: string, { at, end }: { at: number; end: number }): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(end, end + 2);
  const [first, last] = [text[at] ?? "", text[end - 1] ?? ""];
  const goesOn = (inner: string, outer: string) =>
    /\d/.test(inner) ? /\d/.test(outer) : /\p{L}/u.test(inner) && /\p{L}/u.test(outer);
  return !goesOn(first, before.at(-1) ?? "") && !goesOn(last, after[0] ?? "") &&
    !(/\d/.test(first) && /\d[.٫]$/.test(before)) && !(/\d/.test(last) && /^[.٫]\d/.test(after));
}
