import assert from "node:assert/strict";
import { ServiceError } from "lib/errors.ts";
import { createLogger } from "lib/log.ts";
import { batcher } from "./batcher.ts";

const log = createLogger({ write: () => {} });

Deno.test("batcher() writes one batch at a time, and together what came meanwhile", async () => {
  const batches: number[][] = [];
  let writing = 0;
  const { written } = batcher<number>({
    log,
    maxBatch: 4,
    async write(items) {
      assert.equal(++writing, 1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      batches.push(items);
      writing--;
    },
  });
  await Promise.all([[1], [2, 3], [4, 5], [6], [7]].map(written));
  assert.deepEqual(batches, [[1], [2, 3, 4, 5], [6, 7]]);
});

Deno.test("batcher() tells those whose batch failed, and no others", async () => {
  const { written } = batcher<number>({
    log,
    maxBatch: 1,
    write: ([n]) => n === 2 ? Promise.reject(new Error("refused")) : Promise.resolve(),
  });
  const outcomes = await Promise.allSettled([[1], [2], [3]].map(written));
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
});

Deno.test("batcher() tries again what nobody waits for", async () => {
  const kept: number[] = [];
  let refusals = 1;
  const { add, flush } = batcher<number>({
    log,
    waitMs: 0,
    write(items) {
      if (refusals-- > 0) return Promise.reject(new Error("refused"));
      kept.push(...items);
      return Promise.resolve();
    },
  });
  add([1, 2]);
  await flush();
  add([3]);
  await flush();
  assert.deepEqual(kept, [1, 2, 3]);
});

Deno.test("batcher() takes no more than it can hold", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { written } = batcher<number>({ log, maxBatch: 50_000, write: () => promise });
  const thousand = Array.from({ length: 50_000 }, (_, i) => i);
  const taken = Array.from({ length: 5 }, () => written(thousand));
  await assert.rejects(written([1]), (error) => error instanceof ServiceError && error.status === 503);
  resolve();
  await Promise.all(taken);
  await written([1]);
});
