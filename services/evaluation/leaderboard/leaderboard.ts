import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { denied, feature, invalidInput, json } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { Catalogue } from "../benchmarks/benchmark_catalogue.ts";
import type { EvaluationStore } from "../results/evaluations_store.ts";
import { PROMPT_VERSION } from "../benchmarks/prompt.ts";
import { type LeaderboardEntry as Entry, rank } from "./ranking.ts";

export const LeaderboardEntry: z.ZodType<Entry> = z.object({
  rank: z.int().min(1),
  model_id: z.string(),
  provider: z.string(),
  overall_score: z.number().describe("mean of the benchmark scores"),
  standard_error: z.number().nullable(),
  confidence_interval: z.tuple([z.number(), z.number()]).nullable().describe("95 %"),
  benchmark_scores: z.record(z.string(), z.number()),
  category_scores: z.record(z.string(), z.number()).describe("mean over the questions of a category"),
  coverage: z.object({
    benchmarks: z.int(),
    of: z.int(),
    limited: z.array(z.string()).describe("benchmarks of which only a part was asked"),
    complete: z.boolean(),
  }).describe(
    "models that answered different benchmarks are not comparable",
  ),
  total_evaluations: z.int(),
  avg_latency_ms: z.number(),
  last_evaluated: z.string(),
}).meta({ id: "LeaderboardEntry" });

export const LeaderboardQuery = z.object({
  category: z.string().optional(),
  language: z.string().optional(),
  benchmark_id: z.string().optional(),
  provider: z.string().optional(),
});
export type LeaderboardQuery = z.output<typeof LeaderboardQuery>;

export function leaderboard(catalogue: Catalogue, evaluations: EvaluationStore): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "get",
      path: "/leaderboard",
      summary: "Rank the models by their latest completed results",
      tags: ["leaderboard"],
      request: { query: LeaderboardQuery },
      responses: {
        200: json(z.array(LeaderboardEntry), "The models, best first"),
        401: denied[401],
        422: invalidInput[422],
      },
    }),
    async (c) => c.json(await readLeaderboard(c.req.valid("query"), catalogue, evaluations), 200),
  );

  return app;
}

/** Only results of the benchmarks as they are now count: another version asks other questions. */
export async function readLeaderboard(
  { category, language, benchmark_id, provider }: LeaderboardQuery,
  catalogue: Catalogue,
  evaluations: EvaluationStore,
): Promise<Entry[]> {
  const editions = (await catalogue.list()).filter(({ benchmark }) =>
    benchmark_id === undefined || benchmark.id === benchmark_id
  );
  const results = await evaluations.completed(editions.map(({ hash }) => hash), PROMPT_VERSION);
  const chosen = provider === undefined ? results : results.filter((result) => result.provider === provider);
  const sizes = new Map(editions.map(({ benchmark }) => [benchmark.id, benchmark.questions.length]));
  return rank(chosen, { category, language, sizes });
}
