import assert from "node:assert/strict";
import { stepsOf } from "../browser/ui/plot_steps.ts";

Deno.test("a plot of counts has whole steps, one of amounts any", () => {
  const steps = stepsOf([0, null, 1]);
  assert.deepEqual(steps?.slice(0, 5), [1, 2, 5, 10, 20]);
  assert.ok(steps.every((step) => Number.isInteger(step)));
  assert.equal(stepsOf([0, 0.25, 1]), undefined);
});
