import { z } from "zod";
import { notFound } from "lib/errors.ts";
import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import { limitOffset } from "lib/service/pagination.ts";
import { BenchmarkDetail, BenchmarkSummary, detailOf, summaryOf } from "./benchmarks/benchmarks.ts";
import { type LeaderboardDeps, LeaderboardQuery, readLeaderboard } from "./leaderboard/leaderboard.ts";
import { LeaderboardEntry } from "./leaderboard/entry.ts";
import { Comparison } from "./results/comparison.ts";
import { ResultId, ResultSummary } from "./results/evaluation.ts";
import { ResultDetail } from "./results/result_detail.ts";
import { ResultQuery } from "./results/results.ts";
import type { ResultsReader } from "./results/results_reader.ts";
import { type RunDeps, RunInput, RunStarted, startRun } from "./runs/runs.ts";

/** The service's tools: the same handlers as its routes. */
export function mcpTools(deps: RunDeps & LeaderboardDeps, reader: ResultsReader): McpTool[] {
  const { catalogue, evaluations } = deps;
  return [
    mcpTool({
      name: "list_benchmarks",
      description:
        "List the benchmarks with their categories, languages, scoring methods and question counts.",
      input: z.object({}),
      output: z.array(BenchmarkSummary),
      readOnly: true,
      call: async () => (await catalogue.list()).map(summaryOf),
    }),
    mcpTool({
      name: "get_benchmark",
      description: "Read one benchmark with its questions, reference answers and scoring methods.",
      input: z.object({ id: z.string().meta({ description: "The benchmark's id" }) }),
      output: BenchmarkDetail,
      readOnly: true,
      async call({ id }) {
        const edition = await catalogue.find(id);
        if (!edition) throw notFound("Benchmark");
        return detailOf(edition);
      },
    }),
    mcpTool({
      name: "start_evaluation",
      description:
        "Evaluate a model on benchmarks in the background; answers the ids of the evaluations at once.",
      input: RunInput,
      describe: {
        model_id: "The model to evaluate",
        provider: "Who answers for it",
        benchmark_ids: "Ids as list_benchmarks gives them",
        temperature: "0 for the likeliest answer",
        max_tokens: "The longest answer",
        judge_provider: "Who answers for the judge",
      },
      output: RunStarted,
      openWorld: true,
      heavy: true,
      call: (input, { user }) => startRun(input, user, deps),
    }),
    mcpTool({
      name: "list_results",
      description: "List evaluation results, newest first, by model, provider, benchmark or status.",
      input: ResultQuery,
      describe: {
        model_id: "Only of this model",
        provider: "Only of this provider",
        benchmark_id: "Only of this benchmark",
        status: "Only those that stand so",
      },
      output: z.array(ResultSummary),
      readOnly: true,
      call: async (query, { user }) => (await evaluations.list(query, limitOffset(query), user)).rows,
    }),
    mcpTool({
      name: "get_result",
      description: "Read one evaluation result, question by question.",
      input: ResultId,
      describe: { id: "The result's id" },
      output: ResultDetail,
      readOnly: true,
      call: ({ id }, { user }) => reader.detail(user, id),
    }),
    mcpTool({
      name: "compare_results",
      description: "Compare two results of one benchmark question by question, with a paired test.",
      input: z.object({
        id: z.uuid().meta({ description: "One result's id" }),
        other_id: z.uuid().meta({ description: "The other's" }),
      }),
      output: Comparison,
      readOnly: true,
      call: ({ id, other_id }, { user }) => reader.compare(user, id, other_id),
    }),
    mcpTool({
      name: "leaderboard",
      description: "Rank the evaluated models, overall or for one category, language, benchmark or provider.",
      input: LeaderboardQuery,
      describe: {
        category: "Only of this category of benchmarks",
        language: "Only of this language",
        benchmark_id: "Only of this benchmark",
        provider: "Only of this provider",
      },
      output: z.array(LeaderboardEntry),
      readOnly: true,
      call: (query) => readLeaderboard(query, deps),
    }),
  ];
}
