/** Raw audio bytes as mono 16-bit samples, and samples at another rate. */

export type Encoding = "pcm_s16le" | "pcm_f32le" | "mulaw";

const BYTES_PER_SAMPLE = { pcm_s16le: 2, pcm_f32le: 4, mulaw: 1 };

/** Turns frames of any size into mono samples; bytes of a sample cut in two wait for the rest of it. */
export interface SampleReader {
  read(bytes: Uint8Array): Int16Array;
}

export function sampleReader(
  { encoding, channels }: { encoding: Encoding; channels: number },
): SampleReader {
  const frameBytes = BYTES_PER_SAMPLE[encoding] * channels;
  let rest = new Uint8Array(0);
  return {
    read(bytes) {
      const joined = new Uint8Array(rest.length + bytes.length);
      joined.set(rest);
      joined.set(bytes, rest.length);
      const whole = joined.length - joined.length % frameBytes;
      rest = joined.slice(whole);
      return monoSamples(joined.subarray(0, whole), { encoding, channels });
    },
  };
}

function monoSamples(
  bytes: Uint8Array,
  { encoding, channels }: { encoding: Encoding; channels: number },
): Int16Array {
  const width = BYTES_PER_SAMPLE[encoding];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(bytes.length / (width * channels));
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += sampleAt(view, (index * channels + channel) * width, encoding);
    }
    samples[index] = Math.round(sum / channels);
  }
  return samples;
}

function sampleAt(view: DataView, offset: number, encoding: Encoding): number {
  if (encoding === "pcm_s16le") return view.getInt16(offset, true);
  if (encoding === "mulaw") return mulawSample(view.getUint8(offset));
  const value = view.getFloat32(offset, true);
  // A float that is no number is silence, not a click.
  return Number.isNaN(value) ? 0 : Math.round(Math.max(-1, Math.min(1, value)) * 32767);
}

/** One byte of G.711 mu-law. */
export function mulawSample(byte: number): number {
  const inverted = ~byte & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4);
  return inverted & 0x80 ? 0x84 - magnitude : magnitude - 0x84;
}

/** Samples at another rate, by linear interpolation, averaged first when the rate falls. */
export function resampled(samples: Int16Array, { from, to }: { from: number; to: number }): Int16Array {
  if (from === to) return samples;
  const ratio = from / to;
  const result = new Int16Array(Math.floor(samples.length / ratio));
  for (let index = 0; index < result.length; index++) {
    result[index] = ratio > 1 ? average(samples, index * ratio, ratio) : interpolated(samples, index * ratio);
  }
  return result;
}

function interpolated(samples: Int16Array, position: number): number {
  const before = Math.floor(position);
  const share = position - before;
  const left = samples[before] ?? 0;
  return Math.round(left + ((samples[before + 1] ?? left) - left) * share);
}

function average(samples: Int16Array, position: number, width: number): number {
  const start = Math.floor(position);
  const end = Math.min(samples.length, Math.max(start + 1, Math.floor(position + width)));
  let sum = 0;
  for (let index = start; index < end; index++) sum += samples[index] ?? 0;
  return Math.round(sum / (end - start));
}
