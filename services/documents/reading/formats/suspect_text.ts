/** Finds possibly invisible letters by the objects under and over them; only pages with such letters are rendered. */
import type { Box } from "../layout/page.ts";
import type { PagePart } from "./page_parts.ts";
import type { Glyph } from "./pdf_glyphs.ts";

const PAPER = 255;
/** Contrast to the background from which a letter is certainly visible, in gray levels. */
const CLEAR = 65;
/** Pixels: side of the grid squares that index the objects, so that each letter is compared with few. */
const SQUARE = 32;
/** Letters in a square with more objects are always suspects. */
const MOST_IN_SQUARE = 50;
const MOST_SQUARES = 1_000_000;

interface Ground {
  order: number;
  box: Box;
  gray?: number;
}

export function suspectFilter(parts: PagePart[]): (glyph: Glyph) => boolean {
  const orders = new Map<number, number>();
  const optional = new Set<number>();
  const clips = new Map<number, Box>();
  const squares = new Map<string, Ground[]>();
  let filled = 0;
  for (const [order, part] of parts.entries()) {
    if (part.kind === "text") {
      orders.set(part.object, order);
      if (part.isOptional) optional.add(part.object);
      if (part.clip) clips.set(part.object, part.clip);
      continue;
    }
    const { box, gray } = part;
    for (const name of squaresOf(box)) {
      const here = squares.get(name) ?? [];
      if (here.length <= MOST_IN_SQUARE) here.push({ order, box, gray });
      squares.set(name, here);
      if (++filled > MOST_SQUARES) return () => true;
    }
  }
  return ({ gray, object, box }) => {
    if (gray === undefined || PAPER - gray < CLEAR || optional.has(object)) return true;
    const order = orders.get(object);
    if (order === undefined) return squares.size > 0;
    // Tested at the centre of the letter.
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    const clip = clips.get(object);
    if (clip && !holds(clip, x, y)) return true;
    const here = squares.get(nameOf(x, y)) ?? [];
    if (here.length > MOST_IN_SQUARE) return true;
    return here.some((ground) =>
      holds(ground.box, x, y) &&
      (ground.order > order || ground.gray === undefined || Math.abs(ground.gray - gray) < CLEAR)
    );
  };
}

function holds(box: Box, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function nameOf(x: number, y: number): string {
  return `${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
}

/** Keys of the grid squares that a box touches; pages are at most 4,000 pixels wide and high. */
function* squaresOf({ left, right, top, bottom }: Box): Generator<string> {
  const [from, to] = [Math.max(0, top), Math.min(4_000, bottom)];
  for (let y = Math.floor(from / SQUARE) * SQUARE; y <= to; y += SQUARE) {
    for (let x = Math.floor(Math.max(0, left) / SQUARE) * SQUARE; x <= Math.min(4_000, right); x += SQUARE) {
      yield nameOf(x, y);
    }
  }
}
