import { joined } from "lib/bytes.ts";
import { wavHeader } from "lib/wav.ts";

/** A mono 16-bit WAV file of `samples`. */
export function wavOf(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  // Typed arrays hold numbers in this machine's order, WAV in little-endian: the same wherever Deno runs.
  const data = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return joined([wavHeader(data.length, sampleRate), data]);
}
