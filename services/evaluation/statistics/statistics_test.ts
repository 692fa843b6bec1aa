import assert from "node:assert/strict";
import fc from "fast-check";
import { bootstrap, mean, pairedTest, seeded, shuffled, standardError } from "./statistics.ts";

const score = fc.double({ min: 0, max: 1, noNaN: true });

Deno.test("standardError() is s/√n", () => {
  // 1, 2, 3, 4: s² = 5/3, so s/√n = √(5/12).
  assert.ok(Math.abs((standardError([1, 2, 3, 4]) ?? 0) - Math.sqrt(5 / 12)) < 1e-12);
  assert.equal(standardError([1]), undefined);
});

Deno.test("bootstrap() gives the same interval for the same seed, around the mean, whatever the order", () => {
  fc.assert(
    fc.property(fc.array(score, { minLength: 2, maxLength: 40 }), fc.nat(), (values, seed) => {
      const interval = bootstrap(values, { seed, rounds: 200 });
      assert.deepEqual(bootstrap([...values].reverse(), { seed, rounds: 200 }), interval);
      assert.ok(interval && interval.low <= interval.high);
      assert.ok(interval.low >= Math.min(...values) - 1e-9 && interval.high <= Math.max(...values) + 1e-9);
    }),
    { numRuns: 50 },
  );
});

Deno.test("bootstrap() of 60 right in 100 covers 0.6 with about ±0.1", () => {
  const interval = bootstrap(Array.from({ length: 100 }, (_, at) => Number(at < 60)), { seed: 7 });
  assert.ok(interval && Math.abs(interval.low - 0.504) < 0.02 && Math.abs(interval.high - 0.696) < 0.02);
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

Deno.test("pairedTest() does not care who is compared with whom", () => {
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
