import assert from "node:assert/strict";
import { batched } from "./batch.ts";

const later = (ms = 5) => new Promise((done) => setTimeout(done, ms));

Deno.test("batched() writes at once, batches items that came meanwhile, and returns each its own result", async () => {
  const writes: number[][] = [];
  const write = batched(async (items: number[]) => {
    writes.push(items);
    await later();
    return items.map((item) => item * 10);
  }, { most: 3 });
  const results = await Promise.all([1, 2, 3, 4, 5, 6].map(write));
  assert.deepEqual(results, [10, 20, 30, 40, 50, 60]);
  assert.deepEqual(writes, [[1], [2, 3, 4], [5, 6]]);
  assert.equal(await write(7), 70);
});

Deno.test("batched() waits after a large batch, and writes a lone item at once", async () => {
  const writes: number[][] = [];
  const write = batched((items: number[]) => {
    writes.push(items);
    return Promise.resolve(items);
  }, { crowdMs: 30 });
  await write(0);
  await write(1);
  // The first item is written alone, the others together; later ones wait to be batched.
  await Promise.all([2, 3, 4, 5, 6].map(write));
  const late = [7, 8].map(async (item, i) => {
    await later(i * 5);
    return await write(item);
  });
  await Promise.all(late);
  assert.deepEqual(writes, [[0], [1], [2], [3, 4, 5, 6], [7, 8]]);
});

Deno.test("batched() lets one bad item harm no other", async () => {
  const write = batched(async (items: number[]) => {
    await later();
    if (items.includes(3)) throw new Error("three");
    return items;
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(write));
  assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  await assert.rejects(write(3), /three/);
  assert.equal(await write(5), 5);
});

Deno.test("batched() tries nothing again while the database is away", async () => {
  let writes = 0;
  const away = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const write = batched(async () => {
    writes++;
    await later();
    throw away;
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(write));
  assert.deepEqual(results.map(({ status }) => status), Array(4).fill("rejected"));
  assert.equal(writes, 2);
});
