/** Inverts coloured bars with light letters, since OCR expects dark on light. */
import { median } from "lib/median.ts";
import type { Box } from "../layout/page.ts";
import type { Raster } from "./raster.ts";

/** Side of the grid squares in pixels. */
const TILE = 12;
/** Gray levels of dark squares, and of letters on a bar. */
const DARK = 150;
/** The least share of dark pixels in a square of a bar, and of dark squares in a bar. */
const FULL = 0.55;
const FILLED = 0.6;
/** The least size of a bar, in squares. */
const LEAST = { across: 16, down: 2 };
/** The least difference of letters and their ground, in gray levels. */
const CONTRAST = 60;
/** The share of a bar that letters cover. */
const LETTERS = { least: 0.01, most: 0.45 };

/** The page with its bars inverted; the same page if it has none. */
export function withoutBars(raster: Raster): Raster {
  const page = darkTiles(raster);
  const bars = areasOf(page).filter(({ box, tiles }) => {
    const [across, down] = [box.right - box.left, box.bottom - box.top];
    return across >= LEAST.across && down >= LEAST.down && tiles >= across * down * FILLED &&
      (across > down || isSideColumn(box, page));
  }).map(({ box }) => pixelsOf(box, raster));
  if (bars.length === 0) return raster;
  const data = raster.data.slice();
  for (const bar of bars) turnRound({ ...raster, data }, bar);
  return { ...raster, data };
}

/** The least height and the most width of a side column, as shares of the page, and its distance from the edge. */
const SIDE_COLUMN = { down: 0.5, across: 0.45, edge: 3 };

/** Whether a dark area is a column along the side of a page, as CVs have. */
function isSideColumn({ left, top, right, bottom }: Box, { across, down }: Tiles): boolean {
  return bottom - top >= down * SIDE_COLUMN.down && right - left <= across * SIDE_COLUMN.across &&
    (left <= SIDE_COLUMN.edge || right >= across - SIDE_COLUMN.edge);
}

interface Tiles {
  across: number;
  down: number;
  dark: Uint8Array;
}

function darkTiles({ width, height, data }: Raster): Tiles {
  const [across, down] = [Math.floor(width / TILE), Math.floor(height / TILE)];
  const counts = new Uint16Array(across * down);
  for (let y = 0; y < down * TILE; y++) {
    const row = Math.floor(y / TILE) * across;
    for (let x = 0; x < across * TILE; x++) {
      if ((data[y * width + x] ?? 255) < DARK) {
        const at = row + Math.floor(x / TILE);
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }
  }
  return { across, down, dark: Uint8Array.from(counts, (count) => count > TILE * TILE * FULL ? 1 : 0) };
}

/** Bounds of connected dark squares, in squares. */
function areasOf({ across, down, dark }: Tiles): { box: Box; tiles: number }[] {
  const seen = dark.slice();
  const areas: { box: Box; tiles: number }[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] !== 1) continue;
    const box = { left: across, top: down, right: 0, bottom: 0 };
    const open = [start];
    seen[start] = 0;
    let tiles = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % across, Math.floor(at / across)];
      tiles++;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
      for (const next of [x > 0 ? at - 1 : -1, x + 1 < across ? at + 1 : -1, at - across, at + across]) {
        if (seen[next] !== 1) continue;
        seen[next] = 0;
        open.push(next);
      }
    }
    areas.push({ box, tiles });
  }
  return areas;
}

/** Extends bounds by one square on each side, which the bar may reach into. */
function pixelsOf({ left, top, right, bottom }: Box, { width, height }: Raster): Box {
  return {
    left: Math.max(0, (left - 1) * TILE),
    top: Math.max(0, (top - 1) * TILE),
    right: Math.min(width, (right + 1) * TILE),
    bottom: Math.min(height, (bottom + 1) * TILE),
  };
}

interface Column {
  x: number;
  from: number;
  to: number;
}

/** Inverts each column between its first and last dark pixel, since pages are tilted. */
function turnRound(raster: Raster, { left, top, right, bottom }: Box): void {
  const { data, width } = raster;
  const columns = withinEdges(
    Array.from({ length: right - left }, (_, i) => {
      const ink: number[] = [];
      for (let y = top; y < bottom; y++) if ((data[y * width + left + i] ?? 255) < DARK) ink.push(y);
      // Skips specks beside the bar.
      const isBar = ink.length > (bottom - top) / 4;
      return isBar ? { x: left + i, from: ink[0] ?? top, to: (ink.at(-1) ?? top) + 1 } : undefined;
    }).filter((column) => column !== undefined),
  );
  const paper = grayOf(raster, columns);
  const [first, last] = [columns[0], columns.at(-1)];
  if (paper === undefined || !first || !last) return;
  // The sides of a tilted bar would leave strokes that look like letters.
  for (const { x, from, to } of [first, last]) {
    for (let beside = Math.max(left, x - SIDE); beside <= Math.min(right - 1, x + SIDE); beside++) {
      if (beside >= first.x && beside <= last.x) continue;
      for (let y = from; y < to; y++) data[y * width + beside] = 255;
    }
  }
  for (const { x, from, to } of columns) {
    for (let y = from; y < to; y++) {
      const at = y * width + x;
      const light = Math.max(0, (data[at] ?? 0) - paper) / Math.max(1, 255 - paper);
      data[at] = Math.round(255 * (1 - light));
    }
  }
}

/** Tolerance of an edge, and the largest tilt of a side, in pixels. */
const ROUGH = 3;
const SIDE = 4;

/** Removes letters close above or below the bar: most points of an edge lie on one line. */
function withinEdges(columns: Column[]): Column[] {
  const [top, bottom] = [
    edgeOf(columns.map(({ x, from }) => [x, from])),
    edgeOf(columns.map(({ x, to }) => [x, to])),
  ];
  return columns.map(({ x, from, to }) => ({
    x,
    from: from < top(x) - ROUGH ? Math.round(top(x)) : from,
    to: to > bottom(x) + ROUGH ? Math.round(bottom(x)) : to,
  }));
}

/** Fits a line through most of the points. */
function edgeOf(points: [number, number][]): (x: number) => number {
  const half = points.length >> 1;
  const slope = median(
    points.slice(0, half).flatMap(([x, y], i) => {
      const [farX, farY] = points[i + half] ?? [x, y];
      return farX === x ? [] : [(farY - y) / (farX - x)];
    }),
    0,
  );
  const height = median(points.map(([x, y]) => y - slope * x), 0);
  return (x) => height + slope * x;
}

/** The gray level of a bar; undefined if it has no letters. */
function grayOf(
  { data, width }: Raster,
  columns: Column[],
): number | undefined {
  const counts = new Uint32Array(256);
  let all = 0;
  for (const { x, from, to } of columns) {
    for (let y = from; y < to; y++) {
      const gray = data[y * width + x] ?? 0;
      counts[gray] = (counts[gray] ?? 0) + 1;
      all++;
    }
  }
  let below = 0;
  const ground = counts.findIndex((count) => (below += count) > all / 2);
  const sumOf = (grays: Uint32Array) => grays.reduce((sum, count) => sum + count, 0);
  const letters = sumOf(counts.slice(Math.max(DARK, ground + CONTRAST)));
  // Letters darker than their ground stand in the shade of a photo, which is no bar.
  const dark = sumOf(counts.slice(0, Math.max(0, ground - CONTRAST)));
  const isBar = letters >= all * LETTERS.least && letters <= all * LETTERS.most && letters > dark;
  return isBar ? ground : undefined;
}
