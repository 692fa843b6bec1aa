/** Lets a bounded number of things go on at once, the rest in order of arrival. */
export interface Semaphore {
  /** Whether a place is free now. */
  readonly free: boolean;
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
    get free() {
      return taken < places;
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
      let left = false;
      return () => {
        if (!left) leave();
        left = true;
      };
    },
  };
}
