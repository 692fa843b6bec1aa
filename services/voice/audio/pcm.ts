/** Uncompressed packets as samples in -1 to 1; the loudest channel of each moment. */
import type { AudioCodec } from "mediabunny";
import { mulawSample } from "./samples.ts";

type ReadSample = (view: DataView, offset: number) => number;

const READERS: Partial<Record<AudioCodec, [bytes: number, read: ReadSample]>> = {
  "pcm-u8": [1, (view, offset) => (view.getUint8(offset) - 128) / 128],
  "pcm-s8": [1, (view, offset) => view.getInt8(offset) / 128],
  "pcm-s16": [2, (view, offset) => view.getInt16(offset, true) / 32768],
  "pcm-s16be": [2, (view, offset) => view.getInt16(offset) / 32768],
  "pcm-s24": [3, (view, offset) => (view.getInt16(offset + 1, true) + view.getUint8(offset) / 256) / 32768],
  "pcm-s24be": [3, (view, offset) => (view.getInt16(offset) + view.getUint8(offset + 2) / 256) / 32768],
  "pcm-s32": [4, (view, offset) => view.getInt32(offset, true) / 2 ** 31],
  "pcm-s32be": [4, (view, offset) => view.getInt32(offset) / 2 ** 31],
  "pcm-f32": [4, (view, offset) => view.getFloat32(offset, true)],
  "pcm-f32be": [4, (view, offset) => view.getFloat32(offset)],
  ulaw: [1, (view, offset) => mulawSample(view.getUint8(offset)) / 32768],
};

/** A reader of packets of `codec`, or undefined for one that is compressed or rare. */
export function pcmSamples(
  codec: AudioCodec,
): ((packets: Uint8Array[], channels: number) => Float32Array) | undefined {
  const reader = READERS[codec];
  if (!reader) return undefined;
  const [bytes, read] = reader;
  return (packets, channels) => {
    const counts = packets.map((packet) => Math.floor(packet.length / (bytes * channels)));
    const samples = new Float32Array(counts.reduce((sum, count) => sum + count, 0));
    let next = 0;
    packets.forEach((packet, at) => {
      const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
      for (let index = 0; index < (counts[at] ?? 0); index++) {
        samples[next++] = loudest(channels, (channel) => read(view, (index * channels + channel) * bytes));
      }
    });
    return samples;
  };
}

function loudest(channels: number, at: (channel: number) => number): number {
  let loudest = at(0);
  for (let channel = 1; channel < channels; channel++) {
    const sample = at(channel);
    if (Math.abs(sample) > Math.abs(loudest)) loudest = sample;
  }
  return Number.isFinite(loudest) ? loudest : 0;
}
