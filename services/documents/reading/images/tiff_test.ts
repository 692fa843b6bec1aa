import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Unreadable } from "../files/bounds.ts";
import { tiffPages } from "./tiff.ts";

interface Tiff {
  width: number;
  height: number;
  /** TIFF 6.0: 1 none, 7 JPEG. */
  compression?: number;
  /** 0 white is zero, 1 black is zero, 2 colours, 5 CMYK, 8 CIE Lab. */
  interpretation: number;
  bits: number;
  samples?: number;
  /** 2: a plane for each colour. */
  planes?: number;
  fillOrder?: number;
  rowsPerStrip?: number;
  strips: Uint8Array[];
}

const SHORT = 3;
const LONG = 4;

/** A little-endian TIFF of one page. */
function tiff(page: Tiff): Uint8Array {
  const { width, height, compression = 1, samples = 1, planes = 1, fillOrder = 1, strips } = page;
  const at = (index: number) => 8 + strips.slice(0, index).reduce((sum, strip) => sum + strip.length, 0);
  const tags: [number, number, number[]][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, Array(samples).fill(page.bits)],
    [259, SHORT, [compression]],
    [262, SHORT, [page.interpretation]],
    [266, SHORT, [fillOrder]],
    [273, LONG, strips.map((_, i) => at(i))],
    [277, SHORT, [samples]],
    [278, LONG, [page.rowsPerStrip ?? height]],
    [279, LONG, strips.map(({ length }) => length)],
    [284, SHORT, [planes]],
  ];
  const start = at(strips.length);
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length, 0);
  const further: number[] = [];
  for (const [i, [tag, type, values]] of tags.entries()) {
    const entry = 2 + i * 12;
    directory.writeUInt16LE(tag, entry);
    directory.writeUInt16LE(type, entry + 2);
    directory.writeUInt32LE(values.length, entry + 4);
    const data = values.flatMap((value) =>
      type === SHORT ? [value & 255, value >> 8] : [value & 255, value >> 8 & 255, value >> 16, 0]
    );
    if (data.length <= 4) directory.set(data, entry + 8);
    else {
      directory.writeUInt32LE(start + directory.length + further.length, entry + 8);
      further.push(...data);
    }
  }
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(start, 4);
  return Buffer.concat([head, ...strips, directory, Buffer.from(further)]);
}

async function grays(page: Tiff): Promise<number[]> {
  return [...(await tiffPages(tiff(page)).page(0)).data];
}

/** A JPEG of 16 × 16 pixels in gray, black in its left half. */
const GRAY_JPEG =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwg" +
  "IyYnKSopGR8tMC0oMCUoKSj/wAALCAAQABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAACQj/xAAUEAEAAAAAAAAAAAAAAAAA" +
  "AAAA/9oACAEBAAA/AJUKoKsqj//Z";

Deno.test("a TIFF of JPEG strips in gray is decoded row by row", async () => {
  const side = 16;
  const strip = Uint8Array.from(atob(GRAY_JPEG), (sign) => sign.charCodeAt(0));
  const page = { width: side, height: 2 * side, compression: 7, bits: 8, rowsPerStrip: side };
  for (const [interpretation, left] of [[1, 0], [0, 255]] as const) {
    const pixels = await grays({ ...page, interpretation, strips: [strip, strip] });
    assert.equal(pixels.length, side * side * 2);
    for (const [i, value] of pixels.entries()) {
      const expected = i % side < side / 2 ? left : 255 - left;
      assert.ok(Math.abs(value - expected) < 40, `${i}: ${value} for ${expected}`);
    }
  }
});

Deno.test("a TIFF is read in few shades of gray, in planes and in CMYK", async () => {
  const pages: Record<string, Tiff> = {
    "4 bits": { width: 2, height: 1, bits: 4, interpretation: 1, strips: [Uint8Array.of(0x0f)] },
    "4 bits, white is zero": {
      width: 2,
      height: 1,
      bits: 4,
      interpretation: 0,
      strips: [Uint8Array.of(0xf0)],
    },
    "2 bits": { width: 2, height: 1, bits: 2, interpretation: 1, strips: [Uint8Array.of(0b00110000)] },
    planes: {
      width: 2,
      height: 1,
      bits: 8,
      samples: 3,
      planes: 2,
      interpretation: 2,
      strips: [Uint8Array.of(0, 255), Uint8Array.of(0, 255), Uint8Array.of(0, 255)],
    },
    CMYK: {
      width: 2,
      height: 1,
      bits: 8,
      samples: 4,
      interpretation: 5,
      strips: [Uint8Array.of(0, 0, 0, 255, 0, 0, 0, 0)],
    },
  };
  for (const [name, page] of Object.entries(pages)) assert.deepEqual(await grays(page), [0, 255], name);
});

Deno.test("a TIFF whose pixels the decoder does not know is refused instead of read as a blank page", () => {
  const page = { width: 8, height: 1, bits: 8, interpretation: 1, strips: [new Uint8Array(8)] };
  const pages: Tiff[] = [
    { ...page, compression: 50_000 },
    { ...page, compression: 34_925 },
    { ...page, compression: 2, bits: 1 },
    { ...page, interpretation: 8 },
    { ...page, bits: 12 },
    { ...page, bits: 1, fillOrder: 2 },
    { ...page, compression: 7, samples: 4, interpretation: 5 },
  ];
  for (const one of pages) {
    assert.throws(
      () => tiffPages(tiff(one)).page(0),
      (error) => error instanceof Unreadable && error.message.includes("not supported"),
    );
  }
});
