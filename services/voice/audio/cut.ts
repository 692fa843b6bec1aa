/** Cuts an audio file without re-encoding, by copying packets. */
import {
  BufferTarget,
  EncodedAudioPacketSource,
  FlacOutputFormat,
  MkvOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from "mediabunny";
import { type AudioFormat, packetsOf, type ProbedAudio } from "./probe.ts";

/** A file for a provider, which recognises the format by the name's extension. */
export interface AudioFile {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
}

const OUTPUTS: Record<AudioFormat, () => OutputFormat> = {
  wav: () => new WavOutputFormat(),
  mp3: () => new Mp3OutputFormat(),
  mp4: () => new Mp4OutputFormat(),
  webm: () => new WebMOutputFormat(),
  ogg: () => new OggOutputFormat(),
  flac: () => new FlacOutputFormat(),
  // Providers that read AAC want it in an MP4.
  aac: () => new Mp4OutputFormat(),
};
const ENDINGS: Record<AudioFormat, string> = {
  wav: "wav",
  mp3: "mp3",
  mp4: "m4a",
  webm: "webm",
  ogg: "ogg",
  flac: "flac",
  aac: "m4a",
};

/** Whether providers cannot read the file without repackaging. */
export function needsAnotherContainer({ format }: ProbedAudio): boolean {
  return format === "aac";
}

/** The name a file of this format is sent under. */
export function fileName({ format }: ProbedAudio): string {
  return `audio.${ENDINGS[format]}`;
}

/** The part of the file from second `from` to second `to`, both counted from its first packet. */
export async function cutAudio(
  audio: ProbedAudio,
  { from, to }: { from: number; to: number },
): Promise<AudioFile> {
  const { track, codec, format, start } = audio;
  const target = new BufferTarget();
  const output = new Output({ format: outputFormat(format, codec), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = await track.getDecoderConfig() ?? undefined;
  let first: number | undefined;
  for await (const packet of packetsOf(track, from + start, to + start)) {
    first ??= packet.timestamp;
    await source.add(packet.clone({ timestamp: packet.timestamp - first }), { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("mediabunny left no buffer");
  return { bytes: new Uint8Array(target.buffer), name: fileName(audio) };
}

function outputFormat(format: AudioFormat, codec: string): OutputFormat {
  const webm = format === "webm" && !["opus", "vorbis"].includes(codec);
  return webm ? new MkvOutputFormat() : OUTPUTS[format]();
}
