/** Decodes base64 of both alphabets: over several lines, compressed, in UTF-16, or as the last step of a path. */
import { Buffer } from "node:buffer";
import { unzipSync } from "node:zlib";
import { loosely, textIn, WORDY, wordyIn } from "./bytes.ts";

export const BASE64_LEAST = 16;
/** A character of either alphabet. */
export const isBase64 = (unit: number) =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 47 && unit <= 57) || unit === 43 ||
  unit === 45 || unit === 95;
/** The least length with padding. */
const PADDED_LEAST = 8;
/** The first characters of gzip and zlib data in base64. */
const PACKED = /^(?:H4sI|eJ|eN|eA)/;
/** Most characters of decompressed text, and most by which decoding may lengthen a text. */
export const UNPACKED_MOST = 300_000;

function unpacked(bytes: Buffer): string | undefined {
  try {
    return wordyIn(unzipSync(bytes, { maxOutputLength: UNPACKED_MOST }));
  } catch {
    return undefined;
  }
}
export const BASE64_MOST = 100_000;

/** The decoded text; undefined when the run is not base64 or not text. */
export function fromBase64(run: string): string | undefined {
  const least = run.endsWith("=") ? PADDED_LEAST : BASE64_LEAST;
  if (run.length < least || run.length > BASE64_MOST) return undefined;
  const packed = PACKED.test(run) ? unpacked(Buffer.from(run, "base64")) : undefined;
  if (packed !== undefined) return packed;
  return base64In(run) ?? afterSlash(run);
}

/** Decodes the last step of a path: a slash is also a character of base64. */
function afterSlash(run: string): string | undefined {
  const at = run.lastIndexOf("/") + 1;
  const text = at > 0 && run.length - at >= BASE64_LEAST ? base64In(run.slice(at)) : undefined;
  return text && run.slice(0, at) + text;
}

/** Whether the bytes are UTF-16 of Latin or Arabic letters, with the high bytes at even or odd offsets. */
const isWide = (bytes: Buffer, offset: number) => {
  const high = bytes.filter((_, i) => i % 2 === offset);
  return high.every((byte) => byte === 0 || byte === 6);
};

function base64In(run: string): string | undefined {
  const standard = run.replace(/[\s=]+/g, "").replaceAll("-", "+").replaceAll("_", "/");
  if (standard.length % 4 === 1) return undefined;
  // Most runs are not text, which their first bytes show. The last character may be cut.
  const first = Buffer.from(standard.slice(0, 48), "base64");
  if (first.length > 4 && (isWide(first, 1) || isWide(first, 0))) {
    const bytes = Buffer.from(standard, "base64");
    const wide = bytes.subarray(0, bytes.length & ~1);
    const text = (isWide(first, 1) ? wide : wide.swap16()).toString("utf16le");
    return WORDY.test(text) ? ` ${text} ` : undefined;
  }
  const start = loosely.decode(first).replace(/\ufffd$/, "");
  if (!WORDY.test(start)) return undefined;
  const text = textIn(Buffer.from(standard, "base64"));
  if (run.length < BASE64_LEAST && !/^[\p{L}\p{N}\s]+$/u.test(text ?? "")) return undefined;
  return text === undefined ? undefined : ` ${text} `;
}
