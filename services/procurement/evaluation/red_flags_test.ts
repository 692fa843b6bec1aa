import assert from "node:assert/strict";
import { type FlaggedBid, redFlags } from "./red_flags.ts";

const tender = {
  description: "",
  requirements: [],
  budget_min: 0,
  budget_max: 0,
  created_at: "2026-01-01T00:00:00Z",
  closes_at: "2026-02-01T00:00:00Z",
};

function bids(...amounts: number[]): FlaggedBid[] {
  return amounts.map((amount, index) => ({
    id: `b${index}`,
    amount: String(amount),
    proposal: "",
    disqualified: false,
    late: false,
  }));
}

function codes(list: FlaggedBid[], changes = {}): string[] {
  return redFlags({ ...tender, ...changes }, list).map(({ code }) => code);
}

Deno.test("ordinary bids raise no flag", () => {
  assert.deepEqual(codes(bids(100, 105, 98, 110, 102)), []);
});

Deno.test("a short period, a single bid and identical prices are flagged", () => {
  assert.deepEqual(codes(bids(100, 200), { closes_at: "2026-01-05T00:00:00Z" }), ["short_period"]);
  assert.deepEqual(codes(bids(100)), ["single_bid"]);
  const [flag] = redFlags(tender, bids(100, 200, 100));
  assert.deepEqual([flag?.code, flag?.bid_ids], ["identical_prices", ["b0", "b2"]]);
});

Deno.test("proposals that differ in one word are flagged, different ones are not", () => {
  const text = Array.from({ length: 60 }, (_, i) => `كلمة${i}`).join(" ");
  const alike = bids(100, 200, 300).map((bid, i) => ({
    ...bid,
    proposal: i < 2 ? `${text} ${i}` : "something else entirely ".repeat(9),
  }));
  const [flag, ...more] = redFlags(tender, alike);
  assert.deepEqual([flag?.code, flag?.bid_ids, more], ["near_identical_proposals", ["b0", "b1"], []]);
});

Deno.test("all but one disqualified, and the lowest disqualified", () => {
  const list = bids(100, 90, 120).map((bid, i) => ({ ...bid, disqualified: i > 0 }));
  assert.deepEqual(codes(list), ["all_but_one_disqualified", "lowest_disqualified"]);
});

Deno.test("over budget, and abnormally low against the middle of the budget", () => {
  const flags = redFlags({ ...tender, budget_min: 80, budget_max: 120 }, bids(79.99, 80, 130));
  assert.deepEqual(flags.map(({ code, bid_ids }) => [code, bid_ids]), [["over_budget", ["b2"]], [
    "abnormally_low",
    ["b0"],
  ]]);
});

// World Bank, Abnormally Low Bids and Proposals (2016), relative approach: with five bids or more, below the mean
// less one standard deviation. 60, 100, 100, 100, 100: mean 92, deviation 17.9, so 60 < 74.1 and 60 < 0.85 × 92.
Deno.test("abnormally low against five bids", () => {
  const flag = redFlags(tender, bids(60, 100, 101, 99, 100)).find(({ code }) => code === "abnormally_low");
  assert.deepEqual(flag?.bid_ids, ["b0"]);
  assert.ok(!codes(bids(60, 100, 101, 99)).includes("abnormally_low"));
  assert.ok(!codes(bids(95, 100, 101, 99, 100)).includes("abnormally_low"));
});

Deno.test("a thousand bids are compared without comparing every pair", () => {
  const many = bids(...Array.from({ length: 1_000 }, (_, i) => 100 + i)).map((bid, i) => ({
    ...bid,
    proposal: Array.from({ length: 50 }, (_, n) => `w${(i * 31 + n * 7) % 5_000}`).join(" "),
  }));
  assert.ok(!codes(many).includes("single_bid"));
});

Deno.test("each flag says in Arabic what it says in English, with the same numbers", () => {
  const disqualified = bids(90, 100, 120).map((bid, i) => ({ ...bid, disqualified: i !== 1, late: true }));
  const flags = [
    ...redFlags({ ...tender, closes_at: "2026-01-05T00:00:00Z", budget_max: 110 }, bids(40, 200, 200, 105)),
    ...redFlags(tender, bids(100)),
    ...redFlags(tender, disqualified),
  ];
  const numbers = (text: string) => text.match(/[\d.]+/g)?.map(Number).sort();
  for (const { code, message, message_ar } of flags) {
    assert.match(message_ar, /^[^A-Za-z]*$/, code);
    assert.deepEqual(numbers(message_ar), numbers(message), code);
  }
  assert.equal(new Set(flags.map(({ code }) => code)).size, 8);
});
