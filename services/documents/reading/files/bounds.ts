/** Limits that are checked before anything of a file is decoded. */
export const MAX_PIXELS = 40_000_000;
export const MAX_SIDE = 20_000;
export const MAX_RENDERED_SIDE = 4_000;
export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
export const MAX_XML_DEPTH = 256;
export const MAX_PAGES = 2_000;
export const RENDER_DPI = 200;

/** An unreadable file, with a message for its owner. */
export class Unreadable extends Error {
  override name = "Unreadable";
}

export function checkPixels(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new Unreadable("The image has no pixels or its header is damaged");
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new Unreadable(`The image has ${width} x ${height} pixels; at most 40 million pixels are read`);
  }
}
