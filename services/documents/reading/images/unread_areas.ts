/** Finds areas of ink without recognised text: pictures, stamps, signatures, handwriting or missed words. */
import { type Box, heightOf, union, widthOf } from "../layout/page.ts";
import type { Raster } from "./raster.ts";

const DARK = 140;
/** Pixels of a page at 200 dpi: the side of a square of the grid in which ink is counted. */
const SQUARE = 8;
/** The share of dark pixels in a square of letters or a drawing. */
const LEAST_DARK = 0.05;
/** The least width, height and number of inked squares of an area. */
const LEAST = { width: 6, height: 3, inked: 14 };
/** Ink closer than this many squares belongs to one area. */
const NEAR = 2;
/** Squares along the edges of a page, where the shadows of a scan lie. */
const EDGE = 2;
/** The margin around a word for its dots and tails, in word heights. */
const AROUND = 0.35;
/** The most areas of a page that are reported. */
const MOST = 20;

/** The width of a page of 200 dpi. */
const PAGE_WIDTH = 1654;

/** The resolution of a page's raster, in multiples of 200 dpi. */
export function resolutionOf({ width }: Raster): number {
  return Math.max(1, width / PAGE_WIDTH);
}

interface Grid {
  columns: number;
  rows: number;
  inked: Uint8Array;
}

/** The areas, the largest first; `words` are boxes on the raster, whose resolution is `scale` × 200 dpi. */
export function unreadAreas(raster: Raster, words: Box[], scale: number): Box[] {
  const side = Math.max(4, Math.round(SQUARE * scale));
  const grid = gridOf(raster, side, words);
  return areasOf(grid).filter(({ box, inked }) =>
    inked >= LEAST.inked && widthOf(box) >= LEAST.width && heightOf(box) >= LEAST.height
  ).map(({ box }) => ({
    left: box.left * side,
    top: box.top * side,
    right: Math.min(raster.width, box.right * side),
    bottom: Math.min(raster.height, box.bottom * side),
  })).toSorted((a, b) => widthOf(b) * heightOf(b) - widthOf(a) * heightOf(a)).slice(0, MOST);
}

/** Squares with ink outside of all words and off the edges. */
function gridOf({ data, width, height }: Raster, side: number, words: Box[]): Grid {
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const dark = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * columns;
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 255) < DARK) {
        const at = row + Math.floor(x / side);
        dark[at] = (dark[at] ?? 0) + 1;
      }
    }
  }
  const inked = new Uint8Array(columns * rows);
  for (let row = EDGE; row < rows - EDGE; row++) {
    for (let column = EDGE; column < columns - EDGE; column++) {
      const at = row * columns + column;
      if ((dark[at] ?? 0) >= side * side * LEAST_DARK) inked[at] = 1;
    }
  }
  for (const box of words) {
    const around = heightOf(box) * AROUND;
    const [from, to] = [Math.floor((box.left - around) / side), Math.floor((box.right + around) / side)];
    const [top, bottom] = [Math.floor((box.top - around) / side), Math.floor((box.bottom + around) / side)];
    for (let row = Math.max(0, top); row <= Math.min(rows - 1, bottom); row++) {
      inked.fill(0, row * columns + Math.max(0, from), row * columns + Math.min(columns, to + 1));
    }
  }
  return { columns, rows, inked };
}

/** Joins squares that are near one another into areas. */
function areasOf({ columns, rows, inked }: Grid): { box: Box; inked: number }[] {
  const areas: { box: Box; inked: number }[] = [];
  for (let at = 0; at < inked.length; at++) {
    if (inked[at] !== 1) continue;
    const open = [at];
    inked[at] = 2;
    const boxes: Box[] = [];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const [row, column] = [Math.floor(one / columns), one % columns];
      boxes.push({ left: column, top: row, right: column + 1, bottom: row + 1 });
      for (let y = Math.max(0, row - NEAR); y <= Math.min(rows - 1, row + NEAR); y++) {
        for (let x = Math.max(0, column - NEAR); x <= Math.min(columns - 1, column + NEAR); x++) {
          if (inked[y * columns + x] !== 1) continue;
          inked[y * columns + x] = 2;
          open.push(y * columns + x);
        }
      }
    }
    areas.push({ box: union(boxes), inked: boxes.length });
  }
  return areas;
}
