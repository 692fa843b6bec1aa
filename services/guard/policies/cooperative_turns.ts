/** Lets the process answer others between checks that keep it busy. */
import { setImmediate } from "node:timers";

/** Runs work in this thread; what does not fit into the present turn waits for the next, in its order. */
export type InTurn = <T>(work: () => T) => Promise<T>;

/** When work has taken this long, all that waits in the process goes first. */
const TURN_MS = 4;

/** One order of turns, for all checks of a process. */
export function createTurns({ turnMs = TURN_MS, now = () => performance.now() } = {}): InTurn {
  const waiting: (() => void)[] = [];
  let spentMs = 0;
  let isCounting = false;

  function nextTurn(): void {
    spentMs = 0;
    isCounting = waiting.length > 0;
    // Those behind the first run in the same turn while there is time.
    waiting.shift()?.();
    if (isCounting) setImmediate(nextTurn);
  }
  function count(): void {
    if (isCounting) return;
    isCounting = true;
    setImmediate(nextTurn);
  }
  return async function inTurn(work) {
    if (spentMs >= turnMs || waiting.length > 0) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    count();
    const start = now();
    try {
      return work();
    } finally {
      spentMs += now() - start;
      if (spentMs < turnMs) waiting.shift()?.();
    }
  };
}
