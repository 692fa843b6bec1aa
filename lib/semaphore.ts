/** Lets a bounded number of things go on at once, the rest in order of arrival. */

/** Places that are entered and left. */
export interface Semaphore {
  /** Places that nobody has. */
  readonly free: number;
  /** Those who wait for one. */
  readonly waiting: number;
  /** A place when one is free now: the function that leaves it. */
  tryEnter(): (() => void) | undefined;
  /** Waits for a place; the function it gives leaves it. Throws the signal's reason when that aborts first. */
  enter(signal?: AbortSignal): Promise<() => void>;
  /** The result of `work`, done in a place. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A semaphore with that many places. */
export function createSemaphore(places: number): Semaphore {
  let taken = 0;
  const waiting = new Set<() => void>();

  function leave(): void {
    const [next] = waiting;
    if (!next) return void taken--;
    // The place goes to the next one.
    waiting.delete(next);
    next();
  }

  async function enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (taken < places) taken++;
    else await place(signal);
    return once(leave);
  }

  async function place(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      if (waiting.delete(resolve)) reject(signal?.reason);
    };
    waiting.add(resolve);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  return {
    get free() {
      return Math.max(0, places - taken);
    },
    get waiting() {
      return waiting.size;
    },
    tryEnter() {
      if (taken >= places) return undefined;
      taken++;
      return once(leave);
    },
    enter,
    async run(work, signal) {
      const leavePlace = await enter(signal);
      try {
        return await work();
      } finally {
        leavePlace();
      }
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
