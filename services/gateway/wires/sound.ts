/** Audio files: type, bytes, and conversion of samples to WAV. */
import type { Bytes } from "lib/http/http_client.ts";
import type { FormFile } from "../uploads/form.ts";
import { unsupportedByProvider } from "./cannot.ts";
import type { WireContext } from "./wire.ts";

const TYPES: Record<string, string> = {
  aac: "audio/aac",
  aif: "audio/aiff",
  aiff: "audio/aiff",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp3: "audio/mp3",
  mp4: "audio/mp4",
  mpeg: "audio/mp3",
  mpga: "audio/mp3",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  webm: "audio/webm",
};

/** The type by file name, since clients seldom send it correctly; else the sent type. */
export function soundType({ filename, type }: Pick<FormFile, "filename" | "type">): string {
  const ending = /\.(\w{1,5})$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  if (Object.hasOwn(TYPES, ending)) return TYPES[ending] ?? type;
  return /^audio\/[\w.+-]{1,40}$/.test(type) ? type : "audio/wav";
}

/** The bytes of a file. @throws UpstreamError for more than `most`, the provider's limit. */
export async function wholeFile(
  { read, name, size }: FormFile,
  most: number,
  context: WireContext,
): Promise<Bytes> {
  if (size > most) {
    throw unsupportedByProvider(context, name, `take files above ${Math.floor(most / 2 ** 20)} MB`);
  }
  return new Uint8Array(await new Response(await read()).arrayBuffer());
}

const HEAD_BYTES = 44;

/** Adds a WAV (RIFF) header to mono samples of 16 bits, little-endian. */
export function wavOf(samples: Uint8Array, rate: number): Bytes {
  const bytes = new Uint8Array(HEAD_BYTES + samples.length);
  const view = new DataView(bytes.buffer);
  const name = (at: number, text: string) => new TextEncoder().encodeInto(text, bytes.subarray(at));
  name(0, "RIFF");
  view.setUint32(4, HEAD_BYTES - 8 + samples.length, true);
  name(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // Uncompressed PCM, one channel.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  name(36, "data");
  view.setUint32(40, samples.length, true);
  bytes.set(samples, HEAD_BYTES);
  return bytes;
}
