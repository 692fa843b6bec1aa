import { pause } from "lib/deadlines.ts";

/** Pauses all calls to a provider after a rate limit. */
export interface Gate {
  /** Resolves when the provider may be called. */
  pass(signal: AbortSignal): Promise<void>;
  /** Records a 429: all callers wait as long as the provider asked, else with growing backoff. */
  hold(retryAfterMs: number | undefined): void;
  /** Records an answer: resets the backoff. */
  opened(): void;
}

const FIRST_WAIT_MS = 1000;
const MOST_WAIT_MS = 60_000;
const MOST_ASKED_MS = 300_000;

export function createGate({ now = Date.now, random = Math.random, sleep = pause } = {}): Gate {
  let until = 0;
  let streak = 0;
  return {
    async pass(signal) {
      while (until > now()) {
        const wait = until - now();
        // Jitter, so that waiting callers do not all call at the same moment.
        await sleep(wait + random() * Math.min(wait, 1000) * 0.25, signal);
      }
    },
    hold(retryAfterMs) {
      // Calls already under way at the first refusal are refused too; together they count as one.
      const fresh = until <= now();
      if (fresh) streak++;
      const own = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** (streak - 1)) * (0.5 + random() / 2);
      const wait = retryAfterMs === undefined ? (fresh ? own : 0) : Math.min(retryAfterMs, MOST_ASKED_MS);
      until = Math.max(until, now() + wait);
    },
    opened: () => void (streak = 0),
  };
}
