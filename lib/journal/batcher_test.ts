import assert from "node:assert/strict";
import { batcher } from "lib/journal/batcher.ts";
import { ServiceError } from "lib/errors.ts";

const log = { warn: () => {} };

class Refusal extends Error {
  constructor(readonly code = "22021") {
    super(code);
  }
}

Deno.test("batcher() writes one batch at a time, and the items that came meanwhile together", async () => {
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

Deno.test("batcher() waits for other items to share a batch when told to", async () => {
  const batches: number[][] = [];
  const write = (items: number[]) => Promise.resolve(void batches.push(items));
  const { written } = batcher<number>({ log, write, maxBatch: 4, lingerMs: 0 });
  await Promise.all(Array.from({ length: 10 }, (_, n) => written([n])));
  assert.deepEqual(batches, [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]);
  await written([10]);
  assert.deepEqual(batches.at(-1), [10]);
});

Deno.test("batcher() rejects only the callers whose batch failed", async () => {
  const { written } = batcher<number>({
    log,
    maxBatch: 1,
    write: ([n]) => n === 2 ? Promise.reject(new Error("away")) : Promise.resolve(),
  });
  const outcomes = await Promise.allSettled([[1], [2], [3]].map(written));
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
});

Deno.test("batcher() retries items that nobody waits for", async () => {
  const kept: number[] = [];
  let failures = 1;
  const { add, flush } = batcher<number>({
    log,
    waitMs: 0,
    write(items) {
      if (failures-- > 0) return Promise.reject(new Error("away"));
      kept.push(...items);
      return Promise.resolve();
    },
  });
  add(1);
  add(2);
  await flush();
  add(3);
  await flush();
  assert.deepEqual(kept, [1, 2, 3]);
});

Deno.test("batcher() takes no more than it can hold, by count and by size", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { written } = batcher<number>({ log, maxBatch: 50_000, write: () => promise });
  const thousand = Array.from({ length: 50_000 }, (_, i) => i);
  const taken = Array.from({ length: 5 }, () => written(thousand));
  await assert.rejects(written([1]), (error) => error instanceof ServiceError && error.status === 503);
  resolve();
  await Promise.all(taken);
  await written([1]);
  const small = batcher<string>({
    log,
    write: () => Promise.resolve(),
    maxBytes: 10,
    sizeOf: ({ length }) => length,
  });
  assert.deepEqual(["123456", "123456", "1"].map(small.add), [true, true, false]);
  await small.flush();
});

Deno.test("one refused item neither stops its batch nor is tried again", async () => {
  const kept: number[] = [];
  const refused: number[] = [];
  const { add, flush } = batcher<number>({
    log,
    onRefused: (item) => void refused.push(item),
    write(items) {
      if (items.some((n) => n % 7 === 3)) return Promise.reject(new Refusal());
      kept.push(...items);
      return Promise.resolve();
    },
  });
  for (let n = 0; n < 20; n++) add(n);
  await flush();
  assert.deepEqual(refused, [3, 10, 17]);
  assert.deepEqual(kept, Array.from({ length: 20 }, (_, n) => n).filter((n) => n % 7 !== 3));
});

Deno.test("callers waiting for refused items are rejected, those that share their batch are not", async () => {
  const { written } = batcher<number>({
    log,
    lingerMs: 0,
    write: (items) => items.includes(2) ? Promise.reject(new Refusal("23514")) : Promise.resolve(),
  });
  const outcomes = await Promise.allSettled([[0, 1], [2, 3], [4], [5]].map(written));
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});

Deno.test("a write without an answer counts as failed and is retried", async () => {
  const kept: number[] = [];
  let first = true;
  const { add, flush } = batcher<number>({
    log,
    stuckMs: 20,
    write(items) {
      if (!first) return Promise.resolve(void kept.push(...items));
      first = false;
      return new Promise<void>(() => {});
    },
  });
  add(1);
  await flush();
  await flush();
  assert.deepEqual(kept, [1]);
});

/** Numbers from 0 to 1 that are the same for the same seed. */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

Deno.test("whatever fails or is refused, every item ends exactly once: written in order, refused, or reported", async () => {
  for (let seed = 0; seed < 60; seed++) {
    const next = random(seed);
    const bad = new Set(Array.from({ length: 200 }, (_, n) => n).filter(() => next() < 0.1));
    const store: number[] = [];
    const refused: number[] = [];
    let writing = 0;
    const { add, written, flush, waiting } = batcher<number>({
      log,
      maxBatch: 1 + Math.floor(next() * 9),
      maxItems: 40,
      onRefused: (item) => void refused.push(item),
      async write(items) {
        assert.equal(++writing, 1, "one write at a time");
        await Promise.resolve();
        writing--;
        if (next() < 0.2) throw new Error("away");
        if (items.some((n) => bad.has(n))) throw new Refusal();
        store.push(...items);
      },
    });
    const told: number[] = [];
    const untold: number[] = [];
    const full: number[] = [];
    const loose: number[] = [];
    const waits: Promise<void>[] = [];
    for (let n = 0; n < 200; n++) {
      if (next() < 0.3) waits.push(written([n]).then(() => void told.push(n), () => void untold.push(n)));
      else if (add(n)) loose.push(n);
      else full.push(n);
      if (next() < 0.1) await flush();
      assert.ok(waiting() <= 90, "bounded");
    }
    await Promise.all(waits);
    for (let tries = 0; waiting() > 0; tries++) {
      assert.ok(tries < 1_000);
      await flush();
    }
    assert.equal(new Set(store).size, store.length, "none twice");
    assert.deepEqual(
      store.filter((n) => loose.includes(n)),
      loose.filter((n) => !bad.has(n)),
      `in order, seed ${seed}`,
    );
    assert.deepEqual(refused, loose.filter((n) => bad.has(n)));
    assert.deepEqual(store.filter((n) => !loose.includes(n)), told);
    assert.equal(told.length + untold.length + full.length + loose.length, 200);
  }
});
