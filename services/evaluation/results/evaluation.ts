import { z } from "zod";
import type { Tally } from "../statistics/tally.ts";

const Count = z.int().min(0);

export const ResultId = z.object({ id: z.uuid().meta({ description: "The id of an evaluation" }) });

export const Status = z.enum(["running", "completed", "failed", "cancelled"]);
export type Status = z.output<typeof Status>;

/** An evaluation without its answers: the summary of a result. */
export const ResultSummary = z.object({
  id: z.string(),
  model_id: z.string(),
  provider: z.string(),
  benchmark_id: z.string(),
  benchmark_name: z.string(),
  benchmark_version: z.string(),
  benchmark_hash: z.string().describe("SHA-256 of the questions and the scoring as they were asked"),
  status: Status,
  phase: z.enum(["queued", "asking", "scoring"]).nullable().describe("what a running evaluation is at"),
  progress: z.object({ answered: Count, scored: Count, total: Count }),
  overall_score: z.number().nullable(),
  standard_error: z.number().nullable(),
  confidence_interval: z.tuple([z.number(), z.number()]).nullable().describe(
    "95 % interval of overall_score; exact for right-or-wrong scores",
  ),
  pass_rate: z.number().nullable(),
  questions: Count.nullable().describe("how many questions were asked; null until it is completed"),
  scored: Count.nullable(),
  unscored: Count.nullable().describe("answers without a score, which is not the same as a score of 0"),
  avg_latency_ms: z.number().nullable(),
  prompt_tokens: z.int().nullable(),
  completion_tokens: z.int().nullable(),
  total_tokens: z.int().nullable(),
  cost_usd: z.number().nullable().describe("where EVAL_PRICES knows the model"),
  temperature: z.number(),
  max_tokens: z.int().nullable(),
  limit: z.int().nullable().describe("this many questions of the benchmark; null: all"),
  seed: z.int().nullable(),
  epochs: z.int(),
  prompt_version: z.string(),
  system_prompt: z.string().nullable().describe(
    "the run's own instruction to the model; null: its benchmark's",
  ),
  uses_labels: z.boolean().describe("whether scores are people's where they agree on an answer"),
  judge_provider: z.string().nullable(),
  judge_model: z.string().nullable(),
  error: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
}).meta({ id: "ResultSummary" });
export type ResultSummary = z.output<typeof ResultSummary>;

/** An evaluation as it is stored and worked on. */
export interface Evaluation {
  id: string;
  model_id: string;
  provider: string;
  benchmark_id: string;
  benchmark_name: string;
  benchmark_version: string;
  benchmark_hash: string;
  temperature: number;
  max_tokens: number | null;
  question_limit: number | null;
  seed: number | null;
  epochs: number;
  prompt_version: string;
  system_prompt: string | null;
  judge_provider: string | null;
  judge_model: string | null;
  asks: boolean;
  /** Whether people's labels count before the machine's scores. */
  uses_labels?: boolean;
  total: number;
  created_by: string;
}

/** One completed evaluation, as the leaderboard needs it. */
export interface CompletedResult {
  eval_id: string;
  model_id: string;
  provider: string;
  benchmark_id: string;
  tallies: Tally[];
  /** How many questions were asked, which a limit may have made fewer than the benchmark has. */
  questions: number;
  avg_latency_ms: number;
  completed_at: string;
}

export const ResultFilter = z.object({
  model_id: z.string().optional().meta({
    description: "Only results of this model",
    example: "gpt-4.1-mini",
  }),
  provider: z.string().optional().meta({ description: "Only results of this provider", example: "openai" }),
  benchmark_id: z.string().optional().meta({
    description: "Only results of this benchmark",
    example: "arabic-grammar",
  }),
  status: Status.optional().meta({ description: "Only results in this state" }),
});
export type ResultFilter = z.output<typeof ResultFilter>;
