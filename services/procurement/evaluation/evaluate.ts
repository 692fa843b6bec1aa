import canonicalize from "canonicalize";
import { rounded } from "../decimal.ts";
import type { BidEvaluation, Evaluation, EvaluationVersion, Inputs, KeptEvaluation } from "./evaluation.ts";
import { recommendation } from "./recommendation.ts";
import type { RedFlag } from "./red_flag.ts";
import { redFlags } from "./red_flags.ts";
import type { RequirementStatus } from "./requirements/requirement_finding.ts";
import { scoreBids, type ScoredResult, type Scores } from "./scoring.ts";

const STRENGTH = 80;
const WEAKNESS = 50;
export const METHOD =
  "price and delivery: 100 × lowest valid value ÷ the bid's; compliance: share of requirements met; other criteria: " +
  "mean of evaluators' scores; total: Σ effective weight × score; no model sets or changes a number or a finding";
const COVERAGE_METHOD =
  `${METHOD}; where no evaluator scored, the share of the tender's terms that a bid mentions: a preliminary order`;

/** An evaluation as computed from its inputs, without its version and late bids. */
export type Evaluated = Omit<KeptEvaluation, Exclude<keyof EvaluationVersion, "method"> | "late_bids">;

/**
 * Evaluates bids deterministically: equal inputs give equal numbers for every caller and every order of bids.
 */
export function evaluate(inputs: Inputs): Evaluated {
  const { tender, bids } = inputs;
  const scores = scoreBids(tender, bids);
  const flags = redFlags(tender, bids);
  const lowest = bids.reduce(
    (least, { disqualified, amount }) => disqualified ? least : Math.min(least, Number(amount)),
    Infinity,
  );
  const flagsOf = new Map<string, RedFlag[]>();
  for (const flag of flags) {
    for (const id of flag.bid_ids) flagsOf.set(id, [...flagsOf.get(id) ?? [], flag]);
  }
  const evaluations = scores.bids.map((scored, index) =>
    bidEvaluation(scored, { scores, flags: flagsOf.get(scored.bid_id) ?? [], inputs, index, lowest })
  ).sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0);
  const ranking = rankingOf(scores);
  const covered = evaluations.some(({ criterion_scores }) =>
    Object.values(criterion_scores).some(({ method }) => method === "coverage")
  );
  return {
    tender_id: tender.id,
    evaluations,
    ranking,
    preliminary: scores.missing.length > 0,
    missing: scores.missing.map(({ en }) => en),
    missing_ar: scores.missing.map(({ ar }) => ar),
    ...recommendation({ evaluations, ranking, flags, missing: scores.missing }),
    criteria: scores.criteria,
    warnings: scores.warnings.map(({ en }) => en),
    warnings_ar: scores.warnings.map(({ ar }) => ar),
    tie_notes: scores.ties.map(({ en }) => en),
    tie_notes_ar: scores.ties.map(({ ar }) => ar),
    red_flags: flags,
    method: covered ? COVERAGE_METHOD : METHOD,
    bids: scores.bids.map(({ bid_id, scores, total, rank }) => ({ bid_id, scores, total, rank })),
  };
}

/**
 * The SHA-256 of the inputs in canonical JSON (RFC 8785), so that anyone can verify which inputs were
 * evaluated.
 */
export async function inputsHash(inputs: Inputs): Promise<string> {
  const text = canonicalize(inputs) ?? "";
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

function rankingOf({ bids }: Scores): Evaluation["ranking"] {
  return bids
    .flatMap(({ bid_id, rank, total }) =>
      rank === null || total === null ? [] : [{ bid_id, rank, total_score: total }]
    )
    .sort((a, b) => a.rank - b.rank || (a.bid_id < b.bid_id ? -1 : 1));
}

function bidEvaluation(
  { bid_id, scores: byCriterion, total, rank, compliance }: ScoredResult,
  { scores, flags, inputs, index, lowest }: {
    scores: Scores;
    flags: RedFlag[];
    inputs: Inputs;
    index: number;
    lowest: number;
  },
): BidEvaluation {
  const bid = inputs.bids[index];
  const count = (status: RequirementStatus) =>
    compliance.filter((finding) => finding.status === status).length;
  const weighted = scores.criteria.map(({ name, weight, effective_weight }) => ({
    name,
    weight,
    effective_weight,
    ...byCriterion[name] ?? { score: null, method: "unscored" as const },
  }));
  // Text coverage proves neither strengths nor weaknesses.
  const known = weighted.flatMap(({ name, score, method }) =>
    score === null || method === "coverage" ? [] : [{ name, score }]
  );
  return {
    bid_id,
    supplier_id: bid?.supplier_id ?? "",
    supplier_name: bid?.supplier_name ?? "",
    amount: Number(bid?.amount ?? 0),
    delivery_days: bid?.delivery_days ?? null,
    criterion_scores: Object.fromEntries(weighted.map(({ name, ...rest }) => [name, rest])),
    total_score: total,
    rank,
    disqualified_reason: bid?.disqualified_reason ?? null,
    strengths: known.filter(({ score }) => score >= STRENGTH).map(({ name, score }) => `${name}: ${score}`),
    weaknesses: known.filter(({ score }) => score < WEAKNESS).map(({ name, score }) => `${name}: ${score}`),
    compliance_check: {
      met: count("met"),
      unclear: count("unclear"),
      not_met: count("not_met"),
      requirements: compliance,
    },
    value_assessment: bid ? valueOf(inputs.tender, bid, lowest) : "",
    red_flags: flags,
  };
}

/**
 * Compares a bid's price with the lowest valid one and with the budget. Only a disqualified bid can be below
 * the lowest valid one.
 */
function valueOf(tender: Inputs["tender"], bid: Inputs["bids"][number], lowest: number): string {
  const amount = Number(bid.amount);
  const apart = rounded(Math.abs(amount / lowest - 1) * 100, 1);
  const share = apart > 0 ? `${apart} %` : "less than 0.1 %";
  const side = amount > lowest ? `${share} above` : amount < lowest ? `${share} below` : undefined;
  const equal = bid.disqualified ? "as much as the lowest valid bid" : "the lowest valid bid";
  const price = Number.isFinite(lowest)
    ? side === undefined ? equal : `${side} the lowest valid bid`
    : "no valid bid to compare with";
  if (tender.budget_max <= 0) return `${amount} ${tender.currency}: ${price}`;
  const place = amount > tender.budget_max ? "above" : amount < tender.budget_min ? "below" : "within";
  return `${amount} ${tender.currency}: ${price}, ${place} the budget`;
}
