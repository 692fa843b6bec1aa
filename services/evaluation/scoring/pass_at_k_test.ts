import assert from "node:assert/strict";
import fc from "fast-check";
import { passAtK } from "./pass_at_k.ts";

for (
  const [n, c, k, expected] of [[5, 0, 1, 0], [5, 5, 5, 1], [5, 1, 1, 0.2], [10, 3, 5, 1 - 21 / 252], [
    4,
    2,
    3,
    1,
  ]]
) {
  Deno.test(`passAtK(${n}, ${c}, ${k}) is ${expected}`, () => {
    assert.ok(Math.abs(passAtK(n ?? 0, c ?? 0, k ?? 0) - (expected ?? 0)) < 1e-12);
  });
}

Deno.test("passAtK() refuses fewer samples than k", () => assert.throws(() => passAtK(2, 1, 3), RangeError));

Deno.test("passAtK() grows with k and with the correct ones, within 0..1", () => {
  fc.assert(fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(40), fc.nat(38), (n, c, k) => {
    const correct = c % n;
    const at = 1 + k % (n - 1);
    const value = passAtK(n, correct, at);
    assert.ok(value >= 0 && value <= 1);
    assert.ok(passAtK(n, correct, at + 1) >= value - 1e-12);
    assert.ok(passAtK(n, correct + 1, at) >= value - 1e-12);
  }));
});
