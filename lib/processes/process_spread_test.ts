import assert from "node:assert/strict";
import { surplus } from "lib/processes/process_spread.ts";

Deno.test("surplus() takes from who has a tenth more than its share, and one connection at least", () => {
  assert.deepEqual(surplus([12, 4], 1000), [8, 0]);
  assert.deepEqual(surplus([9, 7], 1000), [2, 0]);
  assert.deepEqual(surplus([8, 8], 1000), [0, 0]);
  assert.deepEqual(surplus([3, 2], 1000), [0, 0]);
  assert.deepEqual(surplus([34, 30], 1000), [0, 0]);
  assert.deepEqual(surplus([40, 24], 1000), [16, 0]);
  assert.deepEqual(surplus([2, 0], 1000), [2, 0]);
  assert.deepEqual(surplus([6, 3, 4, 3], 1000), [2, 0, 0, 0]);
});

Deno.test("surplus() leaves processes alone that have little to do, and one that is alone", () => {
  assert.deepEqual(surplus([12, 4], 19), [0, 0]);
  assert.deepEqual(surplus([100], 1000), [0]);
  assert.deepEqual(surplus([], 1000), []);
});

Deno.test("connections that go where chance sends them are spread evenly within a few rounds", () => {
  let seed = 1;
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (const count of [2, 3, 8]) {
    for (let trial = 0; trial < 100; trial++) {
      const inUse = [64, ...new Array<number>(count - 1).fill(0)];
      for (let round = 0; round < 15; round++) {
        const given = surplus(inUse, 1000);
        given.forEach((number, at) => inUse[at] = (inUse[at] ?? 0) - number);
        for (let left = given.reduce((a, b) => a + b); left > 0; left--) {
          const at = Math.floor(chance() * count);
          inUse[at] = (inUse[at] ?? 0) + 1;
        }
      }
      const fair = 64 / count;
      assert.ok(Math.max(...inUse) < fair + Math.max(3, fair / 4), `${count}: ${inUse}`);
    }
  }
});
