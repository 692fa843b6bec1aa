import { unavailable } from "lib/errors.ts";
import type { Logger } from "lib/log.ts";

/** Writes what it is given in batches, one at a time, in order. */
export interface Batcher<T> {
  /** Takes items to be written soon. */
  add(items: readonly T[]): void;
  /** Takes items and resolves when they are written; rejects with 503 when too much waits already. */
  written(items: readonly T[]): Promise<void>;
  /** Resolves when all that was taken before is written. */
  flush(): Promise<void>;
}

const MOST_WAITING = 200_000;

/**
 * Collects items while a write is under way, and at least `waitMs` for those nobody waits for. A batch that
 * fails rejects those who wait for it; items nobody waits for are tried again.
 */
export function batcher<T>(
  { write, waitMs = 25, maxBatch = 1_000, log }: {
    write: (items: T[]) => Promise<void>;
    waitMs?: number;
    maxBatch?: number;
    log: Logger;
  },
): Batcher<T> {
  interface Waiter {
    items: readonly T[];
    resolve: () => void;
    reject: (error: unknown) => void;
  }
  let loose: T[] = [];
  let waiting = 0;
  const awaited: Waiter[] = [];
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    while (awaited.length > 0 || loose.length > 0) {
      if (awaited.length > 0) await writeAwaited();
      else if (!await writeLoose()) break;
    }
    // In the same breath as the last look: what comes a moment later must find nothing running and start it.
    running = undefined;
  }
  async function writeAwaited(): Promise<void> {
    let size = 0;
    let n = 0;
    while (n < awaited.length && (n === 0 || size < maxBatch)) size += awaited[n++]?.items.length ?? 0;
    const waiters = awaited.splice(0, n);
    waiting -= size;
    try {
      await write(waiters.flatMap(({ items }) => [...items]));
      for (const { resolve } of waiters) resolve();
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
  }
  async function writeLoose(): Promise<boolean> {
    const batch = loose.splice(0, maxBatch);
    try {
      await write(batch);
      return true;
    } catch (error) {
      log.error("a batch could not be written; it is tried again", { error, items: batch.length });
      loose = [...batch, ...loose].slice(0, MOST_WAITING);
      timer ??= setTimeout(start, 1_000);
      return false;
    }
  }
  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (running) return running;
    if (awaited.length + loose.length === 0) return Promise.resolve();
    return running = run();
  }
  return {
    add(items) {
      for (const item of items) if (loose.length < MOST_WAITING) loose.push(item);
      if (!running) timer ??= setTimeout(start, loose.length >= maxBatch ? 0 : waitMs);
    },
    written(items) {
      if (waiting >= MOST_WAITING) {
        return Promise.reject(unavailable("The database is behind; try again later"));
      }
      waiting += items.length;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      awaited.push({ items, resolve, reject });
      start();
      return promise;
    },
    async flush() {
      await start();
      if (loose.length > 0 || awaited.length > 0) await start();
    },
  };
}
