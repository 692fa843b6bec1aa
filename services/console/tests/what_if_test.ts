import assert from "node:assert/strict";
import type { CriterionScore, Evaluated } from "../browser/pages/procurement/procurement.ts";
import { ranked } from "../browser/pages/procurement/what_if.ts";

function bid(bid_id: string, scores: Record<string, number | null>): Evaluated {
  const criterion_scores = Object.fromEntries(
    Object.entries(scores).map(([name, score]): [string, CriterionScore] => [
      name,
      { score, method: "evaluators", weight: 0, effective_weight: 0 },
    ]),
  );
  return {
    ...{ bid_id, supplier_name: bid_id, amount: 1, delivery_days: null, criterion_scores },
    ...{ total_score: null, rank: null, disqualified_reason: null, compliance_check: { requirements: [] } },
  };
}

const dear = bid("dear", { price: 60, quality: 90 });
const cheap = bid("cheap", { price: 100, quality: 40 });
const order = (evaluations: Evaluated[], weights: Record<string, number>) =>
  ranked(evaluations, weights).map(({ bid_id, rank, total }) => `${rank} ${bid_id} ${total}`);

Deno.test("weights of any sum decide the order", () => {
  assert.deepEqual(order([dear, cheap], { price: 3, quality: 1 }), ["1 cheap 85", "2 dear 67.5"]);
  assert.deepEqual(order([dear, cheap], { price: 1, quality: 3 }), ["1 dear 82.5", "2 cheap 55"]);
  assert.deepEqual(order([dear, cheap], { price: 0, quality: 0 }), []);
});

Deno.test("equal totals share a rank, and the next one is counted on", () => {
  const third = bid("third", { price: 10, quality: 10 });
  assert.deepEqual(order([dear, { ...dear, bid_id: "twin" }, third], { price: 1, quality: 1 }), [
    "1 dear 75",
    "1 twin 75",
    "3 third 10",
  ]);
});

Deno.test("a criterion that a valid bid has no score for counts for none; a disqualified bid counts for nothing", () => {
  const unscored = bid("unscored", { price: 50, quality: null });
  assert.deepEqual(order([dear, unscored], { price: 1, quality: 9 }), ["1 dear 60", "2 unscored 50"]);
  const out = { ...unscored, disqualified_reason: "late" };
  assert.deepEqual(order([dear, out], { price: 1, quality: 1 }), ["1 dear 75"]);
});
