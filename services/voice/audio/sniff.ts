/** Tells the kind of a file by its first bytes. */

/** Bytes needed before `startsContainer` can be sure. */
export const SNIFF_BYTES = 12;

const SIGNATURES: [offset: number, text: string][] = [
  [0, "RIFF"],
  [0, "OggS"],
  [0, "\x1a\x45\xdf\xa3"],
  [0, "fLaC"],
  [0, "ID3"],
  [4, "ftyp"],
];

/** Whether a stream that begins so is a file rather than raw samples. */
export function startsContainer(bytes: Uint8Array): boolean {
  return SIGNATURES.some(([offset, text]) =>
    bytes.length >= offset + text.length &&
    [...text].every((character, index) => bytes[offset + index] === character.charCodeAt(0))
  );
}
