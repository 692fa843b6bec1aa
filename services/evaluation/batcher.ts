import { delay } from "./delay.ts";

/**
 * Stores single items in batches: what comes within `lingerMs`, or while a batch is being stored, makes up the next one.
 * `add` resolves when its item is stored.
 */
export function batcher<T>(
  save: (items: T[]) => Promise<void>,
  { lingerMs = 0, most = 200 } = {},
): { add(item: T): Promise<void> } {
  let waiting: { item: T; resolve: () => void; reject: (reason: unknown) => void }[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    draining = true;
    while (waiting.length > 0) {
      await delay(lingerMs);
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await save(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    draining = false;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!draining) void drain();
      }),
  };
}

/** Calls `work` for each item, `width` at a time, until all are taken or `stop` aborts. */
export async function inParallel<T>(
  items: readonly T[],
  { width, stop }: { width: number; stop: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lanes = Array.from({ length: Math.min(width, items.length) }, async () => {
    for (const item of queue) {
      if (stop.aborted) return;
      await work(item);
    }
  });
  await Promise.all(lanes);
}
