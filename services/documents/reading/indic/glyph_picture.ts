/** The picture of a glyph for the model of signs: the darkness of its box on a grid that its line places. */
import type { Box } from "../layout/page.ts";
import type { Raster } from "../images/raster.ts";

export const PICTURE = { rows: 24, columns: 20 };
/** The picture reaches this far beyond the line's tall digits, and is this wide, in their heights. */
const [BEYOND, ACROSS] = [0.35, 1.4];
/** Samples across a field of the grid. */
const SAMPLES = 3;

/** The grays of ink and paper. */
export interface Levels {
  ink: number;
  paper: number;
}

/** The mean grays on either side of the middle between the darkest and the lightest. */
export function levelsIn({ data, width, height }: Raster, box: Box): Levels {
  const rows = Array.from(
    { length: Math.max(0, Math.min(height, Math.ceil(box.bottom)) - Math.max(0, Math.floor(box.top))) },
    (_, at) => {
      const row = (Math.max(0, Math.floor(box.top)) + at) * width;
      return data.subarray(
        row + Math.max(0, Math.floor(box.left)),
        row + Math.min(width, Math.ceil(box.right)),
      );
    },
  );
  let [darkest, lightest] = [255, 0];
  for (const row of rows) {
    for (const light of row) [darkest, lightest] = [Math.min(darkest, light), Math.max(lightest, light)];
  }
  const middle = (darkest + lightest) / 2;
  const sums = { ink: 0, inked: 0, paper: 0, blank: 0 };
  for (const row of rows) {
    for (const light of row) {
      if (light < middle) [sums.ink, sums.inked] = [sums.ink + light, sums.inked + 1];
      else [sums.paper, sums.blank] = [sums.paper + light, sums.blank + 1];
    }
  }
  return { ink: sums.ink / Math.max(1, sums.inked), paper: sums.paper / Math.max(1, sums.blank) };
}

/** `line` is the vertical extent of the tall digits. */
export function pictureOf(
  { data, width }: Raster,
  box: Box,
  { line, levels: { ink, paper } }: { line: Pick<Box, "top" | "bottom">; levels: Levels },
): Float32Array {
  const picture = new Float32Array(PICTURE.rows * PICTURE.columns);
  const tall = line.bottom - line.top;
  const [top, left] = [line.top - tall * BEYOND, (box.left + box.right) / 2 - tall * ACROSS / 2];
  const high = tall * (1 + 2 * BEYOND) / PICTURE.rows / SAMPLES;
  const wide = tall * ACROSS / PICTURE.columns / SAMPLES;
  const share = 1 / Math.max(1, paper - ink) / SAMPLES / SAMPLES;
  for (let down = 0; down < PICTURE.rows * SAMPLES; down++) {
    const y = Math.floor(top + (down + 0.5) * high);
    if (y < box.top || y >= box.bottom) continue;
    const row = Math.floor(down / SAMPLES) * PICTURE.columns;
    for (let along = 0; along < PICTURE.columns * SAMPLES; along++) {
      const x = Math.floor(left + (along + 0.5) * wide);
      if (x < box.left || x >= box.right) continue;
      const dark = Math.max(0, Math.min(paper - ink, paper - (data[y * width + x] ?? paper)));
      const at = row + Math.floor(along / SAMPLES);
      picture[at] = (picture[at] ?? 0) + dark * share;
    }
  }
  return picture;
}
