import type { OpenAPIHono } from "@hono/zod-openapi";
import { mountMcp } from "lib/mcp/mcp.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service/service.ts";
import type { SharingRules } from "lib/sharing/sharing.ts";
import type { AnswerStore } from "./results/answers_store.ts";
import { benchmarks } from "./benchmarks/benchmarks.ts";
import { benchmarkTrials, type TrialDeps } from "./runs/trial.ts";
import { writtenBenchmarks, type WrittenDeps } from "./benchmarks/written_benchmarks.ts";
import { labels } from "./labels/labels.ts";
import type { LabelStore } from "./labels/labels_store.ts";
import { leaderboard } from "./leaderboard/leaderboard.ts";
import { matrices } from "./results/matrices.ts";
import { matrixReader } from "./results/matrix_reader.ts";
import { mcpTools } from "./mcp.ts";
import { operations } from "./runs/operations.ts";
import { resultAccess, resultSharing } from "./results/result_access.ts";
import { results } from "./results/results.ts";
import { resultsReader } from "./results/results_reader.ts";
import { type RunDeps, runs } from "./runs/runs.ts";
import { WORDS } from "./field_words.ts";

export interface Deps extends RunDeps, WrittenDeps, TrialDeps {
  service: ServiceDeps;
  answers: AnswerStore;
  labels: LabelStore;
  /** The rules for reading and changing a result. */
  rules: SharingRules;
  drop(id: string): void;
  /** The share of the questions below which a model is listed after the others. */
  leastCoverage: number;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
}

const PREFIX = "/api/v1";

export function createApp(deps: Deps): OpenAPIHono<AppEnv> {
  const { catalogue, evaluations, answers, providers } = deps;
  const access = resultAccess(evaluations, deps.rules);
  const reader = resultsReader({ evaluations, answers, access });
  const app = createService({
    ...deps.service,
    name: "evaluation",
    title: "Diwan Evaluation",
    description: "Benchmarks, background evaluation runs of models, results and a leaderboard.",
    prefix: PREFIX,
    tags: {
      benchmarks: "Sets of questions with their reference answers and scoring methods",
      runs: "Evaluations of models, in the background",
      results: "Answers and scores, question by question, and comparisons",
      labels: "What people say of answers, and how far the machine agrees",
      leaderboard: "The models by their latest completed results",
    },
    words: WORDS,
    dependencies: {
      database: deps.ping,
      benchmarks: async () => void await catalogue.list(),
      openai: configured(providers.openai),
      azure_openai: configured(providers.azure_openai),
      judge: () => Promise.resolve(deps.judge.model ? undefined : "set JUDGE_MODEL"),
    },
  });
  app.route(PREFIX, benchmarks(catalogue));
  app.route(PREFIX, benchmarkTrials(deps));
  app.route(PREFIX, writtenBenchmarks(deps));
  app.route(PREFIX, runs(deps));
  app.route(PREFIX, results(evaluations, reader));
  app.route(PREFIX, matrices(matrixReader({ evaluations, answers, access })));
  app.route(PREFIX, labels({ labels: deps.labels, access, reader }));
  app.route(PREFIX, resultSharing(evaluations, deps.rules));
  app.route(PREFIX, operations({ ...deps, access }));
  app.route(PREFIX, leaderboard(deps));
  mountMcp(app, { name: "diwan-evaluation", tools: mcpTools(deps, reader), hosts: deps.service.mcpHosts });
  return app;
}

function configured(
  { configured, setting }: { configured: boolean; setting: string },
): () => Promise<string | void> {
  return () => Promise.resolve(configured ? undefined : `set ${setting}`);
}
