/** Finds rows of scanned tables with uncertain words: sums confirm figures, but nothing confirms names. */
import type { Box, Word } from "../../reading/layout/page.ts";
import { isFigure } from "../../reading/layout/table_words.ts";
import type { ReadPage } from "../results/read_page.ts";
import type { JoinedRow } from "./joined_row.ts";

/** Below this confidence most words are misread. */
export const SURE_WORD = 0.65;

/** A "1" behind a number at the end of a name may be a litre's "l": "Cleaner, 20 1", "Water, bottle of 191". */
const ONE_OR_LITRE = /\d 1$|(?<!\p{L})(?:of|bottle|can|drum|tin|jar|pail) \d{1,3}1$/u;

/** Indices of rows with an uncertain word in a cell that is not a figure. */
export function doubtfulRows(rows: JoinedRow[], pages: ReadPage[]): number[] {
  const doubted = new Map(pages.map(({ page, content }) => [
    page,
    content.lines.flatMap((line) => line.words).filter(isDoubtful),
  ]));
  const scans = new Set(pages.flatMap(({ page, content }) => content.source === "ocr" ? [page] : []));
  return rows.flatMap(({ page, texts, places }, at) => {
    const words = doubted.get(page) ?? [];
    if (scans.has(page) && texts.some((text) => /\p{L}{3}/u.test(text) && ONE_OR_LITRE.test(text))) {
      return [at];
    }
    const isMisread = texts.some((text, i) => {
      const place = places[i];
      return place && !isFigure(text) && words.some((word) => isIn(word, place));
    });
    return isMisread ? [at] : [];
  });
}

function isDoubtful({ text, confidence }: Word): boolean {
  // Digits of both scripts in one word are a misread number or sign: "9617١" for "٪٢١".
  const isMixed = confidence < 1 && /\d/.test(text) && /[٠-٩]/.test(text);
  return isMixed || (confidence < SURE_WORD && /[\p{L}\p{N}]/u.test(text));
}

function isIn({ box }: Word, place: Box): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
}
