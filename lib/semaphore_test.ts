import fc from "fast-check";
import assert from "node:assert/strict";
import { createSemaphore } from "lib/semaphore.ts";

Deno.test("run() never exceeds its slots, whatever fails or gives up, and loses no slot", async () => {
  const jobs = fc.array(fc.constantFrom("done", "failed", "aborted"), { minLength: 1, maxLength: 30 });
  await fc.assert(fc.asyncProperty(jobs, fc.integer({ min: 1, max: 4 }), async (ends, places) => {
    const semaphore = createSemaphore(places);
    let running = 0;
    const results = await Promise.allSettled(ends.map((end) => {
      const stop = new AbortController();
      const result = semaphore.run(async () => {
        assert.ok(++running <= places);
        await Promise.resolve();
        running--;
        if (end === "failed") throw new Error("failed");
      }, stop.signal);
      if (end === "aborted") queueMicrotask(() => stop.abort(new Error("aborted")));
      return result;
    }));
    assert.deepEqual([semaphore.free, semaphore.waiting], [places, 0]);
    results.forEach(({ status }, i) => ends[i] === "done" && assert.equal(status, "fulfilled"));
  }));
});

Deno.test("waiting callers enter in the order they came", async () => {
  const semaphore = createSemaphore(1);
  const leave = semaphore.tryEnter();
  assert.equal(semaphore.tryEnter(), undefined);
  const order: number[] = [];
  const runs = [1, 2, 3].map((n) => semaphore.run(() => Promise.resolve(void order.push(n))));
  leave?.();
  leave?.();
  await Promise.all(runs);
  assert.deepEqual(order, [1, 2, 3]);
  assert.equal(semaphore.free, 1);
});

Deno.test("enter() with an aborted signal takes no slot", async () => {
  const semaphore = createSemaphore(1);
  await assert.rejects(semaphore.enter(AbortSignal.abort(new Error("gone"))), /gone/);
  assert.equal(semaphore.free, 1);
});
