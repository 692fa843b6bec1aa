/** The fields of the procurement service's answers that the pages show. */
import { isManager, user } from "../../boot.ts";
import type { Tone } from "../../ui/state.tsx";

export const API = "/procurement/api/v1";

export const STATES = [
  ...["draft", "open", "closed", "under_evaluation", "evaluated", "awarded", "unsuccessful"] as const,
  "cancelled",
] as const;
export type TenderState = typeof STATES[number];

export const TONES: Record<TenderState, Tone> = {
  draft: "calm",
  open: "good",
  closed: "warn",
  under_evaluation: "warn",
  evaluated: "warn",
  awarded: "good",
  unsuccessful: "bad",
  cancelled: "bad",
};

export interface Tender {
  id: string;
  title: string;
  description: string;
  category: string;
  budget_min: number;
  budget_max: number;
  currency: string;
  requirements: string[];
  evaluation_criteria: Record<string, number>;
  sealed: boolean;
  committee: string[];
  status: TenderState;
  closes_at: string | null;
  bid_count: number | null;
  opened_at: string | null;
  opened_by: string | null;
  awarded_bid_id: string | null;
  award_reason: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
}

export interface Bid {
  id: string;
  supplier_id: string;
  amount: number | null;
  proposal: string | null;
  delivery_days: number | null;
  qualifications: string[];
  status: "submitted" | "waiting" | "superseded" | "disqualified";
  disqualified_reason: string | null;
  admission: { admitted_by: string; reason: string } | null;
  sealed: boolean;
  submitted_by: string;
  submitted_at: string;
}

export interface CriterionScore {
  score: number | null;
  method:
    | "lowest_price"
    | "shortest_delivery"
    | "requirements_met"
    | "evaluators"
    | "coverage"
    | "unscored";
  weight: number;
  effective_weight: number;
}

/** What the reading suggests, or a model proposes, about an unclear requirement. */
interface Opinion {
  status: "met" | "not_met";
  quote: string;
}

export interface Finding {
  requirement: string;
  status: "met" | "unclear" | "not_met";
  evidence: string;
  found_by: string;
  suggestion?: Opinion & { reason: string; reason_ar: string; likelihood: number };
  proposal?: Opinion & { model: string };
}

export interface RedFlag {
  code: string;
  indicator: string;
  message: string;
  message_ar: string;
  bid_ids: string[];
}

export interface Evaluated {
  bid_id: string;
  supplier_name: string;
  amount: number;
  delivery_days: number | null;
  criterion_scores: Record<string, CriterionScore>;
  total_score: number | null;
  rank: number | null;
  disqualified_reason: string | null;
  compliance_check: { requirements: Finding[] };
}

export interface Evaluation {
  evaluations: Evaluated[];
  preliminary: boolean;
  missing: string[];
  missing_ar: string[];
  recommendation: string;
  recommendation_ar: string;
  recommendation_withheld: boolean;
  criteria: { name: string; weight: number; effective_weight: number }[];
  warnings: string[];
  warnings_ar: string[];
  red_flags: RedFlag[];
  version: number;
  inputs_sha256: string;
  evaluated_by: string;
  evaluated_at: string;
}

export interface Supplier {
  id: string;
  name: string;
  registration_number: string | null;
  category: string;
  contact_email: string | null;
  contact_phone: string | null;
  capabilities: string[];
  certifications: string[];
  owners: string[];
  score: number | null;
  rated: boolean;
}

/** Who runs or judges a tender may see its evaluation. */
export function mayJudge({ created_by, committee }: Tender): boolean {
  const sub = user.value?.sub ?? "";
  return isManager.value || created_by === sub || committee.includes(sub);
}

/** Who gives scores and findings. */
export function mayScore({ committee }: Tender): boolean {
  return isManager.value || committee.includes(user.value?.sub ?? "");
}

/** Who changes a tender. */
export function mayChange({ created_by }: Tender): boolean {
  return isManager.value || created_by === user.value?.sub;
}

export function isSettled(status: TenderState): boolean {
  return ["awarded", "unsuccessful", "cancelled"].includes(status);
}
