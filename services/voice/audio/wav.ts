/** PCM in a WAV file. */

export const WAV_HEADER_BYTES = 44;

/** A mono 16-bit WAV file of `samples`. */
export function wavOf(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * 2;
  const file = new Uint8Array(WAV_HEADER_BYTES + dataBytes);
  const view = new DataView(file.buffer);
  const write = (offset: number, text: string) => file.set(new TextEncoder().encode(text), offset);
  write(0, "RIFF");
  view.setUint32(4, 36 + dataBytes, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, dataBytes, true);
  // Typed arrays hold numbers in this machine's order, WAV in little-endian: the same wherever Deno runs.
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, dataBytes), WAV_HEADER_BYTES);
  return file;
}
