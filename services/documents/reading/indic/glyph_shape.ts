/** The shape of a glyph in its line: dark fields of a grid, size, vertical position, number of teeth. */
import type { Box } from "../layout/page.ts";
import { heightOf, widthOf } from "../layout/page.ts";
import type { Raster } from "../images/raster.ts";

export const GRID = { columns: 10, rows: 12 };
const DARK = 140;

export interface GlyphShape {
  /** The darkness of each field of the grid, 0 to 15. */
  grid: Uint8Array;
  /** Relative to the height of the line's tall digits. */
  width: number;
  height: number;
  /** The distance of its centre below theirs. */
  low: number;
  /** The most strokes crossed by a row of its upper half. */
  teeth: number;
}

/** The shape of the ink in a box; `line` is the vertical extent of the line's tall digits. */
export function shapeOf(raster: Raster, box: Box, line: Pick<Box, "top" | "bottom">): GlyphShape {
  const tall = Math.max(1, line.bottom - line.top);
  return {
    grid: gridOf(raster, box),
    width: widthOf(box) / tall,
    height: heightOf(box) / tall,
    low: ((box.top + box.bottom) - (line.top + line.bottom)) / 2 / tall,
    teeth: teethOf(raster, box),
  };
}

function gridOf({ data, width }: Raster, box: Box): Uint8Array {
  const { columns, rows } = GRID;
  const grid = new Uint8Array(columns * rows);
  const [fieldWidth, fieldHeight] = [widthOf(box) / columns, heightOf(box) / rows];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let dark = 0;
      for (let i = 0; i < 16; i++) {
        const x = Math.floor(box.left + fieldWidth * (column + (i % 4 + 0.5) / 4));
        const y = Math.floor(box.top + fieldHeight * (row + ((i >> 2) + 0.5) / 4));
        if ((data[y * width + x] ?? 255) < DARK) dark++;
      }
      grid[row * columns + column] = Math.round(dark * 15 / 16);
    }
  }
  return grid;
}

function teethOf({ data, width }: Raster, box: Box): number {
  let most = 0;
  for (let y = box.top + 1; y < box.top + heightOf(box) * 0.45; y++) {
    let strokes = 0;
    let last = false;
    for (let x = box.left; x < box.right; x++) {
      const dark = (data[y * width + x] ?? 255) < DARK;
      if (dark && !last) strokes++;
      last = dark;
    }
    most = Math.max(most, strokes);
  }
  return most;
}

const WEIGHT = { width: 0.5, height: 0.7, low: 0.6, teeth: 0.04 };

/** The distance of two shapes; 0 if equal. */
export function shapeDistance(a: GlyphShape, b: GlyphShape): number {
  let sum = 0;
  for (let i = 0; i < a.grid.length; i++) sum += Math.abs((a.grid[i] ?? 0) - (b.grid[i] ?? 0));
  return sum / a.grid.length / 15 + WEIGHT.width * Math.abs(a.width - b.width) +
    WEIGHT.height * Math.abs(a.height - b.height) + WEIGHT.low * Math.abs(a.low - b.low) +
    WEIGHT.teeth * Math.min(2, Math.abs(a.teeth - b.teeth));
}
