/** The loudness of a file over time, decoded in WebAssembly where a decoder exists. */
import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import type { AudioCodec } from "mediabunny";
import { MPEGDecoder } from "mpg123-decoder";
import { OpusDecoder } from "opus-decoder";
import { aacLevel } from "./aac_gain.ts";
import { type Envelope, envelopeBuilder, SILENT_DB } from "./envelope.ts";
import { pcmSamples } from "./pcm.ts";
import { otherWork, packetsOf, type ProbedAudio } from "./probe.ts";
import { hasSpeech } from "./silence.ts";

const PACKETS_AT_ONCE = 50;
const VORBIS_BYTES_AT_ONCE = 16 * 1024;
const AAC_FRAME_SAMPLES = 1024;

interface Decoded {
  channelData: Float32Array[];
}

/** Decodes packets one batch after the other. */
interface Decoder {
  decode(packets: Uint8Array[]): Decoded | Promise<Decoded>;
  free(): void;
}

export interface Range {
  /** Seconds from the first packet. */
  from: number;
  to: number;
  signal?: AbortSignal;
}

/** The envelope of a part of a file; undefined when its codec cannot be decoded here. */
export async function loudness(audio: ProbedAudio, range: Range): Promise<Envelope | undefined> {
  if (audio.codec === "aac") return await aacEnvelope(audio, range);
  const blocks = decodedBlocks(audio, range);
  if (!blocks) return undefined;
  const builder = envelopeBuilder(decodedRate(audio));
  for await (const block of blocks) builder.add(block);
  return builder.end();
}

/** Whether somebody may be speaking in a part of a file, decoded only until that is known. */
export async function speechIn(audio: ProbedAudio, range: Range): Promise<boolean> {
  const blocks = audio.codec === "aac" ? undefined : decodedBlocks(audio, range);
  if (!blocks) {
    const envelope = await loudness(audio, range);
    return !envelope || hasSpeech(envelope);
  }
  const builder = envelopeBuilder(decodedRate(audio));
  let samples = 0;
  // Each check covers everything so far; doubling the interval keeps the checks cheap.
  let lookAt = decodedRate(audio);
  for await (const block of blocks) {
    builder.add(block);
    samples += block.length;
    if (samples < lookAt) continue;
    if (hasSpeech(builder.end())) return true;
    lookAt = samples * 2;
  }
  return hasSpeech(builder.end());
}

/** The samples per second that `decodedBlocks` gives. */
export function decodedRate({ codec, sampleRate }: ProbedAudio): number {
  return codec === "opus" ? 48_000 : sampleRate;
}

/** The samples of a part of a file, the louder channel of each moment; undefined for what is not decoded here. */
export function decodedBlocks(audio: ProbedAudio, range: Range): AsyncIterable<Float32Array> | undefined {
  const { codec, format, channels } = audio;
  if (codec === "vorbis") return format === "ogg" ? vorbisBlocks(audio, range) : undefined;
  const open = openerOf(codec, channels);
  return open && packetBlocks(audio, { ...range, open });
}

async function* packetBlocks(
  { track, start }: ProbedAudio,
  { from, to, signal, open }: Range & { open(): Promise<Decoder> },
): AsyncGenerator<Float32Array> {
  const decoder = await open();
  let batch: Uint8Array[] = [];
  try {
    for await (const { data } of packetsOf(track, from + start, to + start)) {
      if (batch.push(data) < PACKETS_AT_ONCE) continue;
      signal?.throwIfAborted();
      yield loudestChannel(await decoder.decode(batch));
      batch = [];
      await otherWork();
    }
    if (batch.length > 0) yield loudestChannel(await decoder.decode(batch));
  } finally {
    decoder.free();
  }
}

function openerOf(codec: AudioCodec, channels: number): (() => Promise<Decoder>) | undefined {
  if (codec === "mp3") return mp3Decoder;
  if (codec === "opus") return channels > 2 ? undefined : () => opusDecoder(channels);
  if (codec === "flac") return flacDecoder;
  const read = pcmSamples(codec);
  if (!read) return undefined;
  return () =>
    Promise.resolve({
      decode: (packets) => ({ channelData: [read(packets, channels)] }),
      free: () => {},
    });
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
function loudestChannel({ channelData }: Decoded): Float32Array {
  const [left = new Float32Array(), right] = channelData;
  if (!right) return left;
  return left.map((sample, index) => {
    const other = right[index] ?? 0;
    return Math.abs(sample) >= Math.abs(other) ? sample : other;
  });
}

/** Vorbis is decoded from the file's beginning, where its code books are. */
async function* vorbisBlocks(
  { bytes, sampleRate }: ProbedAudio,
  { from, to, signal }: Range,
): AsyncGenerator<Float32Array> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  let seconds = 0;
  try {
    let done = false;
    for (let at = 0; seconds < to && !done; at += VORBIS_BYTES_AT_ONCE) {
      signal?.throwIfAborted();
      done = at >= bytes.length;
      const piece = bytes.subarray(at, at + VORBIS_BYTES_AT_ONCE);
      const block = loudestChannel(done ? await decoder.flush() : await decoder.decode(piece));
      const skipped = Math.max(0, Math.round((from - seconds) * sampleRate));
      const end = Math.max(0, Math.round((Math.min(to, 1e9) - seconds) * sampleRate));
      seconds += block.length / sampleRate;
      yield block.subarray(skipped, end);
      await otherWork();
    }
  } finally {
    decoder.free();
  }
}

/** Gains leap from frame to frame: three together tell the level. An encoder's first two frames tell nothing. */
async function aacEnvelope(
  { track, start, sampleRate }: ProbedAudio,
  { from, to, signal }: Range,
): Promise<Envelope | undefined> {
  const known: (number | undefined)[] = [];
  for await (const { data } of packetsOf(track, from + start, to + start)) {
    known.push(aacLevel(data));
    signal?.throwIfAborted();
  }
  if (known.filter((level) => level === undefined).length > known.length / 2 + 1) return undefined;
  const levels = known.map((level, index) => (index < 2 ? known[2] : level) ?? SILENT_DB);
  return {
    frameSeconds: AAC_FRAME_SAMPLES / sampleRate,
    levels: Float32Array.from(levels, (level, index) => {
      const around = levels.slice(Math.max(0, index - 1), index + 2);
      return around.reduce((sum, other) => sum + other, 0) / around.length || level;
    }),
  };
}
