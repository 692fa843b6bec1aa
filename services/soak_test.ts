import assert from "node:assert/strict";
import { judge } from "./soak.ts";

Deno.test("judge() accepts a flat second half, whatever came before, and rejects a rising one", () => {
  const rising = Array.from({ length: 120 }, (_, index) => 300 + index);
  const level = Array.from({ length: 120 }, (_, index) => 420 + index % 5);
  assert.equal(judge([...rising, ...level]).flat, true);
  assert.equal(judge([...level, ...rising.map((value) => value + 120)]).flat, false);
  assert.equal(judge([...level, ...level.toSpliced(60, 1, 900)]).flat, true, "one high sample");
  assert.deepEqual(judge([100]), { start: 100, middle: 100, end: 100, flat: true });
});
