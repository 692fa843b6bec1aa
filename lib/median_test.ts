import assert from "node:assert/strict";
import { median } from "./median.ts";

Deno.test("the median is the value in the middle of the sorted values, which stay in their order", () => {
  const values = [10, 9, 100];
  assert.equal(median(values), 10);
  assert.deepEqual(values, [10, 9, 100]);
});

Deno.test("of two values in the middle the median is the upper one, of no values NaN", () => {
  assert.equal(median([4, 1, 3, 2]), 3);
  assert.equal(median([]), NaN);
});
