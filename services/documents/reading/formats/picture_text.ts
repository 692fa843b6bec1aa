/** OCR of images on a page with a text layer: stamps, photographed tables, screenshots. */
import type { Raster } from "../images/raster.ts";
import {
  type Box,
  heightOf,
  type Line,
  overlap,
  type Page,
  type Table,
  widthOf,
  type Word,
} from "../layout/page.ts";
import { cutLines } from "./cut_lines.ts";
import { type Figure, unreadOf } from "./figures.ts";
import { countMatches } from "../layout/word_order.ts";

/** Pixels at 200 dpi: smaller images contain no line of text. */
const LEAST = { width: 100, height: 30 };
/** Maximum images read per page, the largest first; their total area is at most the page's. */
const MOST = 8;
/** Pixels of white margin around an image, since OCR loses letters at the edge. */
const MARGIN = 24;
const PAPER = 255;
/** An image contains text if enough letters, and this share of all, are read with this confidence. */
const SURE = { confidence: 0.7, letters: 4, share: 0.6 };
/** Minimum contrast of a visible word, in gray levels. */
const CONTRAST = 50;
/** A line at the upper or lower edge with less confidence counts as cut off. */
const SURE_AT_EDGE = 0.8;
const NEAR_EDGE = 2;
/** Maximum confidence of a word in an image, below that of the text layer. */
const MOST_SURE = 0.999;
const MOST_KEPT = 20;

/** OCR of an upright image. */
export type ReadUpright = (raster: Raster) => Promise<Page>;

/** Reads a file's images, each distinct one once, such as a letterhead on every page. */
export function pictureTexts(
  recognise: ReadUpright,
): (page: Page, figures: Figure[], draw: () => Promise<Raster>) => Promise<Page> {
  const known = new Map<string, Page>();

  async function readOnce(raster: Raster): Promise<Page> {
    const name = await nameOf(raster);
    const page = known.get(name) ?? await recognise(raster);
    if (known.size < MOST_KEPT) known.set(name, page);
    return page;
  }

  return async (page, figures, draw) => {
    const large = figures.filter(({ box }) => widthOf(box) >= LEAST.width && heightOf(box) >= LEAST.height)
      .slice(0, MOST);
    if (large.length === 0) return page;
    const raster = await draw();
    const words = page.lines.flatMap((line) => line.words.map((word) => word.box));
    const seen = new Map<Figure, Seen>();
    for (const figure of large) {
      const read = await readOnce(framed(raster, figure.box, words));
      if (holdsWriting(read)) seen.set(figure, seenIn(read, figure.box, raster));
    }
    return withPictures(page, figures, seen);
  };
}

async function nameOf({ width, height, data }: Raster): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(data));
  return `${width} ${height} ${new Uint8Array(hash).toHex()}`;
}

/** Crops an image from the page with a margin, and erases words of the text layer. */
function framed({ width, height, data }: Raster, box: Box, words: Box[]): Raster {
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const [right, bottom] = [Math.min(width, Math.ceil(box.right)), Math.min(height, Math.ceil(box.bottom))];
  const wide = right - left + 2 * MARGIN;
  const out = new Uint8Array(wide * (bottom - top + 2 * MARGIN)).fill(PAPER);
  for (let y = top; y < bottom; y++) {
    const row = data.subarray(y * width + left, y * width + right);
    out.set(row, (y - top + MARGIN) * wide + MARGIN);
  }
  for (const word of words.filter((one) => overlap(one, box) > 0)) {
    const [from, to] = [Math.max(left, Math.floor(word.left)), Math.min(right, Math.ceil(word.right))];
    for (let y = Math.max(top, Math.floor(word.top)); from < to && y < Math.min(bottom, word.bottom); y++) {
      const at = (y - top + MARGIN) * wide + MARGIN - left;
      out.fill(PAPER, at + from, at + to);
    }
  }
  return { width: wide, height: bottom - top + 2 * MARGIN, data: out };
}

/** Whether a result is text: photographs and drawings give few letters with low confidence. */
function holdsWriting({ lines }: Page): boolean {
  const words = lines.flatMap((line) => line.words);
  const letters = (some: Word[]) =>
    some.reduce((sum, { text }) => sum + countMatches(text, /[\p{L}\p{N}]/gu), 0);
  const sure = letters(words.filter(({ confidence }) => confidence >= SURE.confidence));
  return sure >= SURE.letters && sure >= letters(words) * SURE.share;
}

