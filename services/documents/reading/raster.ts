/** A gray picture, one byte a pixel, 0 black. Everything the recogniser needs to do to one before reading it. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
}

const WHITE = 255;

/** Gray from RGBA over white paper. */
export function fromRgba(rgba: Uint8Array, width: number, height: number): Raster {
  const data = new Uint8Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const p = i * 4;
    const gray = ((rgba[p] ?? 0) * 77 + (rgba[p + 1] ?? 0) * 151 + (rgba[p + 2] ?? 0) * 28) >> 8;
    const alpha = rgba[p + 3] ?? WHITE;
    data[i] = alpha === WHITE ? gray : ((gray * alpha + WHITE * (WHITE - alpha)) / WHITE) | 0;
  }
  return { width, height, data };
}

/** The plainest file of a gray picture, which the recogniser opens without decoding. */
export function toPgm({ data, width, height }: Raster): Uint8Array {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + data.length);
  file.set(header);
  file.set(data, header.length);
  return file;
}

/** Turns clockwise by quarter turns. */
export function turned(raster: Raster, degrees: number): Raster {
  const { width, height, data } = raster;
  if (degrees === 0) return raster;
  const out = new Uint8Array(data.length);
  const swap = degrees !== 180;
  const outWidth = swap ? height : width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = degrees === 90
        ? x * outWidth + (height - 1 - y)
        : degrees === 270
        ? (width - 1 - x) * outWidth + y
        : (height - 1 - y) * outWidth + (width - 1 - x);
      out[at] = data[y * width + x] ?? WHITE;
    }
  }
  return { width: outWidth, height: swap ? width : height, data: out };
}

/** Turns clockwise by a small angle about the middle, same size, bilinear, white outside. */
export function tilted(raster: Raster, degrees: number): Raster {
  const { width, height, data } = raster;
  const out = new Uint8Array(data.length).fill(WHITE);
  const angle = (degrees * Math.PI) / 180;
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const middleX = width / 2;
  const middleY = height / 2;
  for (let y = 0; y < height; y++) {
    const dy = y - middleY;
    for (let x = 0; x < width; x++) {
      const dx = x - middleX;
      const fromX = middleX + dx * cos + dy * sin;
      const fromY = middleY - dx * sin + dy * cos;
      const left = fromX | 0;
      const top = fromY | 0;
      if (fromX < 0 || fromY < 0 || left >= width - 1 || top >= height - 1) continue;
      const at = top * width + left;
      const right = fromX - left;
      const down = fromY - top;
      const above = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right;
      const below = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right;
      out[y * width + x] = above * (1 - down) + below * down;
    }
  }
  return { width, height, data: out };
}

export function cropped(
  raster: Raster,
  box: { left: number; top: number; right: number; bottom: number },
): Raster {
  const left = Math.max(0, Math.floor(box.left));
  const top = Math.max(0, Math.floor(box.top));
  const right = Math.min(raster.width, Math.ceil(box.right));
  const bottom = Math.min(raster.height, Math.ceil(box.bottom));
  const width = Math.max(1, right - left);
  const height = Math.max(1, bottom - top);
  const data = new Uint8Array(width * height).fill(WHITE);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * raster.width + left;
    data.set(raster.data.subarray(from, from + width), y * width);
  }
  return { width, height, data };
}

/** Shrinks by averaging, so that thin strokes stay visible. */
export function shrunk(raster: Raster, longest: number): Raster {
  const factor = Math.max(raster.width, raster.height) / longest;
  if (factor <= 1) return raster;
  const width = Math.max(1, Math.floor(raster.width / factor));
  const height = Math.max(1, Math.floor(raster.height / factor));
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const y0 = Math.floor(y * factor);
    const y1 = Math.max(y0 + 1, Math.floor((y + 1) * factor));
    for (let x = 0; x < width; x++) {
      const x0 = Math.floor(x * factor);
      const x1 = Math.max(x0 + 1, Math.floor((x + 1) * factor));
      data[y * width + x] = mean(raster, { x0, x1, y0, y1 });
    }
  }
  return { width, height, data };
}

function mean(
  { data, width }: Raster,
  { x0, x1, y0, y1 }: Record<"x0" | "x1" | "y0" | "y1", number>,
): number {
  let sum = 0;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) sum += data[y * width + x] ?? WHITE;
  }
  return sum / ((x1 - x0) * (y1 - y0));
}

/** Enlarges with bilinear steps: pages below about 150 dpi read badly as they are. */
export function enlarged(raster: Raster, factor: number): Raster {
  const width = Math.round(raster.width * factor);
  const height = Math.round(raster.height * factor);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const fromY = Math.min(raster.height - 1.001, y / factor);
    const top = Math.max(0, fromY | 0);
    const down = fromY - top;
    for (let x = 0; x < width; x++) {
      const fromX = Math.min(raster.width - 1.001, x / factor);
      const left = Math.max(0, fromX | 0);
      const at = top * raster.width + left;
      const right = fromX - left;
      const above = (raster.data[at] ?? WHITE) * (1 - right) + (raster.data[at + 1] ?? WHITE) * right;
      const below = (raster.data[at + raster.width] ?? WHITE) * (1 - right) +
        (raster.data[at + raster.width + 1] ?? WHITE) * right;
      data[y * width + x] = above * (1 - down) + below * down;
    }
  }
  return { width, height, data };
}

/** The gray level that best parts ink from paper (Otsu). */
export function inkLevel({ data }: Raster): number {
  const counts = new Float64Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  let sum = 0;
  for (let i = 0; i < 256; i++) sum += i * (counts[i] ?? 0);
  let below = 0;
  let sumBelow = 0;
  let best = 0;
  let level = 127;
  for (let i = 0; i < 256; i++) {
    below += counts[i] ?? 0;
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    sumBelow += i * (counts[i] ?? 0);
    const difference = sumBelow / below - (sum - sumBelow) / above;
    const spread = below * above * difference * difference;
    if (spread > best) [best, level] = [spread, i];
  }
  return level;
}
