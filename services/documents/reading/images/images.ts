import { Buffer } from "node:buffer";
import { decode as decodeBmp } from "bmp-ts";
import jpeg from "jpeg-js";
// @ts-types="./pngjs.d.ts"
import { PNG } from "pngjs";
import { checkPixels, Unreadable } from "../files/bounds.ts";
import { imageSize } from "../files/image_size.ts";
import type { Picture } from "./picture.ts";
import { fromRgba, type Raster } from "./raster.ts";
import { tiffPages } from "./tiff.ts";
import type { Kind } from "../files/sniff.ts";

/** A file with one or more page images. */
export interface Pictures {
  pages: number;
  page(index: number): Promise<Raster>;
}

/** A compiled codec, much faster than the ones in this file; returns undefined for an unsupported file. */
export type Decoder = (file: Uint8Array) => Promise<Raster | undefined>;

export function openImage(kind: Kind, bytes: Uint8Array, decode?: Decoder): Pictures {
  if (kind === "tiff") return tiffPages(bytes);
  const { width, height } = imageSize(kind, bytes);
  checkPixels(width, height);
  return {
    pages: 1,
    page: async () => await decode?.(bytes) ?? decodePicture(kind, bytes),
  };
}

/** RGBA pixels. */
interface Pixels {
  width: number;
  height: number;
  data: Buffer;
}

const CODECS: Record<"bmp" | "jpeg" | "png", (file: Buffer) => Pixels> = {
  bmp: bmpPixels,
  jpeg: (file) => jpeg.decode(file),
  png: (file) => PNG.sync.read(file),
};

function decodePicture(kind: Kind, bytes: Uint8Array): Raster {
  if (kind !== "bmp" && kind !== "jpeg" && kind !== "png") throw new Unreadable(`${kind} is not a picture`);
  try {
    const { data, width, height } = CODECS[kind](Buffer.from(bytes));
    return fromRgba(new Uint8Array(data.buffer, data.byteOffset, data.length), width, height);
  } catch (error) {
    throw new Unreadable("The image is damaged and cannot be decoded", { cause: error });
  }
}

/** Converts ABGR to RGBA. The result is opaque, since the alpha of a BMP is rarely intended. */
function bmpPixels(file: Buffer): Pixels {
  const { width, height, data } = decodeBmp(file);
  data.swap32();
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return { width, height, data };
}

/** A grayscale page image as JPEG, for a vision model or a searchable PDF. */
export function jpegOf({ width, height, data }: Raster): Picture {
  const rgba = Buffer.alloc(width * height * 4, 255);
  for (let i = 0; i < data.length; i++) rgba.fill(data[i] ?? 255, i * 4, i * 4 + 3);
  return {
    width,
    height,
    jpeg: new Uint8Array(jpeg.encode({ width, height, data: rgba }, 70).data),
  };
}
