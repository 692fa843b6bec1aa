/** Finds the boxes beside the choices of a form, which OCR reads as letters or leaves out with the word beside them. */
import { type Box, heightOf, widthOf } from "../layout/page.ts";
import { componentsOf } from "./components.ts";
import type { Raster } from "./raster.ts";
import { resolutionOf } from "./unread_areas.ts";

export interface TickBox {
  box: Box;
  ticked: boolean;
}

const DARK = 140;
/** The side of a box in pixels at 200 dpi, and the most that its sides and those of its neighbours differ. */
const SIDE = { least: 15, most: 48, uneven: 0.18 };
/** The width of the band in which an edge lies, and the share of it that has ink; letters have round corners. */
const EDGE = { band: 4, inked: 0.93 };
/** The margin of the inside, and the share of ink in it that is a tick. */
const INSIDE = { margin: 0.25, ticked: 0.06 };
/** More squares are a pattern. */
const MOST = 60;

/** The boxes of a level page: two or more of one size in a row or a column, of which one is open. */
export function tickBoxesOf(raster: Raster): TickBox[] {
  const scale = resolutionOf(raster);
  const found = componentsOf(raster, new Uint8Array(raster.data.length)).map(({ box }) => box)
    .filter((box) => isSquare(box, scale) && hasEdges(raster, box))
    .slice(0, MOST).map((box) => ({ box, ticked: inkInside(raster, box) >= INSIDE.ticked }));
  const choices = found.filter((one) => found.some((other) => other !== one && isChoice(one.box, other.box)));
  return choices.some(({ ticked }) => !ticked) ? choices : [];
}

/** The page without the boxes. */
export function withoutTickBoxes(raster: Raster, boxes: TickBox[]): Raster {
  if (boxes.length === 0) return raster;
  const data = raster.data.slice();
  for (const { box: { left, top, right, bottom } } of boxes) {
    for (let y = Math.max(0, top - 1); y < Math.min(raster.height, bottom + 1); y++) {
      data.fill(
        255,
        y * raster.width + Math.max(0, left - 1),
        y * raster.width + Math.min(raster.width, right + 1),
      );
    }
  }
  return { ...raster, data };
}

function isSquare(box: Box, scale: number): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  return Math.min(width, height) >= SIDE.least * scale && Math.max(width, height) <= SIDE.most * scale &&
    Math.abs(width - height) <= Math.max(width, height) * SIDE.uneven;
}

/** Whether two boxes have one size and stand in a row or a column. */
function isChoice(a: Box, b: Box): boolean {
  const side = Math.max(widthOf(a), widthOf(b));
  const isAlike = Math.abs(widthOf(a) - widthOf(b)) <= side * SIDE.uneven &&
    Math.abs(heightOf(a) - heightOf(b)) <= side * SIDE.uneven;
  return isAlike && (Math.abs(a.top - b.top) < side / 2 || Math.abs(a.left - b.left) < side / 2);
}

/** Whether all four edges of a component are inked along their whole length. */
function hasEdges({ data, width }: Raster, { left, top, right, bottom }: Box): boolean {
  const isInk = (x: number, y: number) => (data[y * width + x] ?? 255) < DARK;
  const along = (length: number, isInked: (at: number, away: number) => boolean) => {
    let inked = 0;
    for (let at = 0; at < length; at++) {
      if (Array.from({ length: EDGE.band }, (_, away) => away).some((away) => isInked(at, away))) inked++;
    }
    return inked >= length * EDGE.inked;
  };
  return along(right - left, (at, away) => isInk(left + at, top + away)) &&
    along(right - left, (at, away) => isInk(left + at, bottom - 1 - away)) &&
    along(bottom - top, (at, away) => isInk(left + away, top + at)) &&
    along(bottom - top, (at, away) => isInk(right - 1 - away, top + at));
}

/** The share of ink within a box. */
function inkInside({ data, width }: Raster, box: Box): number {
  const [across, down] = [
    Math.ceil(widthOf(box) * INSIDE.margin),
    Math.ceil(heightOf(box) * INSIDE.margin),
  ];
  let [dark, all] = [0, 0];
  for (let y = box.top + down; y < box.bottom - down; y++) {
    for (let x = box.left + across; x < box.right - across; x++) {
      all++;
      if ((data[y * width + x] ?? 255) < DARK) dark++;
    }
  }
  return dark / Math.max(1, all);
}
