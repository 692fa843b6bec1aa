/** Lets a bounded number of things go on at once, the rest in order of arrival. */
export interface Semaphore {
  /** A place when one is free now: the function that leaves it. */
  tryEnter(): (() => void) | undefined;
  /** Waits for a place; the function it gives leaves it. Throws the signal's reason when that aborts first. */
  enter(signal: AbortSignal): Promise<() => void>;
}

export function semaphore(places: number): Semaphore {
  let taken = 0;
  const waiting = new Set<() => void>();
  const leave = () => {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    } else taken--;
  };
  return {
    tryEnter() {
      if (taken >= places) return undefined;
      taken++;
      return once(leave);
    },
    async enter(signal) {
      signal.throwIfAborted();
      if (taken < places) taken++;
      else {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const onAbort = () => {
          waiting.delete(resolve);
          reject(signal.reason);
        };
        waiting.add(resolve);
        signal.addEventListener("abort", onAbort, { once: true });
        try {
          await promise;
        } finally {
          signal.removeEventListener("abort", onAbort);
        }
      }
      return once(leave);
    },
  };
}

function once(leave: () => void): () => void {
  let left = false;
  return () => {
    if (!left) leave();
    left = true;
  };
}
