import assert from "node:assert/strict";
import fc from "fast-check";
import { cohensKappa } from "./kappa.ts";

const times = <T>(count: number, pair: readonly [T, T]) => Array.from({ length: count }, () => pair);

Deno.test("Cohen's kappa is that of a worked example", () => {
  // Two readers of 50 grant applications: observed 0.7, by chance 0.5.
  const pairs = [
    ...times(20, ["yes", "yes"]),
    ...times(5, ["yes", "no"]),
    ...times(10, ["no", "yes"]),
    ...times(15, ["no", "no"]),
  ];
  const kappa = cohensKappa(pairs);
  assert.ok(kappa);
  assert.ok(Math.abs(kappa.value - 0.4) < 1e-12);
  // The exact interval of 35 of 50 is 0.5539 to 0.8214.
  assert.ok(Math.abs(kappa.interval.low - (0.5539 - 0.5) / 0.5) < 1e-3);
  assert.ok(Math.abs(kappa.interval.high - (0.8214 - 0.5) / 0.5) < 1e-3);
});

Deno.test("kappa is unknown without pairs, and where both always say one thing", () => {
  assert.equal(cohensKappa([]), undefined);
  assert.equal(cohensKappa(times(9, ["right", "right"])), undefined);
});

Deno.test("kappa lies in its interval of some width within -1 and 1, whoever is named first", () => {
  const said = fc.constantFrom("right", "partly", "wrong");
  fc.assert(
    fc.property(fc.array(fc.tuple(said, said), { minLength: 1, maxLength: 40 }), (pairs) => {
      const kappa = cohensKappa(pairs);
      const turned = cohensKappa(pairs.map(([a, b]) => [b, a] as const));
      if (!kappa) return assert.equal(turned, undefined);
      assert.ok(Math.abs(kappa.value - (turned?.value ?? 9)) < 1e-9);
      const { low, high } = kappa.interval;
      assert.ok(
        -1 <= low && low <= kappa.value + 1e-9 && kappa.value - 1e-9 <= high && high <= 1 && low < high,
      );
    }),
    { numRuns: 200 },
  );
});
