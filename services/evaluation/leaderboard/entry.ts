import { z } from "zod";

export const LeaderboardEntry = z.object({
  rank: z.int().min(1),
  model_id: z.string(),
  provider: z.string(),
  overall_score: z.number().describe("Mean of the benchmark scores"),
  standard_error: z.number().nullable(),
  confidence_interval: z.tuple([z.number(), z.number()]).describe(
    "95 % interval of overall_score; never without width, however many answers were right",
  ),
  benchmark_scores: z.record(z.string(), z.number()),
  category_scores: z.record(z.string(), z.number()).describe("Mean over the questions of a category"),
  coverage: z.object({
    benchmarks: z.int(),
    of: z.int().describe("Benchmarks of which anybody has a result"),
    questions: z.int().describe("Questions that have a score"),
    of_questions: z.int().describe("Questions of all those benchmarks"),
    share: z.number(),
    enough: z.boolean().describe("At least LEADERBOARD_LEAST_COVERAGE; the others are listed after these"),
    limited: z.array(z.string()).describe("Benchmarks of which only a part was asked"),
    complete: z.boolean(),
  }).describe("Models that answered different questions are not comparable"),
  total_evaluations: z.int(),
  avg_latency_ms: z.number(),
  last_evaluated: z.string(),
}).meta({ id: "LeaderboardEntry" });
export type LeaderboardEntry = z.output<typeof LeaderboardEntry>;
