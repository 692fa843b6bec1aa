/** Ranks under other weights: the service's arithmetic, only for display. */
import type { Evaluated } from "./procurement.ts";

export interface RankedBid {
  bid_id: string;
  total: number;
  rank: number;
}

/**
 * The order of the valid bids under `weights` of any sum: each total is Σ weight × score over the criteria under which
 * all of them have a score. Equal totals share a rank. No order without such a criterion that weighs something.
 */
export function ranked(evaluations: Evaluated[], weights: Record<string, number>): RankedBid[] {
  const valid = evaluations.filter(({ disqualified_reason }) => disqualified_reason === null);
  const scored = Object.entries(weights).filter(([name]) =>
    valid.every(({ criterion_scores }) => typeof criterion_scores[name]?.score === "number")
  );
  const sum = scored.reduce((sum, [, weight]) => sum + weight, 0);
  if (sum <= 0) return [];
  const totals = valid.map(({ bid_id, criterion_scores }) => ({
    bid_id,
    total: scored.reduce(
      (total, [name, weight]) => total + weight / sum * (criterion_scores[name]?.score ?? 0),
      0,
    ),
  }));
  const rounded = (total: number) => Math.round(total * 100) / 100;
  return totals.toSorted((a, b) => b.total - a.total).map(({ bid_id, total }) => ({
    bid_id,
    total: rounded(total),
    rank: 1 + totals.filter((other) => rounded(other.total) > rounded(total)).length,
  }));
}
