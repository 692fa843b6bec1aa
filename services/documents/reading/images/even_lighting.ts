/** Evens out the lighting of photos that darken across the page. */
import type { Raster } from "./raster.ts";

/** Pixels on a side of the squares whose paper is measured. */
const TILE = 48;
/** The share of a square's pixels above its assumed paper level. */
const BRIGHTER = 0.15;
/** The largest difference of paper levels on an evenly lit page. */
const EVEN = 28;
/** Squares darker than this share of the page's paper are ink or a picture, not shade. */
const SHADE = 0.3;

export function evenlyLit(raster: Raster): Raster {
  const paper = paperOf(raster);
  const levels = [...paper.levels].toSorted((a, b) => a - b);
  const at = (share: number) => levels[Math.floor((levels.length - 1) * share)] ?? 255;
  if (at(0.95) - at(0.05) < EVEN) return raster;
  return withEvenLight(raster, { ...paper, levels: withoutPictures(paper, at(0.95) * SHADE) });
}

interface Paper {
  across: number;
  down: number;
  levels: Float32Array;
}

/** The gray of the paper in each square. */
function paperOf({ width, height, data }: Raster): Paper {
  const across = Math.max(1, Math.ceil(width / TILE));
  const down = Math.max(1, Math.ceil(height / TILE));
  const levels = new Float32Array(across * down);
  const counts = new Uint32Array(256);
  for (let tileY = 0; tileY < down; tileY++) {
    for (let tileX = 0; tileX < across; tileX++) {
      counts.fill(0);
      let total = 0;
      const bottom = Math.min(height, (tileY + 1) * TILE);
      const right = Math.min(width, (tileX + 1) * TILE);
      for (let y = tileY * TILE; y < bottom; y += 2) {
        for (let x = tileX * TILE; x < right; x += 2) {
          const gray = data[y * width + x] ?? 255;
          counts[gray] = (counts[gray] ?? 0) + 1;
          total++;
        }
      }
      levels[tileY * across + tileX] = brightest(counts, total * BRIGHTER);
    }
  }
  return { across, down, levels };
}

function brightest(counts: Uint32Array, most: number): number {
  let above = 0;
  for (let gray = 255; gray >= 0; gray--) {
    above += counts[gray] ?? 0;
    if (above > most) return gray;
  }
  return 255;
}

/** Dark squares take the paper level of the lightest neighbour. */
function withoutPictures({ across, down, levels }: Paper, least: number): Float32Array {
  return levels.map((level, i) => {
    if (level >= least) return level;
    const [x, y] = [i % across, Math.floor(i / across)];
    let best = level;
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        const [nx, ny] = [x + dx, y + dy];
        if (nx < 0 || ny < 0 || nx >= across || ny >= down) continue;
        best = Math.max(best, levels[ny * across + nx] ?? 0);
      }
    }
    return best;
  });
}

function withEvenLight({ width, height, data }: Raster, { across, down, levels }: Paper): Raster {
  const out = new Uint8Array(data.length);
  const level = (x: number, y: number) =>
    levels[Math.min(down - 1, y) * across + Math.min(across - 1, x)] ?? 255;
  for (let y = 0; y < height; y++) {
    const fy = Math.max(0, y / TILE - 0.5);
    const [top, downShare] = [fy | 0, fy % 1];
    for (let x = 0; x < width; x++) {
      const fx = Math.max(0, x / TILE - 0.5);
      const [left, share] = [fx | 0, fx % 1];
      const above = level(left, top) * (1 - share) + level(left + 1, top) * share;
      const below = level(left, top + 1) * (1 - share) + level(left + 1, top + 1) * share;
      const paper = above * (1 - downShare) + below * downShare;
      const at = y * width + x;
      const gray = (data[at] ?? 255) * 245 / Math.max(1, paper);
      out[at] = gray > 255 ? 255 : gray;
    }
  }
  return { width, height, data: out };
}
