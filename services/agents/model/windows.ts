/** Learns each model's context window from its refusals, since windows are unknown and estimates rough. */
import type { Overflow } from "./overflow.ts";

export interface Windows {
  /** About how many tokens of a prompt, by our estimate, to send to `model` at most. */
  of(model: string): number;
  /** Records that `sent` tokens were too many for `model`; returns the next size to try. */
  learn(model: string, sent: number, refusal: Overflow): number;
}

const MOST_MODELS = 1_000;
/** After this time a window is learned anew, since the provider may have changed it. */
const REMEMBERED_MS = 3_600_000;
/** The share of a window that is kept for the answer. */
const ANSWER_SHARE = 0.2;
/** The share of the refused size that is tried next when the refusal names no number. */
const NEXT_SHARE = 0.6;

/** Windows of at most `most` tokens, as the operator says. */
export function windows(most: number, now: () => number = Date.now): Windows {
  const learned = new Map<string, { tokens: number; at: number }>();

  function known(model: string): number {
    const window = learned.get(model);
    return window && now() - window.at < REMEMBERED_MS ? window.tokens : most;
  }

  return {
    of: known,
    learn(model, sent, { window, asked }) {
      // How far our estimate is from the provider's count.
      const ratio = asked && sent > 0 ? Math.max(asked / sent, 0.5) : 1;
      const stated = window ? window * (1 - ANSWER_SHARE) / ratio : Infinity;
      // A refused size is never tried again, whatever the refusal said.
      const tokens = Math.max(
        1,
        Math.floor(Math.min(stated, sent * (window ? 0.9 : NEXT_SHARE), known(model))),
      );
      learned.delete(model);
      learned.set(model, { tokens, at: now() });
      const [oldest] = learned.keys();
      if (learned.size > MOST_MODELS && oldest !== undefined) learned.delete(oldest);
      return tokens;
    },
  };
}
