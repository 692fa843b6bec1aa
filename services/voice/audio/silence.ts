/** Finds silence: whether to send audio at all, and where to cut it. */
import type { Envelope } from "./envelope.ts";

// Speech moves by more than this between its loud and its quiet moments; a steady hiss does not.
const LEAST_RANGE_DB = 8;
// Nothing quieter than this counts as speech.
const LEAST_SPEECH_DB = -52;
const LEAST_SPEECH_SECONDS = 0.1;

/**
 * Whether there may be speech. When in doubt yes: a lost word is worse than an unnecessary call. Silence, low
 * noise, steady noise of any level and single clicks are not speech.
 */
export function hasSpeech({ levels, frameSeconds }: Envelope): boolean {
  const threshold = Math.max(LEAST_SPEECH_DB, quantile(levels, 0.05) + LEAST_RANGE_DB);
  const needed = Math.ceil(LEAST_SPEECH_SECONDS / frameSeconds);
  let loud = 0;
  for (const level of levels) {
    if (level > threshold && ++loud >= needed) return true;
  }
  // Too short to have a quiet moment: only its level can tell.
  const short = levels.length * frameSeconds < 0.6;
  return short && levels.length > 0 && quantile(levels, 0.5) > LEAST_SPEECH_DB;
}

function quantile(levels: Float32Array, share: number): number {
  const sorted = levels.toSorted();
  return sorted[Math.floor(share * Math.max(0, sorted.length - 1))] ?? 0;
}

/** The quietest second within [from, to], at the middle of the longest quiet there. */
export function quietestPoint({ levels, frameSeconds }: Envelope, from: number, to: number): number {
  const first = Math.max(0, Math.floor(from / frameSeconds));
  const last = Math.min(levels.length, Math.ceil(to / frameSeconds));
  const half = Math.max(1, Math.round(0.1 / frameSeconds));
  let best = last;
  let bestSum = Infinity;
  for (let center = first + half; center < last - half; center++) {
    let sum = 0;
    for (let index = center - half; index <= center + half; index++) sum += levels[index] ?? 0;
    // Among equally quiet places the last one gives the longest part.
    if (sum <= bestSum) [best, bestSum] = [center, sum];
  }
  return best * frameSeconds;
}

/**
 * Start times of parts no longer than `most` seconds, each cut in the quietest moment of the last fifth that
 * `listen` hears; where it hears nothing, at the end.
 */
export async function cutPoints(
  { duration, most, listen }: {
    duration: number;
    most: number;
    listen(from: number, to: number): Promise<Envelope | undefined>;
  },
): Promise<number[]> {
  const starts = [0];
  for (let start = 0; duration - start > most;) {
    const from = start + most * 0.8;
    const envelope = await listen(from, start + most);
    const point = envelope ? quietestPoint(envelope, 0, most * 0.2) : most * 0.2;
    start = from + Math.min(point, most * 0.2);
    starts.push(start);
  }
  return starts;
}
