/** Headings by the size of their letters beside that of the running text. */
import { heightOf, type Line, type Page, widthOf } from "../reading/layout/page.ts";

/** Sizes of a document's letters. */
export interface Sizes {
  /** Of its running text. */
  body: number;
  /** Of its headings, the largest first. */
  headings: number[];
}

/** A heading is at least so much larger; recognised letters vary more in height than a file's own. */
const LARGER = { text: 1.15, ocr: 1.4 };
/** Sizes nearer than this are one. */
const NEAR = 1.08;
const LONGEST = 120;

export function sizesOf(pages: Page[]): Sizes {
  const lines = pages.flatMap((page) =>
    page.lines.map((line) => ({ line, source: line.pictured ? "ocr" : page.source }))
  );
  const heights = lines.filter(({ line }) => widthOf(line.box) > 0)
    .flatMap(({ line }) => line.text.split(" ").map(() => sizeOf(line))).toSorted((a, b) => a - b);
  const body = heights[heights.length >> 1] ?? 0;
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

/** The level of a line that is a heading. */
export function headingOf(line: Line, { headings }: Sizes): number | undefined {
  if (line.heading !== undefined) return line.heading;
  if (!mayHead(line)) return undefined;
  const size = sizeOf(line);
  const level = headings.findIndex((one) => one / size <= NEAR);
  return level < 0 ? undefined : Math.min(6, level + 1);
}

/** A heading is short, has letters and does not end like a sentence. */
function mayHead({ text, box }: Line): boolean {
  return widthOf(box) > 0 && text.length <= LONGEST && /\p{L}{2}/u.test(text) && !/[.;,،؛:]\s*$/.test(text) &&
    !/^[•◦▪●‣·*-]\s/.test(text);
}

/** The middle height of its words: one tall sign makes no heading. */
function sizeOf({ words, box }: Line): number {
  const heights = words.map((word) => heightOf(word.box)).toSorted((a, b) => a - b);
  return heights[heights.length >> 1] ?? heightOf(box);
}
