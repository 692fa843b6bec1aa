import assert from "node:assert/strict";
import { inParallel } from "lib/in_parallel.ts";

const never = new AbortController().signal;

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
