import assert from "node:assert/strict";
import { type Example, fitLogistic } from "./logistic.ts";

/** All examples have feature 2; feature 0 predicts the first verdict, feature 1 the second. */
const EXAMPLES: Example[] = Array.from({ length: 300 }, (_, at) => {
  const kind = at % 3;
  return kind === 0
    ? { features: [0, 2], label: at % 30 === 0 ? 2 : 0 }
    : kind === 1
    ? { features: [1, 2], label: 1 }
    : { features: [2], label: 2 };
});

Deno.test("a feature has weight for the verdict that it predicts, and less if it predicts it rarely", () => {
  const [first, second] = fitLogistic(EXAMPLES, 3);
  assert.ok((first[0] ?? 0) > 1 && (second[1] ?? 0) > 1 && (second[1] ?? 0) > (first[0] ?? 0));
  assert.ok((first[0] ?? 0) > (first[1] ?? 0) && (second[1] ?? 0) > (second[0] ?? 0));
});

Deno.test("the fit does not depend on the order of the examples", () => {
  const [first] = fitLogistic(EXAMPLES, 3);
  const [again] = fitLogistic([...EXAMPLES].reverse(), 3);
  first.forEach((weight, at) => assert.ok(Math.abs(weight - (again[at] ?? 0)) < 1e-6));
});
