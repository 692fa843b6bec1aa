import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { Unreadable } from "../files/bounds.ts";
import { jpegOf, openImage } from "./images.ts";

const PAPER = 255;

interface Png {
  width?: number;
  height?: number;
  depth: number;
  /** 0 gray, 2 colours, 3 palette, 4 gray and alpha, 6 colours and alpha. */
  color: number;
  palette?: number[];
  /** Alpha of the palette's colours. */
  alpha?: number[];
  /** Rows, each with its filter before it. */
  rows: number[];
}

function png({ width = 2, height = 1, depth, color, palette, alpha, rows }: Png): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = depth;
  head[9] = color;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    ...palette ? [chunk("PLTE", Buffer.from(palette))] : [],
    ...alpha ? [chunk("tRNS", Buffer.from(alpha))] : [],
    chunk("IDAT", deflateSync(Buffer.from(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const file = Buffer.alloc(body.length + 8);
  file.writeUInt32BE(data.length, 0);
  body.copy(file, 4);
  file.writeUInt32BE(crc32(body), body.length + 4);
  return file;
}

/** A BMP of 2 × 1 pixels. */
function bmp(depth: number, palette: number[], row: number[]): Uint8Array {
  const start = 54 + palette.length;
  const file = Buffer.alloc(start + row.length);
  file.write("BM");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(start, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(2, 18);
  file.writeInt32LE(1, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(depth, 28);
  file.writeUInt32LE(row.length, 34);
  file.writeUInt32LE(palette.length / 4, 46);
  file.set(palette, 54);
  file.set(row, start);
  return file;
}

async function grays(kind: "bmp" | "png", file: Uint8Array): Promise<number[]> {
  return [...(await openImage(kind, file).page(0)).data];
}

Deno.test("a PNG is read in every bit depth and colour type", async () => {
  const pictures: Record<string, Png> = {
    "gray of 1 bit": { depth: 1, color: 0, rows: [0, 0b01000000] },
    "gray of 4 bits": { depth: 4, color: 0, rows: [0, 0x0f] },
    "gray of 8 bits": { depth: 8, color: 0, rows: [0, 0, 255] },
    "gray of 16 bits": { depth: 16, color: 0, rows: [0, 0, 0, 255, 255] },
    "gray and alpha": { depth: 8, color: 4, rows: [0, 0, 255, 0, 0] },
    "gray and alpha of 16 bits": { depth: 16, color: 4, rows: [0, 0, 0, 255, 255, 0, 0, 0, 0] },
    "colours": { depth: 8, color: 2, rows: [0, 0, 0, 0, 255, 255, 255] },
    "colours of 16 bits": {
      depth: 16,
      color: 2,
      rows: [0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255],
    },
    "colours and alpha": { depth: 8, color: 6, rows: [0, 0, 0, 0, 255, 0, 0, 0, 0] },
    "palette": { depth: 8, color: 3, palette: [255, 255, 255, 0, 0, 0], rows: [0, 1, 0] },
    "palette with alpha": {
      depth: 2,
      color: 3,
      palette: [0, 0, 0, 0, 0, 0],
      alpha: [0, 255],
      rows: [0, 0b01000000],
    },
  };
  for (const [name, picture] of Object.entries(pictures)) {
    assert.deepEqual(await grays("png", png(picture)), [0, PAPER], name);
  }
});

Deno.test("a BMP is read with a palette and in RGB, ignoring alpha", async () => {
  const palette = [255, 255, 255, 0, 0, 0, 0, 0];
  assert.deepEqual(await grays("bmp", bmp(1, palette, [0b10000000, 0, 0, 0])), [0, PAPER]);
  assert.deepEqual(await grays("bmp", bmp(8, palette, [1, 0, 0, 0])), [0, PAPER]);
  assert.deepEqual(await grays("bmp", bmp(24, [], [0, 0, 0, 255, 255, 255, 0, 0])), [0, PAPER]);
  assert.deepEqual(await grays("bmp", bmp(32, [], [0, 0, 0, 0, 255, 255, 255, 0])), [0, PAPER]);
  const [blue, red] = await grays("bmp", bmp(24, [], [255, 0, 0, 0, 0, 255, 0, 0]));
  assert.ok((blue ?? 255) < (red ?? 0), "blue is darker than red");
});

Deno.test("a page image survives encoding as JPEG", async () => {
  const data = new Uint8Array(64 * 64).fill(PAPER);
  data.fill(0, 0, 64 * 32);
  const { jpeg } = jpegOf({ width: 64, height: 64, data });
  const read = await openImage("jpeg", jpeg).page(0);
  assert.deepEqual([read.width, read.height], [64, 64]);
  assert.ok(read.data.every((gray, i) => Math.abs(gray - (data[i] ?? 0)) < 8));
});

Deno.test("truncated and damaged images and ones with a false size are refused with a message", async () => {
  const whole = png({ width: 64, height: 64, depth: 8, color: 0, rows: Array(64 * 65).fill(0) });
  const { jpeg } = jpegOf({ width: 64, height: 64, data: new Uint8Array(64 * 64) });
  const wrongSum = whole.slice();
  wrongSum[45] = (wrongSum[45] ?? 0) ^ 255;
  const files = [
    ["png", whole.slice(0, whole.length - 30)],
    ["png", wrongSum],
    ["jpeg", jpeg.slice(0, 200)],
  ] as const;
  for (const [kind, file] of files) {
    await assert.rejects(
      async () => await openImage(kind, file).page(0),
      Unreadable,
      `${kind} ${file.length}`,
    );
  }
  for (const side of [60_000, 0xffffffff]) {
    assert.throws(
      () => openImage("png", png({ width: side, height: side, depth: 8, color: 0, rows: [0] })),
      Unreadable,
    );
  }
});
