import assert from "node:assert/strict";
import { batcher, inParallel } from "./batcher.ts";

const never = new AbortController().signal;

Deno.test("batcher() stores every item once, in order, many at a time", async () => {
  const batches: number[][] = [];
  const store = batcher<number>((items) => Promise.resolve(void batches.push(items)), { most: 4 });
  await Promise.all(Array.from({ length: 10 }, (_, n) => store.add(n)));
  assert.deepEqual(batches, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]);
  await store.add(10);
  assert.deepEqual(batches.at(-1), [10]);
});

Deno.test("batcher() tells those whose batch failed, and goes on with the next", async () => {
  const store = batcher<number>(
    (items) => items.includes(1) ? Promise.reject(new Error("full")) : Promise.resolve(),
    {
      most: 2,
    },
  );
  const results = await Promise.allSettled([0, 1, 2, 3].map((n) => store.add(n)));
  assert.deepEqual(results.map(({ status }) => status), ["rejected", "rejected", "fulfilled", "fulfilled"]);
});

Deno.test("inParallel() does everything once, so many at a time, and takes nothing new when stopped", async () => {
  const done: number[] = [];
  let open = 0;
  let most = 0;
  const items = Array.from({ length: 20 }, (_, n) => n);
  await inParallel(items, { width: 3, stop: never }, async (n) => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    done.push(n);
  });
  assert.deepEqual(done.sort((a, b) => a - b), items);
  assert.equal(most, 3);
  const stop = new AbortController();
  const begun: number[] = [];
  await inParallel(items, { width: 2, stop: stop.signal }, async (n) => {
    begun.push(n);
    if (n === 3) stop.abort();
    await Promise.resolve();
  });
  assert.ok(begun.length <= 5);
});
