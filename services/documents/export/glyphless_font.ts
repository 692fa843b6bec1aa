/** A TrueType font (ISO/IEC 14496-22) with two empty glyphs: `.notdef`, and one for all characters. */

const encoder = new TextEncoder();

/** Builds the font; `width` of a glyph in thousandths of the font size. */
export function glyphlessFont(width: number): Uint8Array {
  const tables: [string, Uint8Array][] = [
    ["glyf", shorts([0])],
    ["head", head()],
    ["hhea", shorts([1, 0, 800, -200, 0, width, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2])],
    ["hmtx", shorts([width, 0, width, 0])],
    ["loca", shorts([0, 0, 0])],
    ["maxp", shorts([1, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
  ];
  const start = 12 + tables.length * 16;
  const font = new Uint8Array(tables.reduce((size, [, data]) => size + padded(data.length), start));
  const view = new DataView(font.buffer);
  // Fields of the binary search over 6 tables: searchRange 64 is 16 times 4, the largest power of two up to 6.
  for (const [i, value] of [1, 0, tables.length, 64, 2, tables.length * 16 - 64].entries()) {
    view.setUint16(i * 2, value);
  }
  let at = start;
  for (const [i, [name, data]] of tables.entries()) {
    const entry = 12 + i * 16;
    font.set(encoder.encode(name), entry);
    font.set(data, at);
    view.setUint32(entry + 4, checksum(font.subarray(at, at + padded(data.length))));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, data.length);
    at += padded(data.length);
  }
  const headAt = view.getUint32(12 + 16 + 8);
  view.setUint32(headAt + 8, (0xb1b0afba - checksum(font)) >>> 0);
  return font;
}

function head(): Uint8Array {
  const data = new DataView(new ArrayBuffer(54));
  data.setUint32(0, 0x00010000);
  data.setUint32(4, 0x00010000);
  data.setUint32(12, 0x5f0f3cf5);
  data.setUint16(16, 0b11);
  data.setUint16(18, 1000);
  data.setInt16(40, 1000);
  data.setInt16(42, 800);
  data.setUint16(46, 8);
  data.setInt16(48, 2);
  return new Uint8Array(data.buffer);
}

function shorts(values: number[]): Uint8Array {
  const data = new DataView(new ArrayBuffer(values.length * 2));
  for (const [i, value] of values.entries()) data.setInt16(i * 2, value);
  return new Uint8Array(data.buffer);
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function checksum(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  let sum = 0;
  for (let at = 0; at + 4 <= data.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
