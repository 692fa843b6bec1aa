import { z } from "@hono/zod-openapi";
import { Evaluation } from "../evaluation/evaluation.ts";
import {
  RequirementProposal,
  RequirementSuggestion,
} from "../evaluation/requirements/requirement_finding.ts";
import { Tender } from "../tenders/tender.ts";

export const ReportLanguage = z.enum(["en", "ar", "both"]);
export type ReportLanguage = z.output<typeof ReportLanguage>;

/** A sentence or label in both of the platform's languages. */
const Bilingual = z.object({ en: z.string().optional(), ar: z.string().optional() });
export type Bilingual = z.output<typeof Bilingual>;

const Scores = z.object({
  bid_id: z.string(),
  supplier: z.string(),
  amount: z.number(),
  delivery_days: z.int().nullable(),
  rank: z.int().nullable(),
  total: z.number().nullable().meta({ description: "the total score, 0 to 100; null: there is none" }),
  by_criterion: z.record(z.string(), z.number().nullable()),
});

/** The signed content: the evaluation and its inputs at that time. */
export const ReportContent = z.object({
  language: ReportLanguage,
  title: Bilingual,
  tender: Tender,
  method: Bilingual,
  criteria: Evaluation.shape.criteria,
  scores: z.array(Scores).meta({ description: "bid × criterion" }),
  compliance: z.array(z.object({
    requirement: z.string(),
    by_bid: z.record(z.string(), z.string()),
    proposals: z.record(z.string(), RequirementProposal).optional().meta({
      description:
        "a model's proposals where the requirement is unclear, by bid, not decided; absent without any",
    }),
    suggestions: z.record(z.string(), RequirementSuggestion).optional().meta({
      description:
        "what the bids' texts suggest where the requirement is unclear, by bid, not decided; absent without any",
    }),
  })).meta({ description: "requirement × bid" }),
  ranking: Evaluation.shape.ranking,
  preliminary: Evaluation.shape.preliminary,
  late_bids: Evaluation.shape.late_bids,
  notes: z.object({ en: z.array(z.string()), ar: z.array(z.string()) }).optional().meta({
    description: "reports of earlier versions have none",
  }),
  tie_notes: z.array(z.string()),
  warnings: z.array(z.string()),
  red_flags: Evaluation.shape.red_flags,
  recommendation: z.string(),
  recommendation_ar: z.string(),
  evaluation_version: z.int(),
  inputs_sha256: z.string(),
  evaluated_at: z.string(),
});
export type ReportContent = z.output<typeof ReportContent>;

/** The report of an evaluation, for signing. */
export const Report = z.object({
  id: z.uuid(),
  tender_id: z.uuid(),
  report_type: z.string(),
  content: ReportContent.meta({
    description:
      "tender snapshot, method in words, criteria stated and effective, bid × criterion and requirement × bid " +
      "matrices, ranking with tie notes, red flags, recommendation, evaluation version and hash of its inputs",
  }),
  filename: z.string(),
  created_by: z.string(),
  created_at: z.string(),
}).meta({ id: "Report" });
export type Report = z.output<typeof Report>;
