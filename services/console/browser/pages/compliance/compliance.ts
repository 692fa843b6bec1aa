/** The fields of the compliance service's answers that the pages show. */
import type { Tone } from "../../ui/state.tsx";

export const API = "/compliance/api/v1/comply";

export type Status =
  | "met"
  | "claimed"
  | "partially_met"
  | "not_met"
  | "not_assessed"
  | "not_applicable";
export const STATUSES = [
  ...["not_met", "not_assessed", "partially_met", "claimed", "met"] as const,
  "not_applicable",
] as const;

export const TONES: Record<Status, Tone> = {
  met: "good",
  claimed: "warn",
  partially_met: "warn",
  not_met: "bad",
  not_assessed: "calm",
  not_applicable: "calm",
};

export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = typeof SEVERITIES[number];
export const SEVERITY_TONES: Record<Severity, Tone> = {
  critical: "bad",
  high: "bad",
  medium: "warn",
  low: "calm",
};

export interface System {
  id: string;
  name: string;
  assessments: number;
  trend: { report_id: string; overall_score: number | null; assessed_at: string }[];
}

export interface Framework {
  id: string;
  name: string;
  version: string;
  region: string;
  nature: string;
  requirement_count: number;
}

export interface Evidence {
  key: string;
  says: string;
}

export interface FrameworkDetail extends Framework {
  disclaimer: string;
  sources: string[];
  requirements: {
    id: string;
    ref: string;
    title: string;
    description: string;
    remediation: string;
    weight: number;
    shown_by: { evidence: Evidence[] };
    claimed_by: { evidence: Evidence[] } | null;
  }[];
}

export interface Requirement {
  requirement_id: string;
  ref: string;
  title: string;
  description: string;
  remediation: string;
  weight: number;
  status: Status;
  severity: Severity | null;
  checks: { check: string; says: string; holds: boolean | null }[];
}

export interface Report {
  id: string;
  system_id: string;
  system_name: string;
  overall_score: number | null;
  overall_reason: string | null;
  coverage?: number | null;
  total_requirements: number;
  met_requirements: number;
  gap_count: number;
  assessed_at: string;
  assessed_by: string;
  notes: string[];
  risk_level: string;
  request: Assessment;
  frameworks: {
    framework_id: string;
    name: string;
    version: string;
    score: number | null;
    score_reason: string | null;
    requirements: Requirement[];
  }[];
  disclaimer: string;
}

/** The statements about a system. */
export interface Assessment {
  system_name: string;
  system_type: string;
  risk_level: string;
  data_types: string[];
  deployment_region: string;
  features: Record<string, boolean>;
}

/** The tone of a score of 0 to 100. */
export function toneOf(score: number | null): Tone {
  if (score === null) return "calm";
  return score >= 80 ? "good" : score >= 50 ? "warn" : "bad";
}
