/** The loudness envelope of audio: one level in dBFS per 20 ms. */

export const FRAME_SECONDS = 0.02;
export const SILENT_DB = -100;

export interface Envelope {
  frameSeconds: number;
  /** One level a frame, dBFS. */
  levels: Float32Array;
}

/** Level of mean square `power` (1 is a full-scale square wave). */
export function decibels(power: number): number {
  return Math.max(SILENT_DB, 10 * Math.log10(power));
}

export interface EnvelopeBuilder {
  /** Takes samples in -1 to 1. */
  add(samples: Float32Array): void;
  /** The envelope so far. */
  end(): Envelope;
}

export function envelopeBuilder(sampleRate: number): EnvelopeBuilder {
  const frameLength = Math.max(1, Math.round(sampleRate * FRAME_SECONDS));
  const levels: number[] = [];
  let filled = 0;
  let sum = 0;
  return {
    add(samples) {
      for (const sample of samples) {
        sum += sample * sample;
        if (++filled < frameLength) continue;
        levels.push(decibels(sum / frameLength));
        filled = 0;
        sum = 0;
      }
    },
    end() {
      const rest = filled > 0 ? [decibels(sum / filled)] : [];
      return { frameSeconds: frameLength / sampleRate, levels: Float32Array.from([...levels, ...rest]) };
    },
  };
}

/** The envelope of 16-bit samples. */
export function envelopeOf(samples: Int16Array, sampleRate: number): Envelope {
  const builder = envelopeBuilder(sampleRate);
  const block = new Float32Array(4096);
  for (let start = 0; start < samples.length; start += block.length) {
    const end = Math.min(samples.length, start + block.length);
    for (let index = start; index < end; index++) block[index - start] = (samples[index] ?? 0) / 32768;
    builder.add(block.subarray(0, end - start));
  }
  return builder.end();
}
