/** The header of WAV (RIFF) files: mono samples of 16 bits, uncompressed. Runs in browsers too. */

/** Bytes of the header. */
export const WAV_HEADER_BYTES = 44;

/** The header before `dataBytes` bytes of little-endian samples. */
export function wavHeader(dataBytes: number, sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => void new TextEncoder().encodeInto(text, bytes.subarray(at));
  write(0, "RIFF");
  view.setUint32(4, WAV_HEADER_BYTES - 8 + dataBytes, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // Uncompressed PCM, one channel.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, dataBytes, true);
  return bytes;
}