/** The visible text of an image, in pixels of its page. */
interface Seen extends Required<Pick<Page, "lines" | "tables" | "unread">> {
  /** Words with too little contrast to be seen. */
  faint: string[];
}

function seenIn({ lines, tables, unread = [] }: Page, picture: Box, raster: Raster): Seen {
  const place = placing(picture);
  const isCut = ({ box, confidence }: Line) =>
    confidence < SURE_AT_EDGE &&
    (box.top < picture.top + NEAR_EDGE || box.bottom > picture.bottom - NEAR_EDGE);
  const placed = lines.map((line): Line => ({
    ...line,
    confidence: Math.min(MOST_SURE, line.confidence),
    box: place(line.box),
    words: line.words.map((word) => ({
      text: word.text,
      confidence: Math.min(MOST_SURE, word.confidence),
      box: place(word.box),
    })),
    pictured: true,
  }));
  const isFaint = (line: Line) => line.words.every(({ box }) => contrastIn(raster, box) < CONTRAST);
  const faint = placed.filter(isFaint);
  return {
    lines: placed.filter((line) => !isCut(line) && !faint.includes(line)),
    tables: tables.map((table): Table => ({
      ...table,
      box: place(table.box),
      ...(table.columns ? { columns: table.columns.map(place) } : {}),
      ...(table.places ? { places: table.places.map((row) => row.map((cell) => cell && place(cell))) } : {}),
      pictured: true,
    })).filter(({ box }) => !faint.some((line) => overlap(line.box, box) > 0)),
    unread: [
      ...unread.map(place),
      ...placed.filter((line) => isCut(line) && !isFaint(line)).map(({ box }) => box),
      ...cutLines(raster, picture, placed.map(({ box }) => box)),
    ],
    faint: faint.map(({ text }) => text),
  };
}

/** Maps boxes of the cropped image to its page. */
function placing({ left, top }: Box): (box: Box) => Box {
  const [x, y] = [Math.floor(left) - MARGIN, Math.floor(top) - MARGIN];
  return (box) => ({ left: box.left + x, right: box.right + x, top: box.top + y, bottom: box.bottom + y });
}

function contrastIn({ width, height, data }: Raster, box: Box): number {
  let [least, most] = [PAPER, 0];
  for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(height, box.bottom); y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(width, box.right); x++) {
      const gray = data[y * width + x] ?? PAPER;
      least = Math.min(least, gray);
      most = Math.max(most, gray);
    }
  }
  return Math.max(0, most - least);
}

/** Adds the text of images to a page. */
function withPictures(page: Page, figures: Figure[], seen: Map<Figure, Seen>): Page {
  if (seen.size === 0) return page;
  const { unread: _, ...rest } = page;
  const found = [...seen.values()];
  const left = unreadOf(figures.map((figure) => ({ ...figure, ...seen.get(figure) })));
  const faint = found.flatMap((one) => one.faint).join(" ");
  return {
    ...rest,
    lines: withLines(page.lines, found.flatMap(({ lines }) => lines)),
    tables: [...page.tables, ...found.flatMap(({ tables }) => tables)].toSorted((a, b) =>
      a.box.top - b.box.top
    ),
    pictures: [...seen.keys()].map(({ box }) => box),
    ...(left.length === 0 ? {} : { unread: left }),
    ...(faint === "" ? {} : { hidden: faint }),
  };
}

/** Inserts each image line before the next line below it, in the same column if there is one. */
function withLines(lines: Line[], pictured: Line[]): Line[] {
  const at = Map.groupBy(pictured, (line) => placeFor(line.box, lines));
  return [...lines, undefined].flatMap((line, i) => [...at.get(i) ?? [], ...(line ? [line] : [])]);
}

function placeFor(box: Box, lines: Line[]): number {
  const isBeside = (line: Line) => Math.min(line.box.right, box.right) > Math.max(line.box.left, box.left);
  const under = lines.findIndex((line) => line.box.top >= box.top && isBeside(line));
  const below = under >= 0 ? under : lines.findIndex((line) => line.box.top >= box.bottom);
  return below >= 0 ? below : lines.length;
}
