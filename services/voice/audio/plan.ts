/** Plans how to send a file: whole or in parts, and which parts may contain speech. */
import { type AudioFile, cutAudio, fileName, needsAnotherContainer } from "./cut.ts";
import { decodedBlocks, decodedRate, loudness, speechIn } from "./loudness.ts";
import { NotAudio, probeAudio, type ProbedAudio } from "./probe.ts";
import { resampled } from "./samples.ts";
import { cutPoints } from "./silence.ts";

export interface PartLimits {
  /** Of one part, sent in one call. */
  seconds: number;
  bytes: number;
  /** Of the whole file. */
  wholeSeconds: number;
}

export interface Part {
  from: number;
  /** Infinity: to the end. */
  to: number;
  speech: boolean;
}

export interface FilePlan {
  duration: number;
  parts: Part[];
  /** The name to send the file under as it is; undefined when each part has to be cut out first. */
  whole: string | undefined;
}

/** @throws {NotAudio} for a file without readable audio, or with too much. */
export async function planFile(bytes: Uint8Array<ArrayBuffer>, limits: PartLimits): Promise<FilePlan> {
  const audio = await probeAudio(bytes);
  const { duration } = audio;
  if (duration > limits.wholeSeconds) {
    throw new NotAudio(`The audio is longer than the maximum of ${limits.wholeSeconds} seconds`);
  }
  const starts = await startsOf(audio, limits);
  const parts: Part[] = [];
  for (const [index, from] of starts.entries()) {
    const to = starts[index + 1] ?? Infinity;
    parts.push({ from, to, speech: await heardOr(true, () => speechIn(audio, { from, to })) });
  }
  const asItIs = parts.length === 1 && !needsAnotherContainer(audio);
  return { duration, parts, whole: asItIs ? fileName(audio) : undefined };
}

/** A part of a file as a file of its own. */
export async function cutFile(
  bytes: Uint8Array<ArrayBuffer>,
  range: { from: number; to: number },
): Promise<AudioFile> {
  return await cutAudio(await probeAudio(bytes), range);
}

/** All samples of a file, at `rate`. */
export async function samplesOfFile(bytes: Uint8Array<ArrayBuffer>, rate: number): Promise<Int16Array> {
  const audio = await probeAudio(bytes);
  const blocks = decodedBlocks(audio, { from: 0, to: Infinity });
  if (!blocks) throw new NotAudio(`${audio.codec} audio is not supported; send another format`);
  const parts: Float32Array[] = [];
  for await (const block of blocks) parts.push(block);
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let next = 0;
  for (const part of parts) {
    for (const sample of part) samples[next++] = Math.max(-1, Math.min(1, sample)) * 32767;
  }
  return resampled(samples, { from: decodedRate(audio), to: rate });
}

async function startsOf(audio: ProbedAudio, limits: PartLimits): Promise<number[]> {
  const { bytes, duration } = audio;
  if (duration <= limits.seconds && bytes.length <= limits.bytes) return [0];
  // The byte limit gives the length of a part at the file's bit rate, with some room for headers.
  const most = Math.min(limits.seconds, duration * Math.min(1, limits.bytes * 0.95 / bytes.length));
  const listen = (from: number, to: number) => heardOr(undefined, () => loudness(audio, { from, to }));
  return await cutPoints({ duration, most, listen });
}

/** Packets that our decoders cannot take may be read elsewhere: then `otherwise`. */
async function heardOr<T>(otherwise: T, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch {
    return otherwise;
  }
}
