/** The fields of the guard's answers that its page shows. */
export type Action = "pass" | "log" | "warn" | "block";

export interface Entity {
  type: string;
  value: string;
  start: number;
  end: number;
  confidence: number;
}

export interface Verdict {
  allowed: boolean;
  action: Action;
  violations: { policy_id: string; name: string; action: Action; reason: string; matched_terms: string[] }[];
  content_score: number;
}

export interface Policy {
  id: string;
  name: string;
  description: string;
  rule_type: "keyword" | "regex" | "model-based";
  rule_config: string;
  action: "log" | "warn" | "block";
  is_active: boolean;
  updated_at: string;
}

export type PolicyInput = Omit<Policy, "id" | "updated_at">;

export const TONES = { pass: "good", log: "calm", warn: "warn", block: "bad" } as const;

/** The fields of a policy that somebody writes. */
export function inputOf(
  { name, description, rule_type, rule_config, action, is_active }: PolicyInput,
): PolicyInput {
  return { name, description, rule_type, rule_config, action, is_active };
}
