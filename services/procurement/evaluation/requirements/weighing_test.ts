import assert from "node:assert/strict";
import { requirementFeatures } from "./requirement_features.ts";
import { readStatement } from "./statement.ts";
import { parseRequirement } from "./parsed_requirement.ts";
import { likelihoods, weighedReading } from "./weighing.ts";
import { Weights } from "./weights.ts";

const features = (text: string) => requirementFeatures(parseRequirement(text, 2026));
const statement = (text: string) => readStatement({ text, question: false }, { listed: false, year: 2026 });
const ANY = { plain: 0, rule: 0, kind: 0, weights: 0 };
const SURE = { met: ANY, not_met: ANY };
const certain = (verdict: "met" | "not_met") =>
  Weights.parse({
    small: [],
    least: { met: 0.5, not_met: 0.5 },
    sure: SURE,
    base: verdict === "met" ? [50, -50] : [-50, 50],
    weights: {},
  });
const read = (required: string, stated: string, weights: Weights) =>
  weighedReading(features(required), statement(stated), { asOf: "2026-11-30", weights });

Deno.test("the likelihood of each verdict is the softmax of its summed weights", () => {
  const weights = Weights.parse({
    small: [],
    least: { met: 0.5, not_met: 0.5 },
    sure: SURE,
    base: [0, 0],
    weights: { clear: [Math.log(2), 0], own: [Math.log(3), Math.log(5)] },
  });
  assert.deepEqual(
    Object.values(likelihoods(new Set(["clear", "own", "unheard of"]), weights)).map((value) =>
      value.toFixed(4)
    ),
    ["0.5000", "0.4167"],
  );
});

Deno.test("no weight outvotes a feature that forbids met", () => {
  const met = certain("met");
  assert.equal(read("Warranty of 3 years", "Our warranty lasts 4 years", met), "met");
  for (
    const stated of [
      "Warranty of 3 years",
      "Our warranty lasts 2 years",
      "Our warranty does not last 4 years",
      "Our partner's warranty lasts 4 years",
      "Some warranty lasts 4 years",
      "Our haulier offers a warranty of 4 years",
      "The tender requires a warranty of 3 years",
      "Our prices are fair",
    ]
  ) assert.equal(read("Warranty of 3 years", stated, met), undefined, stated);
  assert.equal(read("A guard and a nurse", "We provide a guard", met), undefined);
  assert.equal(read("Valid trade licence", "Our trade licence is attached", met), undefined);
  assert.equal(read("Pool inspected twice weekly", "We have the pool inspected monthly", met), undefined);
});

Deno.test("no weight outvotes a feature that forbids not_met", () => {
  const notMet = certain("not_met");
  assert.equal(read("Warranty of 3 years", "Our warranty lasts 2 years", notMet), "not_met");
  for (
    const stated of [
      "Our warranty lasts 4 years",
      "No warranty of ours is without cover",
      "We do not charge for the warranty",
    ]
  ) assert.equal(read("Warranty of 3 years", stated, notMet), undefined, stated);
});

Deno.test("an overlong sentence is not weighed", () => {
  assert.equal(
    read("Warranty of 3 years", `Our warranty lasts 4 years ${"and more ".repeat(60)}`, certain("met")),
    undefined,
  );
});

Deno.test("a sentence that shares only a unit has another topic", () => {
  const met = certain("met");
  assert.equal(read("Delivery of the desks within 8 weeks", "Our desks take 6 weeks", met), "met");
  assert.equal(
    read("Delivery of the desks within 8 weeks", "Our gardeners rest for 6 weeks", met),
    undefined,
  );
});

Deno.test("requesting none of a limited share satisfies the limit", () => {
  const notMet = certain("not_met");
  assert.equal(read("Down payment of at most 15 %", "Our down payment is 20 %", notMet), "not_met");
  assert.equal(read("Down payment of at most 15 %", "We want no down payment", notMet), undefined);
  assert.equal(read("Down payment clause", "We want no down payment", notMet), "not_met");
});
