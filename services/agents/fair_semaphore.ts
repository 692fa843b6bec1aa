/**
 * A semaphore like lib/semaphore.ts that shares its slots fairly: waiting callers have keys, and the keys
 * take turns.
 */
export interface FairSemaphore {
  /** Takes a slot for `key` if one is free now; returns the function that releases it. */
  tryEnter(key: string): (() => void) | undefined;
  /**
   * Waits for a slot for `key`; resolves with the function that releases it. Rejects with the signal's reason
   * when that aborts first, with Crowded when too many wait for the same key.
   */
  enter(key: string, signal: AbortSignal): Promise<() => void>;
}

/** Too many already wait for the same key. */
export class Crowded extends Error {
  override name = "Crowded";
}

export interface FairBounds {
  /** Most slots of one key. */
  each?: number;
  /** Most in the queue of one key. */
  mostWaiting?: number;
}

/** Free slots go to the keys in rotation, within a key in order of arrival. */
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

/** The queues of the keys, in rotation order. */
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
      if (queue.size >= mostWaiting) throw new Crowded(`${mostWaiting} are waiting already`);
      queues.set(key, queue.add(waiter));
    },
    remove,
    /** Takes the first waiter of the first key below its bound; the key moves to the end of the rotation. */
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
