/** Ogg files that end in the middle of a page. */

const HEADER_BYTES = 27;
const CAPTURE = [0x4f, 0x67, 0x67, 0x53];

/** The bytes up to the end of the last whole page; anything but Ogg as it is. */
export function wholePages(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!isPage(bytes, 0)) return bytes;
  let end = 0;
  while (isPage(bytes, end)) {
    const segments = bytes[end + HEADER_BYTES - 1] ?? 0;
    const table = bytes.subarray(end + HEADER_BYTES, end + HEADER_BYTES + segments);
    const next = end + HEADER_BYTES + segments + table.reduce((sum, size) => sum + size, 0);
    if (next > bytes.length) break;
    end = next;
  }
  return bytes.subarray(0, end);
}

function isPage(bytes: Uint8Array, at: number): boolean {
  return CAPTURE.every((byte, index) => bytes[at + index] === byte);
}
