/** Lets a bounded number of things go on at once, the rest in turn: those who wait share the places fairly. */
export interface Semaphore {
  /** A place for `key` when one is free now: the function that leaves it. */
  tryEnter(key: string): (() => void) | undefined;
  /**
   * Waits for a place for `key`; the function it gives leaves it. Throws the signal's reason when that aborts first,
   * Crowded when too many wait for the same key.
   */
  enter(key: string, signal: AbortSignal): Promise<() => void>;
}

/** Too many already wait for the same key. */
export class Crowded extends Error {
  override name = "Crowded";
}

/**
 * `places` in all, at most `each` of them for one key, and at most `mostWaiting` in its queue. A place that becomes
 * free goes to the keys in rotation, within a key in order of arrival.
 */
export function semaphore(
  places: number,
  { each = places, mostWaiting = Infinity }: { each?: number; mostWaiting?: number } = {},
): Semaphore {
  let taken = 0;
  const takenBy = new Map<string, number>();
  // In the order in which keys come to their turn.
  const waiting = new Map<string, Set<() => void>>();

  const isFree = (key: string) => taken < places && (takenBy.get(key) ?? 0) < each;

  function take(key: string): () => void {
    taken++;
    takenBy.set(key, (takenBy.get(key) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken--;
      const still = (takenBy.get(key) ?? 1) - 1;
      if (still > 0) takenBy.set(key, still);
      else takenBy.delete(key);
      next();
    };
  }

  function next(): void {
    for (const [key, queue] of waiting) {
      if (!isFree(key)) continue;
      const [first] = queue;
      if (!first) continue;
      remove(key, first);
      // To the end of the rotation.
      if (waiting.delete(key) && queue.size > 0) waiting.set(key, queue);
      first();
      return;
    }
  }

  function remove(key: string, waiter: () => void): void {
    const queue = waiting.get(key);
    queue?.delete(waiter);
    if (queue?.size === 0) waiting.delete(key);
  }

  return {
    tryEnter: (key) => isFree(key) ? take(key) : undefined,
    async enter(key, signal) {
      signal.throwIfAborted();
      if (isFree(key)) return take(key);
      const queue = waiting.get(key) ?? new Set();
      if (queue.size >= mostWaiting) throw new Crowded(`${mostWaiting} already wait`);
      waiting.set(key, queue);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const waiter = () => resolve(take(key));
      queue.add(waiter);
      const onAbort = () => {
        remove(key, waiter);
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
  };
}
