import assert from "node:assert/strict";
import { type Unit, unitQueue } from "lib/journal/unit_queue.ts";

const BOUNDS = { maxBatch: 3, maxBatchBytes: 10, maxItems: 5, maxBytes: 40 };
const unit = (items: string, bytes = 1): Unit<string> => ({ items: [...items], bytes });
const textOf = (units: Unit<string>[]) => units.map(({ items }) => items.join(""));

Deno.test("a batch takes whole units in order until it is as large as it may be; one that is larger stands alone", () => {
  const queue = unitQueue<string>(BOUNDS);
  for (const each of [unit("ab"), unit("cd"), unit("e", 25)]) assert.ok(queue.push(each));
  assert.deepEqual(textOf(queue.take()), ["ab", "cd"]);
  assert.deepEqual(textOf(queue.take()), ["e"]);
  assert.deepEqual([queue.take(), queue.items()], [[], 0]);
});

Deno.test("a full queue takes nothing more, by count and by size, until a batch has left", () => {
  const queue = unitQueue<string>(BOUNDS);
  assert.ok(queue.push(unit("abcdef")), "a unit is taken whole");
  assert.ok(!queue.push(unit("g")));
  queue.take();
  assert.ok(queue.push(unit("h", 40)));
  assert.ok(!queue.push(unit("i")));
});

Deno.test("units that are put back come first again, and count", () => {
  const queue = unitQueue<string>(BOUNDS);
  for (const text of ["ab", "cd", "e"]) queue.push(unit(text));
  queue.putBack(queue.take().slice(1));
  assert.equal(queue.items(), 3);
  assert.deepEqual(textOf(queue.take()), ["cd", "e"]);
});
