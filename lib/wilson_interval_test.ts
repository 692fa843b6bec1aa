import assert from "node:assert/strict";
import { wilsonInterval } from "./wilson_interval.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);

// The numbers of statsmodels 0.14 (proportion_confint, method "wilson").
for (
  const [right, count, low, high] of [
    [8, 10, 0.490162471537, 0.943317848545],
    [8, 8, 0.675592434175, 1],
    [0, 8, 0, 0.324407565825],
    [206, 206, 0.981693518324, 1],
  ] as const
) {
  Deno.test(`${right} of ${count} have Wilson's interval of statsmodels`, () => {
    const interval = wilsonInterval(right, count);
    near(interval.low, low);
    near(interval.high, high);
  });
}

Deno.test("the interval of proportions 0 and 1 ends exactly at 0 and 1", () => {
  assert.equal(wilsonInterval(0, 7).low, 0);
  assert.equal(wilsonInterval(7, 7).high, 1);
});

Deno.test("without observations the interval is 0 to 1", () => {
  assert.deepEqual(wilsonInterval(0, 0), { low: 0, high: 1 });
});
