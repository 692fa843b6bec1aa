/** A counting semaphore with first-come, first-served order. */

/** Slots that callers take and release. */
export interface Semaphore {
  /** Free slots. */
  readonly free: number;
  /** Waiting callers. */
  readonly waiting: number;
  /** Takes a slot if one is free now; returns the function that releases it. */
  tryEnter(): (() => void) | undefined;
  /**
   * Waits for a slot; resolves with the function that releases it. Rejects with the signal's reason when that
   * aborts first.
   */
  enter(signal?: AbortSignal): Promise<() => void>;
  /** Runs `work` in a slot. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A semaphore with the given number of slots. */
export function createSemaphore(places: number): Semaphore {
  let taken = 0;
  const waiting = new Set<() => void>();

  function leave(): void {
    const [next] = waiting;
    if (!next) return void taken--;
    // Hand the slot to the next waiting caller.
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
