/** Describes an audio file from its bytes, never from its name or declared type. */
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import type { AudioCodec, EncodedPacket, InputAudioTrack } from "mediabunny";
import { pause } from "lib/deadlines.ts";
import { wholePages } from "./ogg_pages.ts";

/** Thrown for a file without audio in a supported format; the message is for the sender. */
export class NotAudio extends Error {
  override name = "NotAudio";
}

export interface ProbedAudio {
  bytes: Uint8Array<ArrayBuffer>;
  /** Container: wav, mp3, mp4, webm, ogg, flac, aac. */
  format: AudioFormat;
  codec: AudioCodec;
  sampleRate: number;
  channels: number;
  /** Seconds, from the packets: recorders leave it out of the header, others lie in it. */
  duration: number;
  /** When its first packet plays; times are given from there. */
  start: number;
  track: InputAudioTrack;
}

export type AudioFormat = "wav" | "mp3" | "mp4" | "webm" | "ogg" | "flac" | "aac";

const FORMATS: Record<string, AudioFormat> = {
  WAVE: "wav",
  MP3: "mp3",
  MP4: "mp4",
  "QuickTime File Format": "mp4",
  WebM: "webm",
  Matroska: "webm",
  Ogg: "ogg",
  FLAC: "flac",
  ADTS: "aac",
};

export const READABLE = "flac, mp3, mp4, m4a, wav, webm, ogg, opus, aac";

export async function probeAudio(bytes: Uint8Array<ArrayBuffer>): Promise<ProbedAudio> {
  try {
    return await probed(bytes);
  } catch (error) {
    if (error instanceof NotAudio) throw error;
    throw new NotAudio(`The file is damaged or not audio; readable formats: ${READABLE}`, { cause: error });
  }
}

async function probed(given: Uint8Array<ArrayBuffer>): Promise<ProbedAudio> {
  if (given.length === 0) throw new NotAudio("The file is empty");
  const bytes = wholePages(given);
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  if (!await input.canRead()) throw new NotAudio(`Not an audio file; readable formats: ${READABLE}`);
  const { name } = await input.getFormat();
  const format = FORMATS[name];
  if (!format) throw new NotAudio(`${name} files are not readable here; readable formats: ${READABLE}`);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new NotAudio("The file has no audio track");
  const codec = await track.getCodec();
  if (!codec) throw new NotAudio("The file's audio codec is not known");
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket();
  if (!first) throw new NotAudio("The file's audio track is empty");
  const start = Math.max(0, first.timestamp);
  const sampleRate = await track.getSampleRate();
  const duration = await endOf(track, sink) - start;
  if (sampleRate < LEAST_RATE || sampleRate > MOST_RATE) {
    throw new NotAudio(
      `The file has ${sampleRate} samples a second; readable are ${LEAST_RATE} to ${MOST_RATE}`,
    );
  }
  if (!(duration >= LEAST_SECONDS)) throw new NotAudio("The file holds no audio, or its header says so");
  return {
    bytes,
    format,
    codec,
    sampleRate,
    channels: await track.getNumberOfChannels(),
    start,
    duration,
    track,
  };
}

/** No recorder uses other rates: a header that names one is wrong, and so would be every time. */
const [LEAST_RATE, MOST_RATE] = [1_000, 768_000];
const LEAST_SECONDS = 0.001;

/** Where the track ends: as its index says, or, when the file is cut before that, with the last packet it has. */
async function endOf(track: InputAudioTrack, sink: EncodedPacketSink): Promise<number> {
  const end = await track.computeDuration();
  if (await sink.getPacket(end).catch(() => null)) return end;
  let readable = 0;
  for await (const { timestamp, duration } of packetsOf(track)) readable = timestamp + duration;
  return readable;
}

const PACKETS_AT_ONCE = 200;

/** The packets from second `from` to second `to` of the track; a file cut in the middle of one ends before it. */
export async function* packetsOf(
  track: InputAudioTrack,
  from = 0,
  to = Infinity,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  const first = (from > 0 ? await sink.getPacket(from) : undefined) ?? await sink.getFirstPacket() ??
    undefined;
  const packets = sink.packets(first);
  for (let count = 1;; count++) {
    const packet = await packets.next().catch(() => undefined);
    if (!packet || packet.done || packet.value.timestamp >= to) break;
    if (packet.value.timestamp >= from) yield packet.value;
    if (count % PACKETS_AT_ONCE === 0) await otherWork();
  }
  await packets.return();
}

/** Yields to streams and other requests. */
export function otherWork(): Promise<void> {
  return pause(0);
}
