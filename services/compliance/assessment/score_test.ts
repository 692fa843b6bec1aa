import assert from "node:assert/strict";
import fc from "fast-check";
import type { Situation } from "../catalogue/framework.ts";
import { scorerOf, type Weighed, weightedScore } from "./score.ts";
import { easierMasks, maskOf } from "./situation.ts";

const masks = (situations: Situation[]) => easierMasks(maskOf(situations));

// Weights 5, 3, 2 and credits 1, 1/2, 0: 100 × (5×1 + 3×0.5 + 2×0) ÷ 10 = 65.
Deno.test("a worked example: weights 5, 3, 2 with credits 1, 1/2 and 0 score 65", () => {
  assert.equal(weightedScore([5, 3, 2], [1, 0.5, 0]), 6500);
  assert.equal(weightedScore([], []), null);
});

Deno.test("weightedScore() lies in 0..100, and the order of requirements changes nothing", () => {
  const pairs = fc.array(
    fc.record({ weight: fc.integer({ min: 1, max: 5 }), credit: fc.constantFrom(0, 0.5, 1 / 3, 1) }),
    { minLength: 1 },
  );
  fc.assert(fc.property(pairs, (list) => {
    const score = (all: typeof list) =>
      weightedScore(all.map(({ weight }) => weight), all.map(({ credit }) => credit));
    const given = score(list);
    assert.ok(given !== null && given >= 0 && given <= 10_000);
    assert.equal(score(list.toReversed()), given);
  }));
});

Deno.test("an additional requirement may lower a score but never raises it", () => {
  const requirements: Weighed[] = [
    { weight: 2, applies_when: [] },
    { weight: 2, applies_when: ["sensitive_data"] },
  ];
  const of = (credits: number[], situations: Situation[]) =>
    scorerOf([requirements], masks(situations))([credits]).frameworks[0];
  assert.equal(of([0.5, 1], ["personal_data"]), 5000);
  assert.equal(of([0.5, 1], ["personal_data", "sensitive_data"]), 5000, "met in addition: no rise");
  assert.equal(of([0.5, 0], ["personal_data", "sensitive_data"]), 2500, "missing in addition: a fall");
});

Deno.test("an additional framework does not raise the overall score", () => {
  const poor: Weighed[] = [{ weight: 1, applies_when: [] }];
  const good: Weighed[] = [{ weight: 1, applies_when: ["personal_data"] }];
  const overall = (situations: Situation[]) =>
    scorerOf([poor, good], masks(situations))([[0.5], [1]]).overall;
  assert.equal(overall([]), 5000);
  assert.equal(overall(["personal_data"]), 5000);
});

Deno.test("a framework without applicable requirements has no score and is not in the mean", () => {
  const none: Weighed[] = [{ weight: 1, applies_when: ["children_data"] }];
  const all: Weighed[] = [{ weight: 1, applies_when: [] }];
  assert.deepEqual(scorerOf([none, all], masks([]))([[1], [0.5]]), {
    frameworks: [null, 5000],
    overall: 5000,
  });
  assert.deepEqual(scorerOf([none], masks([]))([[1]]), { frameworks: [null], overall: null });
});

Deno.test("easierMasks() begins with the situation itself and holds only whole ones", () => {
  const own = maskOf(["personal_data", "sensitive_data", "health_data", "limited_risk", "high_risk"]);
  const easier = easierMasks(own);
  assert.equal(easier[0], own);
  // Data: none, personal, sensitive, health. Risk: minimal, limited, high.
  assert.equal(easier.length, 12);
  assert.ok(!easier.includes(maskOf(["high_risk"])));
});
