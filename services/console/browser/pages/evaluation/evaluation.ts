/** The fields of the evaluation service's answers that the pages show. */
export const API = "/evaluation/api/v1";

export const TONES = { running: "calm", completed: "good", failed: "bad", cancelled: "warn" } as const;
export type Status = keyof typeof TONES;

export interface Result {
  id: string;
  model_id: string;
  provider: string;
  benchmark_id: string;
  benchmark_name: string;
  status: Status;
  phase: "queued" | "asking" | "scoring" | null;
  progress: { answered: number; scored: number; total: number };
  overall_score: number | null;
  confidence_interval: number[] | null;
  pass_rate: number | null;
  unscored: number | null;
  avg_latency_ms: number | null;
  total_tokens: number | null;
  cost_usd: number | null;
  error: string | null;
  created_by: string;
  benchmark_version: string;
  benchmark_hash: string;
  system_prompt: string | null;
  uses_labels: boolean;
  created_at: string;
}

export interface Answer {
  question_id: string;
  epoch: number;
  category: string;
  question: string;
  status: "pending" | "answered" | "error" | "timeout";
  model_response: string | null;
  reference_answer: unknown;
  choices: { label: string; text: string }[];
  score: number | null;
  passed: boolean | null;
  explanation: string | null;
  scoring_rule: string | null;
}

/** A reference answer as people read it; several right ones stand beside each other. */
export function referenceText(reference: unknown): string {
  const texts = (Array.isArray(reference) ? reference : [reference]).map((part) =>
    typeof part === "string" ? part : part === null || part === undefined ? "–" : JSON.stringify(part)
  );
  return texts.join(" · ") || "–";
}

/** Who answers for a model. */
export const PROVIDERS = ["gateway", "openai", "azure_openai"] as const;

export interface Benchmark {
  id: string;
  source: "built_in" | "file" | "written";
  name: string;
  description: string;
  version: string;
  category: string;
  languages: string[];
  license: string;
  question_count: number;
}
