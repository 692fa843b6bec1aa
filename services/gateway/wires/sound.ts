/** Audio files: type, bytes, and conversion of samples to WAV. */
import { joined } from "lib/bytes.ts";
import type { Bytes } from "lib/http/http_client.ts";
import { wavHeader } from "lib/wav.ts";
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
    throw unsupportedByProvider(context, name, `accept files above ${Math.floor(most / 2 ** 20)} MB`);
  }
  return new Uint8Array(await new Response(await read()).arrayBuffer());
}

/** Mono samples of 16 bits, little-endian, as a WAV file. */
export function wavOf(samples: Uint8Array, rate: number): Bytes {
  return joined([wavHeader(samples.length, rate), samples]);
}
