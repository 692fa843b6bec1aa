/**
 * Finds rows with uncertain words in scanned tables, and rows with words that no cell has or that strayed among figures:
 * sums confirm figures, but nothing confirms names.
 */
import { type Box, union, type Word } from "../../reading/layout/page.ts";
import { isFigure } from "../../reading/layout/table_words.ts";
import type { ReadPage } from "../results/read_page.ts";
import { isMisreadWord } from "./misread_words.ts";
import type { JoinedRow } from "./joined_row.ts";

/** Below this confidence most words are misread. */
export const SURE_WORD = 0.65;

/** A "1" behind a number at the end of a name may be a litre's "l": "Cleaner, 20 1", "Water, bottle of 191". */
const ONE_OR_LITRE = /\d 1$|(?<!\p{L})(?:of|bottle|can|drum|tin|jar|pail) \d{1,3}1$/u;

/** A small l among capitals and digits may be a one: "HbAlc". */
const L_OR_ONE = /\p{Ll}\p{Lu}l\p{Ll}?(?!\p{L})|\dl\d/u;

/** Indices of rows with an uncertain word in a cell that is not a figure, or with words lost or strayed. */
export function doubtfulRows(rows: JoinedRow[], pages: ReadPage[]): number[] {
  const doubted = new Map(pages.map(({ page, content }) => [
    page,
    content.lines.flatMap((line) => line.words).filter(isDoubtful),
  ]));
  const strayed = strayedWords(rows);
  const lost = lostWords(rows, pages);
  const scans = new Set(pages.flatMap(({ page, content }) => content.source === "ocr" ? [page] : []));
  return rows.flatMap(({ page, texts, places }, at) => {
    const words = doubted.get(page) ?? [];
    const mayBeMisread = (text: string) =>
      L_OR_ONE.test(text) || isMisreadWord(text) || (/\p{L}{3}/u.test(text) && ONE_OR_LITRE.test(text));
    if (strayed.has(at) || lost.has(at) || (scans.has(page) && texts.some(mayBeMisread))) return [at];
    const isMisread = texts.some((text, i) => {
      const place = places[i];
      return place && !isFigure(text) && words.some((word) => isIn(word, place));
    });
    return isMisread ? [at] : [];
  });
}

/** Arabic letters differ by dots, so that a misread word still looks like one to the engine. */
const SURE_ARABIC = 0.8;

function isDoubtful({ text, confidence }: Word): boolean {
  if (confidence < SURE_ARABIC && /\p{Script=Arabic}{3}/u.test(text) && !/\p{N}/u.test(text)) return true;
  // Digits of both scripts in one word are a misread number or sign: "9617١" for "٪٢١".
  const isMixed = confidence < 1 && /\d/.test(text) && /[٠-٩]/.test(text);
  return isMixed || (confidence < SURE_WORD && /[\p{L}\p{N}]/u.test(text));
}

function isIn({ box }: Word, place: Box): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
}

/** The least share of cells with figures alone in a column of figures. */
const FIGURES = 0.6;

/** Rows with a word before the number of a column whose other cells have none: "feeder 2", the end of a name. */
function strayedWords(rows: JoinedRow[]): Set<number> {
  const found = new Set<number>();
  for (let column = 0; column < Math.max(0, ...rows.slice(0, 1).map(({ texts }) => texts.length)); column++) {
    const cells = rows.map(({ texts }) => texts[column] ?? "");
    const strayed = cells.flatMap((text, at) => /^\p{L}{4,}.*[\d٠-٩]$/u.test(text) ? [at] : []);
    const figures = cells.filter((text) => /^[\d٠-٩][\d٠-٩.,٫٬]*$/.test(text)).length;
    if (strayed.length === 1 && figures > 1 && figures >= cells.length * FIGURES) found.add(strayed[0] ?? -1);
  }
  return found;
}

/** Rows close to words that no cell has, as the other line of a name that was not joined to it. */
function lostWords(rows: JoinedRow[], pages: ReadPage[]): Set<number> {
  const found = new Set<number>();
  for (const { page, content } of pages) {
    const own = rows.flatMap(({ page: on, places }, at) => {
      const boxes = places.filter((place) => place !== null);
      return on === page && boxes.length > 0 ? [{ at, boxes, box: union(boxes) }] : [];
    });
    // A line with a label says more about the goods than their name: "Serial No.: 4417".
    const words = content.lines.filter(({ text }) => !/[:：]/.test(text)).flatMap((line) => line.words)
      .filter(({ text }) => /\p{L}{3}/u.test(text)).toSorted((a, b) => a.box.top - b.box.top);
    let i = 0;
    for (const word of words) {
      const y = (word.box.top + word.box.bottom) / 2;
      while (own[i + 1] && (own[i + 1]?.box.top ?? Infinity) <= y) i++;
      const [row, next] = [own[i], own[i + 1]];
      if (!row || !next || y <= row.box.bottom || y >= next.box.top) continue;
      const [above, below] = [word.box.top - row.box.bottom, next.box.top - word.box.bottom];
      const owner = above < below ? row : below * 2 < above ? next : undefined;
      const isOver = owner?.boxes.some(({ left, right }) => left < word.box.right && right > word.box.left);
      if (owner && isOver) found.add(owner.at);
    }
  }
  return found;
}
