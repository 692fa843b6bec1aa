import assert from "node:assert/strict";
import fc from "fast-check";
import { mean, pairedTest, seeded, shuffled, standardError } from "./statistics.ts";

Deno.test("standardError() is s/√n", () => {
  // 1, 2, 3, 4: s² = 5/3, so s/√n = √(5/12).
  assert.ok(Math.abs((standardError([1, 2, 3, 4]) ?? 0) - Math.sqrt(5 / 12)) < 1e-12);
  assert.equal(standardError([1]), undefined);
});

Deno.test("pairedTest() gives McNemar's exact p for right and wrong answers", () => {
  // 8 won and 2 lost of 10 that differ: 2 × (1 + 10 + 45) / 1024.
  const differences = [...Array(8).fill(1), ...Array(2).fill(-1), ...Array(30).fill(0)];
  const result = pairedTest(differences);
  assert.equal(result.test, "mcnemar_exact");
  assert.ok(Math.abs(result.p_value - 112 / 1024) < 1e-9);
  assert.equal(result.pairs, 40);
});

Deno.test("pairedTest() flips all signs where there are few, and draws seeded ones where there are many", () => {
  // Only the two all-alike sign patterns of 2³ reach the observed sum.
  assert.equal(pairedTest([0.1, 0.2, 0.4]).p_value, 2 / 8);
  const many = Array.from({ length: 60 }, (_, at) => 0.1 + at / 1000);
  const result = pairedTest(many, { seed: 3 });
  assert.equal(result.test, "sign_flip");
  assert.ok(result.p_value < 0.001);
  assert.equal(pairedTest(many, { seed: 3 }).p_value, result.p_value);
});

Deno.test("pairedTest() is symmetric", () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(-1, -0.5, 0, 0.5, 1), { maxLength: 12 }), (differences) => {
    const forward = pairedTest(differences);
    const back = pairedTest(differences.map((difference) => -difference));
    assert.ok(Math.abs(forward.p_value - back.p_value) < 1e-9);
    assert.ok(forward.p_value >= 0 && forward.p_value <= 1);
  }));
});

Deno.test("shuffled() keeps the values and follows the seed", () => {
  const values = Array.from({ length: 50 }, (_, at) => at);
  const mixed = shuffled(values, seeded(1));
  assert.deepEqual(mixed, shuffled(values, seeded(1)));
  assert.notDeepEqual(mixed, values);
  assert.deepEqual([...mixed].sort((a, b) => a - b), values);
});

Deno.test("mean() of nothing is 0", () => assert.equal(mean([]), 0));

// The numbers of scipy 1.16: stats.sem, stats.binomtest and stats.permutation_test with all resamples.
Deno.test("standardError() is scipy's sem", () => {
  assert.ok(Math.abs((standardError([1, 0, 0.5, 0.25, 1]) ?? 0) - 0.2) < 1e-12);
});

for (
  const [won, lost, p] of [[8, 2, 0.109375], [0, 6, 0.03125], [30, 45, 0.105342268875], [
    1500,
    1600,
    0.0753716970753,
  ]] as const
) {
  Deno.test(`pairedTest() of ${won} won and ${lost} lost has the p of scipy's binomtest`, () => {
    const result = pairedTest([...Array(won).fill(1), ...Array(lost).fill(-1)]);
    assert.ok(Math.abs(result.p_value - p) < 1e-9);
  });
}

for (
  const [differences, p] of [
    [[0.5, -0.25, 0.75, 0.1, -0.05, 0.3], 0.21875],
    [[0.2, 0.2, -0.1, 0.4, 0.3, -0.6, 0.15, 0.05], 0.5546875],
    [[1, 0.5, -0.5, 0.25], 0.5],
  ] as const
) {
  Deno.test(`pairedTest() of ${differences.join(", ")} has the p of scipy's permutation_test`, () => {
    assert.ok(Math.abs(pairedTest([...differences]).p_value - p) < 1e-12);
  });
}
