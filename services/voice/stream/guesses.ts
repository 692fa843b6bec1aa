/** When to request a partial text, and whether an arriving one still belongs to the current utterance. */
import type { Utterance } from "./frames.ts";

/** The amount of new speech that is worth another guess. */
const GUESS_SECONDS = 1;

export interface Guesses {
  /** The samples to transcribe now for a guess, if any. */
  due(current: Utterance | undefined): Utterance | undefined;
  /** Whether the arrived guess belongs to `current`. */
  arrived(current: Utterance | undefined): boolean;
}

export function createGuesses(): Guesses {
  let running = false;
  let start = -1;
  let seconds = 0;
  return {
    due(current) {
      if (running || !current) return undefined;
      const said = current.samples.length / current.sampleRate;
      if (said - (start === current.start ? seconds : 0) < GUESS_SECONDS) return undefined;
      running = true;
      start = current.start;
      seconds = said;
      return current;
    },
    arrived(current) {
      const fits = running && current?.start === start;
      running = false;
      return fits;
    },
  };
}
