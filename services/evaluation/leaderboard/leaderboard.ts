import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Benchmark } from "../benchmarks/benchmark.ts";
import type { Catalogue } from "../benchmarks/benchmark_catalogue.ts";
import { categoryOf, languageOf } from "../benchmarks/benchmark.ts";
import { PROMPT_VERSION } from "../benchmarks/prompt.ts";
import type { EvaluationStore } from "../results/evaluations_store.ts";
import { LeaderboardEntry } from "./entry.ts";
import { rank } from "./ranking.ts";

export const LeaderboardQuery = z.object({
  category: z.string().optional().meta({ description: "Only questions of this category", example: "syntax" }),
  language: z.string().optional().meta({ description: "Only questions in this language", example: "ar" }),
  benchmark_id: z.string().optional().meta({ description: "Only this benchmark", example: "arabic-grammar" }),
  provider: z.string().optional().meta({ description: "Only models of this provider", example: "openai" }),
  rank_by: z.enum(["score", "lower_bound"]).default("score").meta({
    description: "Rank by score, or by the lower bound of its interval, which is low for few answers",
  }),
});
export type LeaderboardQuery = z.output<typeof LeaderboardQuery>;

export interface LeaderboardDeps {
  catalogue: Catalogue;
  evaluations: EvaluationStore;
  /** The share of the questions below which a model is listed after the others. */
  leastCoverage: number;
}

export function leaderboard(deps: LeaderboardDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "getLeaderboard",
      method: "get",
      path: "/leaderboard",
      tags: ["leaderboard"],
      summary: "Rank the models by their latest completed results",
      description: "All completed results count, also unshared ones: only scores are shown. " +
        "Models of which less than LEADERBOARD_LEAST_COVERAGE of the questions is known come last.",
      request: { query: LeaderboardQuery },
      answers: { 200: json(z.array(LeaderboardEntry), "The models, best first") },
    }),
    async (c) => c.json(await readLeaderboard(c.req.valid("query"), deps), 200),
  );

  return app;
}

/** Only results of current benchmark versions count, since other versions have other questions. */
export async function readLeaderboard(
  { category, language, benchmark_id, provider, rank_by }: LeaderboardQuery,
  { catalogue, evaluations, leastCoverage }: LeaderboardDeps,
): Promise<LeaderboardEntry[]> {
  const editions = (await catalogue.list()).filter(({ benchmark }) =>
    benchmark_id === undefined || benchmark.id === benchmark_id
  );
  const results = await evaluations.completed(editions.map(({ hash }) => hash), PROMPT_VERSION);
  const chosen = provider === undefined ? results : results.filter((result) => result.provider === provider);
  const sizes = new Map(editions.map(({ benchmark }) => [benchmark.id, benchmark.questions.length]));
  const inView = new Map(
    editions.map(({ benchmark }) => [benchmark.id, countInView(benchmark, { category, language })]),
  );
  return rank(chosen, { category, language, sizes, inView, leastCoverage, by: rank_by });
}

function countInView(
  benchmark: Benchmark,
  { category, language }: { category?: string; language?: string },
): number {
  if (category === undefined && language === undefined) return benchmark.questions.length;
  return benchmark.questions.filter((question) =>
    (category === undefined || categoryOf(benchmark, question) === category) &&
    (language === undefined || languageOf(benchmark, question) === language)
  ).length;
}
