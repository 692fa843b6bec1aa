import { Unreadable } from "./bounds.ts";
import type { Kind } from "./sniff.ts";

export interface Size {
  width: number;
  height: number;
}

/** Pixel size from the header, to check limits before decoding. */
export function imageSize(kind: Kind, bytes: Uint8Array): Size {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (kind === "png") return { width: view.getUint32(16), height: view.getUint32(20) };
    if (kind === "bmp") return bmpSize(view);
    if (kind === "jpeg") return jpegSize(view);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable("The image is cut short", { cause: error });
  }
  throw new Unreadable(`${kind} is not a picture of one page`);
}

function bmpSize(view: DataView): Size {
  if (view.getUint32(14, true) === 12) {
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  }
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

function jpegSize(view: DataView): Size {
  let at = 2;
  while (at < view.byteLength) {
    if (view.getUint8(at) !== 0xff) throw new Unreadable("The JPEG has a damaged header");
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  throw new Unreadable("The JPEG has no picture in it");
}
