/** Calls that share a statement while another one is being executed. */
import { DeadlineError } from "lib/deadlines.ts";
import { batcher } from "lib/journal/batcher.ts";
import { isDatabaseAway } from "lib/outages.ts";

interface Call<T, R> {
  item: T;
  result?: R | undefined;
}

/**
 * A function that writes one item and resolves with its result: alone when nothing else is being written, else
 * together with everything that came meanwhile. `write` gives a result for each item, in their order. One bad item
 * harms no other. Where many come, each batch waits `crowdMs` for more, so that there are fewer of them.
 */
export function batched<T, R>(
  write: (items: T[]) => Promise<R[]>,
  { most = 200, crowdMs }: { most?: number; crowdMs?: number } = {},
): (item: T) => Promise<R> {
  const { written } = batcher<Call<T, R>>({
    async write(calls) {
      const results = await write(calls.map(({ item }) => item));
      for (const [i, call] of calls.entries()) call.result = results[i];
    },
    // Another attempt with fewer items would fail as well, only later.
    isRefusal: (error) => !isDatabaseAway(error) && !(error instanceof DeadlineError),
    maxBatch: most,
    ...crowdMs === undefined ? {} : { crowdMs },
    // Each caller gets its failure.
    log: { warn: () => {} },
  });
  return async (item) => {
    const call: Call<T, R> = { item };
    await written([call]);
    if (call.result === undefined) throw new Error("The store gave no result for an item");
    return call.result;
  };
}
