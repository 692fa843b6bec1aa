/** The duration of an audio file, without decoding it. */
import type { FormFile } from "../uploads/form.ts";

export interface Length {
  seconds: number;
  /** False when estimated from the size at 128 kbit/s. */
  isExact: boolean;
}

const USUAL_BYTES_PER_SECOND = 16_000;

/** Exact for WAV, from its header; an estimate for compressed formats. */
export function soundLength({ head, size }: Pick<FormFile, "head" | "size">): Length {
  const seconds = wavSeconds(head, size);
  return seconds === undefined
    ? { seconds: size / USUAL_BYTES_PER_SECOND, isExact: false }
    : { seconds, isExact: true };
}

function wavSeconds(head: Uint8Array, size: number): number | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const name = (at: number) => new TextDecoder("latin1").decode(head.subarray(at, at + 4));
  if (head.length < 12 || name(0) !== "RIFF" || name(8) !== "WAVE") return undefined;
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= head.length;) {
    const length = view.getUint32(at + 4, true);
    if (name(at) === "fmt " && at + 20 <= head.length) bytesPerSecond = view.getUint32(at + 16, true);
    // Streaming recorders leave the length in the header unset, so it is bounded by the file size.
    if (name(at) === "data") {
      return bytesPerSecond > 0 ? Math.min(length, size - at - 8) / bytesPerSecond : undefined;
    }
    at += 8 + length + length % 2;
  }
  return undefined;
}
