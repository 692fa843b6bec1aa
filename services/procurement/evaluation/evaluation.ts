import { z } from "@hono/zod-openapi";
import type { FlaggedBid } from "./red_flags.ts";
import { CriterionScore, type ScoredBid } from "./scored_bid.ts";
import { RedFlag } from "./red_flag.ts";
import { RequirementFinding } from "./requirements/requirement_finding.ts";
import { BidScores } from "../bids/bid_scores.ts";
import type { Tender } from "../tenders/tender.ts";

/** The fields of a tender that affect its evaluation. */
export function evaluatedFields(tender: Tender) {
  return {
    id: tender.id,
    title: tender.title,
    description: tender.description,
    category: tender.category,
    budget_min: tender.budget_min,
    budget_max: tender.budget_max,
    currency: tender.currency,
    requirements: tender.requirements,
    evaluation_criteria: tender.evaluation_criteria,
    coverage_order: tender.coverage_order,
    closes_at: tender.closes_at,
    created_at: tender.created_at,
  };
}

/** All inputs of an evaluation. They are stored with it, so that it can be reproduced. */
export interface Inputs {
  tender: ReturnType<typeof evaluatedFields>;
  bids: (ScoredBid & FlaggedBid & { disqualified_reason: string | null })[];
}

const WeighedScore = CriterionScore.extend({ weight: z.number(), effective_weight: z.number() });

/** One bid's evaluation. */
export const BidEvaluation = z.object({
  bid_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  amount: z.number(),
  delivery_days: z.int().nullable(),
  criterion_scores: z.record(z.string(), WeighedScore),
  total_score: z.number().nullable().meta({
    description: "Σ effective_weight × score, both as shown, rounded to two decimal places",
  }),
  rank: z.int().nullable(),
  disqualified_reason: z.string().nullable(),
  strengths: z.array(z.string()).meta({ description: "criteria scored 80 or more" }),
  weaknesses: z.array(z.string()).meta({ description: "criteria scored below 50" }),
  compliance_check: z.object({
    met: z.int(),
    unclear: z.int(),
    not_met: z.int(),
    requirements: z.array(RequirementFinding),
  }),
  value_assessment: z.string(),
  red_flags: z.array(RedFlag),
});
export type BidEvaluation = z.output<typeof BidEvaluation>;

/** A late bid that was not admitted. */
export const LateBid = z.object({
  bid_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  submitted_at: z.string(),
}).meta({ id: "LateBid" });
export type LateBid = z.output<typeof LateBid>;

const WeighedCriterion = z.object({ name: z.string(), weight: z.number(), effective_weight: z.number() });

/** The version of a tender's evaluation, and its basis. */
export const EvaluationVersion = z.object({
  version: z.int(),
  method: z.string(),
  inputs_sha256: z.string().meta({ description: "SHA-256 of the inputs as canonical JSON (RFC 8785)" }),
  evaluated_by: z.string(),
  evaluated_at: z.string(),
});
export type EvaluationVersion = z.output<typeof EvaluationVersion>;

/** The evaluation of all bids of a tender, as the API returns it. */
export const Evaluation = z.object({
  tender_id: z.string(),
  evaluations: z.array(BidEvaluation),
  ranking: z.array(z.object({ bid_id: z.string(), rank: z.int(), total_score: z.number() })),
  preliminary: z.boolean().meta({
    description: "true: the ranking rests on some criteria only, or on text coverage; see `missing`",
  }),
  missing: z.array(z.string()).meta({ description: "what is missing for a final ranking" }),
  missing_ar: z.array(z.string()),
  recommendation: z.string(),
  recommendation_ar: z.string(),
  recommendation_withheld: z.boolean(),
  criteria: z.array(WeighedCriterion),
  late_bids: z.array(LateBid).meta({ description: "late bids that are not admitted and do not count" }),
  warnings: z.array(z.string()),
  warnings_ar: z.array(z.string()),
  tie_notes: z.array(z.string()),
  tie_notes_ar: z.array(z.string()),
  red_flags: z.array(RedFlag),
  ...EvaluationVersion.shape,
}).meta({ id: "Evaluation" });
export type Evaluation = z.output<typeof Evaluation>;

/** A stored evaluation, with the scores that lists of bids show. */
export type KeptEvaluation = Evaluation & { bids: BidScores[] };

/** One bid's part of an evaluation of its tender. */
export const SingleEvaluation = BidEvaluation.extend({
  tender_id: z.string(),
  preliminary: z.boolean(),
  missing: z.array(z.string()),
  missing_ar: z.array(z.string()),
  model_used: z.string().nullable().meta({
    description: "the model that proposed on this bid's unclear requirements; null: none",
  }),
  model_notes: z.array(z.string()).meta({
    description: "why that model's proposals are missing: its failure, or invalid answers",
  }),
  ...EvaluationVersion.shape,
}).meta({ id: "BidEvaluation" });
