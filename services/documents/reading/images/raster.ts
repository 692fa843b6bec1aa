/** A grayscale image, one byte per pixel with 0 as black, and the operations that prepare it for OCR. */
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

const BMP_HEADER = 14 + 40 + 4 * 256;

/** A BMP of 256 grays, the uncompressed format that the recogniser reads row by row. */
export function toBmp({ data, width, height }: Raster): Uint8Array {
  const rowBytes = Math.ceil(width / 4) * 4;
  const file = new Uint8Array(BMP_HEADER + rowBytes * height);
  const header = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  header.setUint32(2, file.length, true);
  header.setUint32(10, BMP_HEADER, true);
  header.setUint32(14, 40, true);
  header.setInt32(18, width, true);
  header.setInt32(22, height, true);
  header.setUint16(26, 1, true);
  header.setUint16(28, 8, true);
  for (let gray = 0; gray < 256; gray++) header.setUint32(54 + 4 * gray, gray * 0x010101, true);
  for (let y = 0; y < height; y++) {
    file.set(data.subarray(y * width, (y + 1) * width), BMP_HEADER + (height - 1 - y) * rowBytes);
  }
  return file;
}

/** Turns clockwise by quarter turns. */
export function rotateQuarters(raster: Raster, degrees: number): Raster {
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
export function rotateSlightly(raster: Raster, degrees: number): Raster {
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

export function cropRaster(
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
export function shrinkRaster(raster: Raster, longest: number): Raster {
  const factor = Math.max(raster.width, raster.height) / longest;
  if (factor <= 1) return raster;
  const columns = spans(raster.width, factor);
  const rows = spans(raster.height, factor);
  const width = columns.length - 1;
  const height = rows.length - 1;
  const data = new Uint8Array(width * height);
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    const top = rows[y] ?? 0;
    const bottom = rows[y + 1] ?? 0;
    sums.fill(0);
    for (let row = top; row < bottom; row++) addRow(sums, raster, row, columns);
    let left = 0;
    for (let x = 0; x < width; x++) {
      const right = columns[x + 1] ?? 0;
      data[y * width + x] = (sums[x] ?? 0) / ((right - left) * (bottom - top));
      left = right;
    }
  }
  return { width, height, data };
}

/** Bounds of the source pixels for each pixel of a shortened side. */
function spans(side: number, factor: number): Int32Array {
  const length = Math.max(1, Math.floor(side / factor));
  return Int32Array.from({ length: length + 1 }, (_, at) => Math.min(side, Math.floor(at * factor)));
}

function addRow(sums: Uint32Array, { data, width }: Raster, row: number, columns: Int32Array): void {
  let at = row * width;
  for (let x = 0; x < sums.length; x++) {
    const end = row * width + (columns[x + 1] ?? 0);
    let sum = 0;
    while (at < end) sum += data[at++] ?? WHITE;
    sums[x] = (sums[x] ?? 0) + sum;
  }
}

/** Enlarges with bilinear steps: pages below about 150 dpi read badly as they are. */
export function enlargeRaster(raster: Raster, factor: number): Raster {
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

/** The gray level that best separates ink from paper (Otsu). */
export function inkLevel({ data }: Raster): number {
  const counts = levelCounts(data);
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

/** A histogram of grays. Four counters avoid waiting for the same cell, since neighbours are mostly equal. */
function levelCounts(data: Uint8Array): Uint32Array {
  const four = new Uint32Array(4 * 256);
  for (let i = 0; i < data.length; i++) {
    const at = (i & 3) * 256 + (data[i] ?? 0);
    four[at] = (four[at] ?? 0) + 1;
  }
  return four.subarray(0, 256).map((count, gray) =>
    count + (four[256 + gray] ?? 0) + (four[512 + gray] ?? 0) + (four[768 + gray] ?? 0)
  );
}
