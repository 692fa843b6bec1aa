import assert from "node:assert/strict";
import { supplierScore } from "./supplier_score.ts";

const NONE = { on_time: 0, late: 0, breaches: 0 };

// 0.35 × 80 + 0.25 × 90 + 0.20 × 75 + 0.20 × (70 − 20) = 28 + 22.5 + 15 + 10 = 75.5
Deno.test("supplierScore() weighs quality, price, delivery and compliance", () => {
  const bids = [
    { quality: 70, price: 100, compliance: 60, won: true },
    { quality: 90, price: 80, compliance: 80, won: false },
  ];
  assert.deepEqual(supplierScore("s", bids, { on_time: 3, late: 1, breaches: 1 }), {
    supplier_id: "s",
    overall_score: 75.5,
    breakdown: {
      bid_quality: 80,
      price_competitiveness: 90,
      delivery_reliability: 75,
      compliance_record: 50,
    },
    total_bids: 2,
    won_bids: 1,
    win_rate: 0.5,
    rated: true,
  });
});

Deno.test("supplierScore() without history is zero and not rated", () => {
  const { overall_score, rated, win_rate } = supplierScore("s", [], NONE);
  assert.deepEqual([overall_score, rated, win_rate], [0, false, 0]);
});

Deno.test("supplierScore() counts unknown values as neutral, and no record goes below zero", () => {
  const bids = [{ quality: undefined, price: 100, compliance: 20, won: false }];
  const { breakdown } = supplierScore("s", bids, { ...NONE, breaches: 3 });
  assert.deepEqual(breakdown, {
    bid_quality: 50,
    price_competitiveness: 100,
    delivery_reliability: 50,
    compliance_record: 0,
  });
});
