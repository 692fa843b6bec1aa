/** Detects headings by their font size relative to body text. */
import { median } from "lib/median.ts";
import { heightOf, type Line, type Page, widthOf } from "../reading/layout/page.ts";

/** Font sizes of a document. */
export interface Sizes {
  /** Size of body text. */
  body: number;
  /** Sizes of headings, the largest first. */
  headings: number[];
}

/** Minimum ratio of a heading to body text; larger for OCR, whose heights vary more. */
const LARGER = { text: 1.15, ocr: 1.4 };
/** Sizes within this ratio count as one level. */
const NEAR = 1.08;
const LONGEST = 120;

export function sizesOf(pages: Page[]): Sizes {
  const lines = pages.flatMap((page) =>
    page.lines.map((line) => ({ line, source: line.pictured ? "ocr" : page.source }))
  );
  const heights = lines.filter(({ line }) => widthOf(line.box) > 0)
    .flatMap(({ line }) => line.text.split(" ").map(() => sizeOf(line)));
  const body = median(heights, 0);
  const larger = lines.filter(({ line, source }) => {
    const least = source === "text" ? LARGER.text : LARGER.ocr;
    return mayHead(line) && sizeOf(line) >= body * least;
  });
  const headings: number[] = [];
  for (const size of larger.map(({ line }) => sizeOf(line)).toSorted((a, b) => b - a)) {
    const last = headings.at(-1);
    if (last === undefined || last / size > NEAR) headings.push(size);
  }
  return { body, headings };
}

/** The heading level of a line; undefined for body text. */
export function headingOf(line: Line, { headings }: Sizes): number | undefined {
  if (line.heading !== undefined) return line.heading;
  if (!mayHead(line)) return undefined;
  const size = sizeOf(line);
  const level = headings.findIndex((one) => one / size <= NEAR);
  return level < 0 ? undefined : Math.min(6, level + 1);
}

/** Whether a line can be a heading: short, with letters, and without the end of a sentence. */
function mayHead({ text, box }: Line): boolean {
  return widthOf(box) > 0 && text.length <= LONGEST && /\p{L}{2}/u.test(text) && !/[.;,،؛:]\s*$/.test(text) &&
    !/^[•◦▪●‣·*-]\s/.test(text);
}

/** Median height of the words, so that one tall character makes no heading. */
function sizeOf({ words, box }: Line): number {
  return median(words.map((word) => heightOf(word.box)), heightOf(box));
}
