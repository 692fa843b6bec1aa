import { wavHeader } from "lib/wav.ts";

/** Samples of the microphone: 16 bit, one channel. */
export const SAMPLE_RATE = 16_000;

/** Samples as a WAV file: one channel of 16 bits, https://www.rfc-editor.org/rfc/rfc2361. */
export function wavOf(pieces: readonly Int16Array<ArrayBuffer>[]): Blob {
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return new Blob([wavHeader(bytes, SAMPLE_RATE), ...pieces], { type: "audio/wav" });
}
