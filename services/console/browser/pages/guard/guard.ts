/** The fields of the guard's answers that its page shows. */
export const GUARD = "/guard/api/v1";
export const POLICIES = "/guard/api/v1/policies";

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

export const RULE_TYPES = ["keyword", "regex", "pii", "injection", "model-based"] as const;
export type RuleType = typeof RULE_TYPES[number];

/** The calls that a policy is for; an empty list names all. */
export interface Scope {
  products: string[];
  keys: string[];
  teams: string[];
  models: string[];
  users: string[];
}

export interface PolicyInput {
  name: string;
  description: string;
  rule_type: RuleType;
  rule_config: string;
  action: "log" | "warn" | "block";
  is_active: boolean;
  mode: "enforce" | "shadow";
  priority: number;
  scope: Scope;
}

export interface Policy extends PolicyInput {
  id: string;
  version: number;
  updated_at: string;
}

export const TONES = { pass: "good", log: "calm", warn: "warn", block: "bad" } as const;

/** The fields of a policy that the editor writes. */
export function inputOf(
  { name, description, rule_type, rule_config, action, is_active, mode, priority, scope }: PolicyInput,
): PolicyInput {
  return { name, description, rule_type, rule_config, action, is_active, mode, priority, scope };
}

/** The key of the word for a kind of rule. */
export const kindWord = (kind: RuleType) => kind === "model-based" ? "model_based" : kind;
