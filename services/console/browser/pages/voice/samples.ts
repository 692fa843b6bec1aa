/** Samples of the microphone: 16 bit, one channel. */
export const SAMPLE_RATE = 16_000;

const HEAD = 44;

/** Samples as a WAV file: one channel of 16 bits, https://www.rfc-editor.org/rfc/rfc2361. */
export function wavOf(pieces: readonly Int16Array<ArrayBuffer>[]): Blob {
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const head = new DataView(new ArrayBuffer(HEAD));
  const text = (at: number, letters: string) =>
    [...letters].forEach((letter, index) => head.setUint8(at + index, letter.charCodeAt(0)));
  text(0, "RIFF");
  head.setUint32(4, HEAD - 8 + bytes, true);
  text(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, SAMPLE_RATE, true);
  head.setUint32(28, SAMPLE_RATE * 2, true);
  head.setUint16(32, 2, true);
  head.setUint16(34, 16, true);
  text(36, "data");
  head.setUint32(40, bytes, true);
  return new Blob([head.buffer, ...pieces], { type: "audio/wav" });
}
