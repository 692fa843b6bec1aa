/** The loudness of a file over time, decoded in WebAssembly where a decoder exists. */
import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import type { AudioCodec, EncodedPacket } from "mediabunny";
import { MPEGDecoder } from "mpg123-decoder";
import { OpusDecoder } from "opus-decoder";
import { aacLevel } from "./aac_gain.ts";
import { type Envelope, type EnvelopeBuilder, envelopeBuilder, SILENT_DB } from "./envelope.ts";
import { pcmSamples } from "./pcm.ts";
import type { ProbedAudio } from "./probe.ts";

const PACKETS_AT_ONCE = 50;
const VORBIS_BYTES_AT_ONCE = 16 * 1024;

interface Decoded {
  channelData: Float32Array[];
}

/** Decodes packets one batch after the other. */
interface Decoder {
  decode(packets: Uint8Array[]): Decoded | Promise<Decoded>;
  free(): void;
}

/** The envelope of a file, or undefined when its codec can only be sent on, not heard here. */
export async function loudness(audio: ProbedAudio): Promise<Envelope | undefined> {
  const { codec, packets } = audio;
  if (codec === "aac") return aacEnvelope(audio);
  if (codec === "vorbis") return audio.format === "ogg" ? await vorbisEnvelope(audio) : undefined;
  const decoder = await openDecoder(audio);
  if (!decoder) return undefined;
  const builder = envelopeBuilder(decodedRate(codec, audio.sampleRate));
  try {
    for (let at = 0; at < packets.length; at += PACKETS_AT_ONCE) {
      addFirstChannels(builder, await decoder.decode(dataOf(packets.slice(at, at + PACKETS_AT_ONCE))));
      await otherWork();
    }
  } finally {
    decoder.free();
  }
  return builder.end();
}

function dataOf(packets: EncodedPacket[]): Uint8Array[] {
  return packets.map((packet) => packet.data);
}

function decodedRate(codec: AudioCodec, sampleRate: number): number {
  return codec === "opus" ? 48_000 : sampleRate;
}

async function openDecoder({ codec, channels }: ProbedAudio): Promise<Decoder | undefined> {
  if (codec === "mp3") return await mp3Decoder();
  if (codec === "opus") return channels > 2 ? undefined : await opusDecoder(channels);
  if (codec === "flac") return await flacDecoder();
  const read = pcmSamples(codec);
  return read && { decode: (packets) => ({ channelData: [read(packets, channels)] }), free: () => {} };
}

async function mp3Decoder(): Promise<Decoder> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return { decode: (packets) => decoder.decodeFrames(packets), free: () => decoder.free() };
}

async function opusDecoder(channels: number): Promise<Decoder> {
  const decoder = new OpusDecoder({ channels });
  await decoder.ready;
  return { decode: (packets) => decoder.decodeFrames(packets), free: () => decoder.free() };
}

async function flacDecoder(): Promise<Decoder> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  return { decode: (packets) => decoder.decodeFrames(packets), free: () => decoder.free() };
}

/** Speech may be on either side of a stereo recording: the louder sample counts. */
function addFirstChannels(builder: EnvelopeBuilder, { channelData }: Decoded): void {
  const [left, right] = channelData;
  if (!left) return;
  if (!right) return builder.add(left);
  builder.add(left.map((sample, index) => {
    const other = right[index] ?? 0;
    return Math.abs(sample) >= Math.abs(other) ? sample : other;
  }));
}

async function vorbisEnvelope({ bytes, sampleRate }: ProbedAudio): Promise<Envelope> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  const builder = envelopeBuilder(sampleRate);
  try {
    for (let at = 0; at < bytes.length; at += VORBIS_BYTES_AT_ONCE) {
      addFirstChannels(builder, await decoder.decode(bytes.subarray(at, at + VORBIS_BYTES_AT_ONCE)));
      await otherWork();
    }
    addFirstChannels(builder, await decoder.flush());
  } finally {
    decoder.free();
  }
  return builder.end();
}

/** Gains leap from frame to frame: three together tell the level. An encoder's first two frames tell nothing. */
function aacEnvelope({ packets }: ProbedAudio): Envelope | undefined {
  const known = packets.map((packet) => aacLevel(packet.data));
  if (known.filter((level) => level === undefined).length > known.length / 2 + 1) return undefined;
  const levels = known.map((level, index) => (index < 2 ? known[2] : level) ?? SILENT_DB);
  return {
    frameSeconds: packets[0]?.duration ?? 0,
    levels: Float32Array.from(levels, (level, index) => {
      const around = levels.slice(Math.max(0, index - 1), index + 2);
      return around.reduce((sum, other) => sum + other, 0) / around.length || level;
    }),
  };
}

/** Lets streams and other requests have their turn between two batches. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
