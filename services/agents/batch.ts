/** Batches items that arrive during a write into one statement. */
import { pause } from "lib/deadlines.ts";

/** From this batch size on, the next batch waits briefly for more items. */
const CROWD = 4;

/**
 * A function that writes one item and resolves when it is stored: alone when nothing else is being written, else
 * together with everything that came meanwhile. `write` gives a result for each item, in their order. Where a
 * statement for several fails, each is tried alone, so that one bad item harms no other. Where many come, each
 * group gathers for `gatherMs`, so that there are fewer of them; where few come, none waits.
 */
export function batched<T, R>(
  write: (items: T[]) => Promise<R[]>,
  { most = 200, gatherMs = 0 }: { most?: number; gatherMs?: number } = {},
): (item: T) => Promise<R> {
  const waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let busy = false;
  let crowded = false;

  async function drain(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      if (crowded && gatherMs > 0) await pause(gatherMs);
      const group = waiting.splice(0, most);
      crowded = group.length >= CROWD;
      try {
        const results = await write(group.map(({ item }) => item));
        group.forEach(({ resolve, reject }, i) => {
          const result = results[i];
          if (result === undefined) reject(new Error("The store gave no result for an item"));
          else resolve(result);
        });
      } catch (error) {
        if (group.length === 1) group[0]?.reject(error);
        else await Promise.all(group.map(alone));
      }
    }
    busy = false;
  }

  async function alone({ item, resolve, reject }: (typeof waiting)[number]): Promise<void> {
    try {
      const [result] = await write([item]);
      if (result === undefined) throw new Error("The store gave no result for an item");
      resolve(result);
    } catch (error) {
      reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void drain();
    });
}
