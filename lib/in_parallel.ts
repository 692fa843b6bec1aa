/** Work on many items, a bounded number at a time. */

/** Calls `work` for each item, `width` at a time, until all are taken or `stop` aborts. */
export async function inParallel<T>(
  items: readonly T[],
  { width, stop }: { width: number; stop?: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) {
      if (stop?.aborted) return;
      await work(item);
    }
  };
  const lanes = Math.min(width, items.length);
  if (lanes === 1) await lane();
  else await Promise.all(Array.from({ length: lanes }, lane));
}
