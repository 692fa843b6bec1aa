/** The last frames of a stream, with their levels and their place in it. */
import { decibels, type Envelope, FRAME_SECONDS } from "../audio/envelope.ts";

export interface Utterance {
  samples: Int16Array;
  sampleRate: number;
  /** Seconds from the start of the stream. */
  start: number;
}

export interface Frames {
  readonly count: number;
  readonly seconds: number;
  /** Adds a frame (the last before a flush may be short) and answers its level. */
  push(samples: Int16Array): number;
  /** Forgets the first `count`. */
  drop(count: number): void;
  /** The levels of the first `count`. */
  envelope(count: number): Envelope;
  /** The samples of the first `count`. */
  utterance(count: number): Utterance;
}

export function frameBuffer(sampleRate: number): Frames & { frameLength: number; frameSeconds: number } {
  const frameLength = Math.round(sampleRate * FRAME_SECONDS);
  const frameSeconds = frameLength / sampleRate;
  let frames: { samples: Int16Array; level: number }[] = [];
  let startSample = 0;
  const lengthOf = (count: number) =>
    frames.slice(0, count).reduce((sum, frame) => sum + frame.samples.length, 0);
  return {
    frameLength,
    frameSeconds,
    get count() {
      return frames.length;
    },
    get seconds() {
      return frames.length * frameSeconds;
    },
    push(samples) {
      const level = levelOf(samples);
      frames.push({ samples, level });
      return level;
    },
    drop(count) {
      if (count <= 0) return;
      startSample += lengthOf(count);
      frames = frames.slice(count);
    },
    envelope: (count) => ({
      frameSeconds,
      levels: Float32Array.from(frames.slice(0, count), ({ level }) => level),
    }),
    utterance(count) {
      const samples = new Int16Array(lengthOf(count));
      let at = 0;
      for (const frame of frames.slice(0, count)) {
        samples.set(frame.samples, at);
        at += frame.samples.length;
      }
      return { samples, sampleRate, start: startSample / sampleRate };
    },
  };
}

function levelOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return decibels(sum / samples.length / 2 ** 30);
}
