import { z } from "zod";
import { notFound } from "lib/errors.ts";
import { type McpTool, mcpTool } from "lib/mcp.ts";
import { limitOffset } from "lib/pagination.ts";
import { detailOf, summaryOf } from "./benchmarks/benchmarks.ts";
import { type LeaderboardDeps, LeaderboardQuery, readLeaderboard } from "./leaderboard/leaderboard.ts";
import { ResultId } from "./results/evaluation.ts";
import { ResultQuery } from "./results/results.ts";
import type { ResultsReader } from "./results/results_reader.ts";
import { type RunDeps, RunInput, startRun } from "./runs/runs.ts";

/** The service's tools: the same handlers as its routes. */
export function mcpTools(deps: RunDeps & LeaderboardDeps, reader: ResultsReader): McpTool[] {
  const { catalogue, evaluations } = deps;
  return [
    mcpTool({
      name: "list_benchmarks",
      description:
        "List the benchmarks with their categories, languages, scoring methods and question counts.",
      input: z.object({}),
      readOnly: true,
      call: async () => (await catalogue.list()).map(summaryOf),
    }),
    mcpTool({
      name: "get_benchmark",
      description: "Read one benchmark with its questions, reference answers and scoring methods.",
      input: z.object({ id: z.string() }),
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
      heavy: true,
      call: (input, { user }) => startRun(input, user, deps),
    }),
    mcpTool({
      name: "list_results",
      description: "List evaluation results, newest first, by model, provider, benchmark or status.",
      input: ResultQuery,
      readOnly: true,
      call: async (query, { user }) => (await evaluations.list(query, limitOffset(query), user)).rows,
    }),
    mcpTool({
      name: "get_result",
      description: "Read one evaluation result, question by question.",
      input: ResultId,
      readOnly: true,
      call: ({ id }, { user }) => reader.detail(user, id),
    }),
    mcpTool({
      name: "compare_results",
      description: "Compare two results of one benchmark question by question, with a paired test.",
      input: z.object({ id: z.uuid(), other_id: z.uuid() }),
      readOnly: true,
      call: ({ id, other_id }, { user }) => reader.compare(user, id, other_id),
    }),
    mcpTool({
      name: "leaderboard",
      description: "Rank the evaluated models, overall or for one category, language, benchmark or provider.",
      input: LeaderboardQuery,
      readOnly: true,
      call: (query) => readLeaderboard(query, deps),
    }),
  ];
}
