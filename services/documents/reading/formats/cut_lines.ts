/** Lines that the edge of an image cuts off, so that recognition may find nothing in what is left of them. */
import type { Raster } from "../images/raster.ts";
import { type Box, overlap } from "../layout/page.ts";

/** The rows at an edge that are looked at. */
const ROWS = 3;
/** The least gray level between paper and ink. */
const CONTRAST = 50;
/** The least number of separate strokes in a row of letters; a frame or picture has fewer. */
const STROKES = 8;

/** What is left of lines at the upper and lower edge of `picture` in `raster`, apart from the boxes of `lines`. */
export function cutLines(raster: Raster, picture: Box, lines: Box[]): Box[] {
  const [top, bottom] = [Math.ceil(picture.top), Math.floor(picture.bottom)];
  return [{ from: top, to: top + ROWS }, { from: bottom - ROWS, to: bottom }].flatMap(({ from, to }) => {
    const strokes = strokesIn(raster, { left: picture.left, right: picture.right, top: from, bottom: to });
    const [first, last] = [strokes[0], strokes.at(-1)];
    if (!first || !last || strokes.length < STROKES) return [];
    const band = { left: first.from, right: last.to, top: from, bottom: to };
    return lines.some((line) => overlap(band, line) > 0) ? [] : [band];
  });
}

/** The runs of columns that have ink within a band. */
function strokesIn({ width, height, data }: Raster, band: Box): { from: number; to: number }[] {
  const strokes: { from: number; to: number }[] = [];
  const paper = paperIn({ width, height, data }, band);
  for (let x = Math.max(0, Math.ceil(band.left)); x < Math.min(width, band.right); x++) {
    let isInk = false;
    for (let y = Math.max(0, band.top); y < Math.min(height, band.bottom); y++) {
      isInk ||= (data[y * width + x] ?? 255) < paper - CONTRAST;
    }
    const open = strokes.at(-1);
    if (!isInk) continue;
    if (open && open.to === x) open.to = x + 1;
    else strokes.push({ from: x, to: x + 1 });
  }
  return strokes;
}

/** The most common gray of a band. */
function paperIn({ width, height, data }: Raster, band: Box): number {
  const counts = new Uint32Array(256);
  for (let y = Math.max(0, band.top); y < Math.min(height, band.bottom); y++) {
    for (let x = Math.max(0, Math.ceil(band.left)); x < Math.min(width, band.right); x++) {
      const gray = data[y * width + x] ?? 255;
      counts[gray] = (counts[gray] ?? 0) + 1;
    }
  }
  return counts.indexOf(Math.max(...counts));
}
