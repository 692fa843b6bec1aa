/** Pages of TIFF files: decoded by a library, prepared where it would decode other pixels than the file has. */
import utif, { type IFD } from "utif2";
import { checkPixels, MAX_PAGES, Unreadable } from "../files/bounds.ts";
import { fromRgba, type Raster } from "./raster.ts";

/** Names of tags (TIFF 6.0, appendix A) as the library has them. */
const SUBFILE = "t254";
const WIDTH = "t256";
const HEIGHT = "t257";
const BITS = "t258";
const COMPRESSION = "t259";
const INTERPRETATION = "t262";
const FILL_ORDER = "t266";
const SAMPLES = "t277";
const PLANES = "t284";
const PALETTE = "t320";
/** Offsets and sizes of strips and of tiles. */
const PIECES = ["t273", "t279", "t324", "t325"];

const WHITE_IS_ZERO = 0;
const BLACK_IS_ZERO = 1;
const RGB = 2;
const INDEXED = 3;
const CMYK = 5;
const YCBCR = 6;

const FAX = [3, 4];
const JPEG = 7;
/** None, fax, LZW, JPEG, deflate and PackBits. The library takes a file of any other for black. */
const COMPRESSIONS = [1, ...FAX, 5, 6, JPEG, 8, 32_773, 32_946];
/** Bits per sample that are converted, by interpretation. The library takes others for blank paper. */
const DEPTHS: Record<number, number[]> = {
  [WHITE_IS_ZERO]: [1, 8, 16],
  [BLACK_IS_ZERO]: [1, 8, 16, 32],
  [RGB]: [8, 16, 32],
  [INDEXED]: [1, 2, 4, 8],
  [CMYK]: [8],
  [YCBCR]: [8],
};

export function tiffPages(bytes: Uint8Array): { pages: number; page(index: number): Promise<Raster> } {
  const buffer = new Uint8Array(bytes).buffer;
  const directories = directoriesOf(buffer);
  if (directories.length === 0) throw new Unreadable("The TIFF has no picture in it");
  if (directories.length > MAX_PAGES) throw new Unreadable(`The TIFF has more than ${MAX_PAGES} pages`);
  return {
    pages: directories.length,
    page: (index) => Promise.resolve(decodePage(buffer, directories[index])),
  };
}

function directoriesOf(buffer: ArrayBuffer): IFD[] {
  try {
    return utif.decode(buffer).filter((directory) => tag(directory, WIDTH) > 0 && !isThumbnail(directory));
  } catch (error) {
    throw new Unreadable("The TIFF is damaged", { cause: error });
  }
}

function isThumbnail(directory: IFD): boolean {
  return (tag(directory, SUBFILE) & 1) === 1;
}

function decodePage(buffer: ArrayBuffer, directory: IFD | undefined): Raster {
  if (!directory) throw new Unreadable("The TIFF has no such page");
  const [width, height] = [tag(directory, WIDTH), tag(directory, HEIGHT)];
  checkPixels(width, height);
  const prepared = withConvertible(directory);
  checkKind(prepared);
  try {
    return fromRgba(pixelsOf(buffer, prepared), width, height);
  } catch (error) {
    throw new Unreadable("This page of the TIFF is damaged", { cause: error });
  }
}

/** Refuses what would be decoded to other pixels, since a page that looks blank would be read as an empty one. */
function checkKind(page: IFD): void {
  const compression = tag(page, COMPRESSION, 1);
  const interpretation = interpretationOf(page);
  const samples = samplesOf(page);
  const bits = tag(page, BITS, 1);
  const isMirrored = tag(page, FILL_ORDER, 1) === 2 && !FAX.includes(compression);
  const isPlain = !isPlanar(page) || [RGB, BLACK_IS_ZERO].includes(interpretation);
  const isJpeg = compression !== JPEG || samples === 1 || samples === 3;
  const isGray16 = bits !== 16 || samples === 1 || interpretation === RGB;
  const isKnown = COMPRESSIONS.includes(compression) && DEPTHS[interpretation]?.includes(bits);
  if (isKnown && !isMirrored && isPlain && isJpeg && isGray16) return;
  throw new Unreadable(
    `The TIFF is encoded in a way that is not supported (compression ${compression}, colours ${interpretation}, ` +
      `${bits} bits)`,
  );
}

