import { pause } from "lib/deadlines.ts";

/** Holds back every question to one provider after one of them was told to wait. */
export interface Gate {
  /** Resolves when the provider may be asked. */
  pass(signal: AbortSignal): Promise<void>;
  /** The provider said 429: everyone waits, as long as it asked for, else longer each time. */
  hold(retryAfterMs: number | undefined): void;
  /** The provider answered: the next wait starts small again. */
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
        // Spread a little, or all that waited would ask in the same moment.
        await sleep(wait + random() * Math.min(wait, 1000) * 0.25, signal);
      }
    },
    hold(retryAfterMs) {
      // Those who were under way when the first was refused are refused too; they are one refusal, not many.
      const fresh = until <= now();
      if (fresh) streak++;
      const own = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** (streak - 1)) * (0.5 + random() / 2);
      const wait = retryAfterMs === undefined ? (fresh ? own : 0) : Math.min(retryAfterMs, MOST_ASKED_MS);
      until = Math.max(until, now() + wait);
    },
    opened: () => void (streak = 0),
  };
}
