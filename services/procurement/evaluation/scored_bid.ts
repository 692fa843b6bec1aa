import { z } from "@hono/zod-openapi";
import type { RequirementFinding } from "./requirements/requirement_finding.ts";

/** The fields of a bid that an evaluation reads. Amounts are decimals as text. */
export interface ScoredBid {
  id: string;
  supplier_id: string;
  supplier_name: string;
  amount: string;
  delivery_days: number | null;
  proposal: string;
  /** Qualifications, and the supplier's capabilities and certifications; each names a possession. */
  listed: string[];
  disqualified: boolean;
  /** Evaluators' scores (0 to 100) by criterion name. */
  judged: Record<string, number[]>;
  /** People's findings by requirement number. */
  findings: Record<number, RequirementFinding>;
}

/** The evaluators' scores of a bid under a criterion, whose name may be any word: `constructor`, too. */
export function judgedOf({ judged }: Pick<ScoredBid, "judged">, criterion: string): number[] {
  return Object.hasOwn(judged, criterion) ? judged[criterion] ?? [] : [];
}

/** How a score was computed; `unscored`: no evaluator has scored it. */
export const Method = z.enum([
  "lowest_price",
  "shortest_delivery",
  "requirements_met",
  "evaluators",
  "coverage",
  "unscored",
]);
export type Method = z.output<typeof Method>;

export const CriterionScore = z.object({
  score: z.number().nullable().meta({ description: "0 to 100; null: not known" }),
  method: Method,
});
export type CriterionScore = z.output<typeof CriterionScore>;