/** Few shades of gray are read as colours of a palette, which the library converts at these depths. */
function withConvertible(directory: IFD): IFD {
  const bits = tag(directory, BITS, 1);
  const interpretation = interpretationOf(directory);
  if (![2, 4].includes(bits) || ![WHITE_IS_ZERO, BLACK_IS_ZERO].includes(interpretation)) return directory;
  const most = 2 ** bits - 1;
  const grays = Array.from({ length: most + 1 }, (_, i) => Math.round((i / most) * 65_535));
  const palette = interpretation === WHITE_IS_ZERO ? grays.toReversed() : grays;
  return { ...directory, [INTERPRETATION]: [INDEXED], [PALETTE]: [...palette, ...palette, ...palette] };
}

const AS_RGB = { [SAMPLES]: [3], [BITS]: [8, 8, 8], [INTERPRETATION]: [RGB] };

/** RGBA pixels of a page. */
function pixelsOf(buffer: ArrayBuffer, page: IFD): Uint8Array {
  if (isPlanar(page)) return planesOf(buffer, page);
  const interpretation = interpretationOf(page);
  const isJpeg = tag(page, COMPRESSION, 1) === JPEG;
  // The decoder of JPEG gives red, green and blue, whatever the file has.
  const isRgb = isJpeg && interpretation !== YCBCR;
  // A copy, because decoding stores pixels in the directory and skips a directory that has some.
  const decoded: IFD = { ...page, ...(isRgb ? AS_RGB : {}) };
  utif.decodeImage(buffer, decoded);
  if (interpretation === CMYK && !isJpeg) return rgbaOfCmyk(decoded.data, samplesOf(page));
  const pixels = utif.toRGBA8(decoded);
  return isJpeg && interpretation === WHITE_IS_ZERO ? inverted(pixels) : pixels;
}

function isPlanar(page: IFD): boolean {
  return tag(page, PLANES, 1) === 2 && samplesOf(page) > 1;
}

/** Red, green and blue of a page that has them one after the other; the first plane of any other page. */
function planesOf(buffer: ArrayBuffer, page: IFD): Uint8Array {
  const samples = samplesOf(page);
  const planes = Array.from({ length: interpretationOf(page) === RGB ? 3 : 1 }, (_, plane) => {
    const own = PIECES.flatMap((name) => {
      const all = page[name];
      if (!Array.isArray(all)) return [];
      const count = all.length / samples;
      return [[name, all.slice(plane * count, (plane + 1) * count)] as const];
    });
    const one = { [SAMPLES]: [1], [BITS]: [tag(page, BITS, 1)], [INTERPRETATION]: [BLACK_IS_ZERO] };
    return pixelsOf(buffer, { ...page, ...Object.fromEntries(own), ...one, [PLANES]: [1] });
  });
  const [red = new Uint8Array(), green = red, blue = red] = planes;
  return red.map((value, at) => [value, green[at] ?? 0, blue[at] ?? 0, 255][at % 4] ?? 255);
}

function rgbaOfCmyk(data: Uint8Array, samples: number): Uint8Array {
  const rgba = new Uint8Array(Math.floor(data.length / samples) * 4).fill(255);
  for (let pixel = 0; pixel * 4 < rgba.length; pixel++) {
    const [from, to] = [pixel * samples, pixel * 4];
    const light = 255 - (data[from + 3] ?? 0);
    for (let i = 0; i < 3; i++) rgba[to + i] = ((255 - (data[from + i] ?? 0)) * light) / 255;
  }
  return rgba;
}

function inverted(rgba: Uint8Array): Uint8Array {
  return rgba.map((value, at) => at % 4 === 3 ? value : 255 - value);
}

function interpretationOf(page: IFD): number {
  return tag(page, INTERPRETATION, tag(page, BITS, 1) === 1 ? WHITE_IS_ZERO : RGB);
}

function samplesOf(page: IFD): number {
  return tag(page, SAMPLES, 1);
}

function tag(directory: IFD, name: string, missing = 0): number {
  const value = directory[name];
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "number" ? first : missing;
}
