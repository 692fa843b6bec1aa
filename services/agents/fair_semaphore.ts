/**
 * Lets a bounded number of things go on at once, as lib/semaphore.ts does, and shares the places fairly: those who wait
 * have keys, and the keys take turns.
 */
export interface FairSemaphore {
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

export interface FairBounds {
  /** Most places that one key has. */
  each?: number;
  /** Most in the queue of one key. */
  mostWaiting?: number;
}

/** A place that becomes free goes to the keys in rotation, within a key in order of arrival. */
export function fairSemaphore(
  places: number,
  { each = places, mostWaiting = Infinity }: FairBounds = {},
): FairSemaphore {
  const rotation = createRotation(mostWaiting);
  const takenBy = new Map<string, number>();
  let taken = 0;

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
      rotation.next(isFree)?.();
    };
  }

  return {
    tryEnter: (key) => isFree(key) ? take(key) : undefined,
    async enter(key, signal) {
      signal.throwIfAborted();
      if (isFree(key)) return take(key);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const waiter = () => resolve(take(key));
      rotation.add(key, waiter);
      const onAbort = () => {
        rotation.remove(key, waiter);
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

type Waiter = () => void;

/** The queues of the keys, in the order in which the keys come to their turn. */
function createRotation(mostWaiting: number) {
  const queues = new Map<string, Set<Waiter>>();
  function remove(key: string, waiter: Waiter): void {
    const queue = queues.get(key);
    queue?.delete(waiter);
    if (queue?.size === 0) queues.delete(key);
  }
  return {
    add(key: string, waiter: Waiter): void {
      const queue = queues.get(key) ?? new Set();
      if (queue.size >= mostWaiting) throw new Crowded(`${mostWaiting} already wait`);
      queues.set(key, queue.add(waiter));
    },
    remove,
    /** Takes the first waiter of the first key that may have one; the key goes to the end of the rotation. */
    next(mayHave: (key: string) => boolean): Waiter | undefined {
      for (const [key, queue] of queues) {
        const [first] = queue;
        if (!first || !mayHave(key)) continue;
        remove(key, first);
        if (queues.delete(key)) queues.set(key, queue);
        return first;
      }
      return undefined;
    },
  };
}
