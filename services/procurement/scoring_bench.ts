import { scoreBids, type ScoredBid } from "./scoring.ts";

const words = (n: number, seed: number) =>
  Array.from({ length: n }, (_, i) => `word${(i * 7919 + seed) % 2_000}`).join(" ");
const bids: ScoredBid[] = Array.from({ length: 1_000 }, (_, i) => ({
  id: `b${i}`,
  supplier_id: `s${i}`,
  supplier_name: `Supplier ${i}`,
  amount: String(1_000_000 + i * 37),
  delivery_days: 10 + i % 90,
  texts: [words(60, i)],
  disqualified: i % 50 === 0,
  judged: Object.fromEntries(Array.from({ length: 7 }, (_, c) => [`criterion ${c}`, [50 + i % 50, 60]])),
  findings: {},
}));
const tender = {
  description: words(40, 3),
  requirements: [words(6, 1), words(6, 2), words(6, 3)],
  evaluation_criteria: {
    price: 0.1,
    delivery: 0.1,
    compliance: 0.1,
    ...Object.fromEntries(Array.from({ length: 7 }, (_, c) => [`criterion ${c}`, 0.1])),
  },
};

Deno.bench(
  "the limit: 100 ms",
  { group: "evaluate-all of 1,000 bids with 10 criteria", baseline: true },
  async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
  },
);

Deno.bench("evaluate-all without storage", { group: "evaluate-all of 1,000 bids with 10 criteria" }, () => {
  scoreBids(tender, bids);
});
