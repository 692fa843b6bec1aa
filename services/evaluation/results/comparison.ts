import { z } from "zod";
import { round } from "../statistics/round.ts";
import { pairedTest } from "../statistics/statistics.ts";
import type { ScoredQuestion } from "./totals.ts";

const Side = z.object({
  eval_id: z.string(),
  model_id: z.string(),
  provider: z.string(),
  overall_score: z.number().nullable(),
});

export const Comparison = z.object({
  benchmark_id: z.string(),
  benchmark_version: z.string(),
  a: Side,
  b: Side,
  compared: z.int().describe("questions that have a score in both"),
  a_better: z.int(),
  b_better: z.int(),
  ties: z.int(),
  mean_difference: z.number().describe("b minus a over the compared questions"),
  standard_error: z.number().nullable(),
  test: z.enum(["mcnemar_exact", "sign_flip"]),
  p_value: z.number(),
  significant: z.boolean().describe("p below 0.05"),
  questions: z.array(z.object({
    question_id: z.string(),
    score_a: z.number().nullable(),
    score_b: z.number().nullable(),
    difference: z.number().nullable(),
  })),
}).meta({ id: "Comparison" });
export type Comparison = z.output<typeof Comparison>;

type Paired = Omit<Comparison, "benchmark_id" | "benchmark_version" | "a" | "b">;

/** Two results of the same questions, question by question, with a paired test of the difference. */
export function compareScores(a: ScoredQuestion[], b: ScoredQuestion[]): Paired {
  const other = new Map(b.map(({ question, score }) => [question.id, score]));
  const own = new Map(a.map(({ question, score }) => [question.id, score]));
  const ids = [...new Set([...own.keys(), ...other.keys()])];
  const questions = ids.map((question_id) => {
    const [score_a, score_b] = [own.get(question_id) ?? null, other.get(question_id) ?? null];
    return {
      question_id,
      score_a,
      score_b,
      difference: score_a === null || score_b === null ? null : score_b - score_a,
    };
  });
  const differences = questions.flatMap(({ difference }) => difference ?? []);
  const { test, p_value, mean_difference, standard_error } = pairedTest(differences);
  return {
    compared: differences.length,
    a_better: differences.filter((difference) => difference < 0).length,
    b_better: differences.filter((difference) => difference > 0).length,
    ties: differences.filter((difference) => difference === 0).length,
    mean_difference: round(mean_difference),
    standard_error: standard_error === null ? null : round(standard_error),
    test,
    p_value,
    significant: p_value < 0.05,
    questions,
  };
}
