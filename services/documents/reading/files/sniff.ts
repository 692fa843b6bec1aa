/** Supported file types. jpg and jpeg are one type. */
export type Kind = "pdf" | "png" | "jpeg" | "tiff" | "bmp" | "docx";

export const KIND_OF_ENDING: Record<string, Kind> = {
  pdf: "pdf",
  png: "png",
  jpg: "jpeg",
  jpeg: "jpeg",
  tif: "tiff",
  tiff: "tiff",
  bmp: "bmp",
  docx: "docx",
};

/** Detects the type by content; `head` is the first kilobytes. A docx differs from other zip files by its first entry. */
export function sniff(head: Uint8Array): Kind | undefined {
  if (starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (starts(head, [0xff, 0xd8, 0xff])) return "jpeg";
  if (starts(head, [0x49, 0x49, 0x2a, 0x00]) || starts(head, [0x4d, 0x4d, 0x00, 0x2a])) return "tiff";
  if (starts(head, [0x42, 0x4d]) && looksLikeBmp(head)) return "bmp";
  if (starts(head, [0x50, 0x4b, 0x03, 0x04])) return hasOfficeEntry(head) ? "docx" : undefined;
  // Readers accept a PDF header anywhere in the first kilobyte.
  return latin(head.subarray(0, 1024)).includes("%PDF-") ? "pdf" : undefined;
}

function starts(head: Uint8Array, bytes: number[]): boolean {
  return bytes.every((byte, i) => head[i] === byte);
}

/** A signature of two letters is weak, so the header size must also be a known one. */
function looksLikeBmp(head: Uint8Array): boolean {
  if (head.length < 26) return false;
  const size = new DataView(head.buffer, head.byteOffset).getUint32(14, true);
  return [12, 16, 40, 52, 56, 64, 108, 124].includes(size);
}

function hasOfficeEntry(head: Uint8Array): boolean {
  const text = latin(head);
  return text.includes("[Content_Types].xml") || text.includes("word/") || text.includes("_rels/.rels");
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
