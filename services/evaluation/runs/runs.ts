import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";
import type { User } from "lib/auth/auth.ts";
import { invalidAll, unavailable } from "lib/errors.ts";
import type { Detail } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { type Benchmark, scoringOf } from "../benchmarks/benchmark.ts";
import type { Catalogue, Edition } from "../benchmarks/benchmark_catalogue.ts";
import type { Evaluation } from "../results/evaluation.ts";
import type { EvaluationStore } from "../results/evaluations_store.ts";
import type { JobQueue } from "lib/jobs/jobs.ts";
import { PROMPT_VERSION } from "../benchmarks/prompt.ts";
import { ProviderName } from "./provider_name.ts";
import type { Providers } from "./providers.ts";
import { baseOf } from "../scoring/scoring.ts";
import { selectQuestions } from "../benchmarks/selection.ts";

const MOST_ASKS = 200_000;

const ModelId = textOf({ min: 1, max: 200 }).trim();

export const RunInput = z.object({
  model_id: ModelId,
  provider: ProviderName,
  benchmark_ids: z.array(z.string()).min(1).max(100),
  temperature: z.number().min(0).max(2).default(0),
  max_tokens: z.int().min(1).max(1_000_000).optional(),
  limit: z.int().min(1).optional().describe("this many questions of each benchmark"),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional().describe(
    "draws the questions of a limit",
  ),
  epochs: z.int().min(1).max(100).default(1).describe("how often each question is asked"),
  system_prompt: textOf({ min: 1, max: 20_000 }).trim().optional().describe(
    "the instruction to the model in place of the benchmark's; such results stay off the leaderboard",
  ),
  judge_model: ModelId.optional().describe("grades llm_judge questions; default JUDGE_MODEL"),
  judge_provider: ProviderName.optional(),
  self_judge: z.boolean().default(false).describe("lets the model under test grade itself"),
}).meta({
  id: "RunInput",
  example: {
    model_id: "gpt-4.1-mini",
    provider: "openai",
    benchmark_ids: ["arabic-grammar"],
    temperature: 0,
  },
});
export type RunInput = z.output<typeof RunInput>;

export const RunStarted = z.object({ eval_ids: z.array(z.string()), message: z.string() }).meta({
  id: "RunStarted",
});
export type RunStarted = z.output<typeof RunStarted>;

export interface RunDeps {
  catalogue: Catalogue;
  evaluations: EvaluationStore;
  queue: JobQueue;
  providers: Providers;
  judge: { provider: ProviderName; model?: string };
}

export function runs(deps: RunDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "startEvaluations",
      method: "post",
      path: "/eval/run",
      tags: ["runs"],
      summary: "Start evaluations of a model, one for each benchmark",
      description:
        "Everything is checked before anything starts; then the evaluations run in the background. " +
        "503 also where the provider or the judge has no key.",
      heavy: true,
      request: { body: jsonBody(RunInput) },
      answers: { 201: json(RunStarted, "The evaluations, queued") },
    }),
    async (c) => c.json(await startRun(c.req.valid("json"), c.var.user, deps), 201),
  );

  return app;
}

/** Checks a whole request, stores its evaluations and queues them. */
export async function startRun(input: RunInput, user: User, deps: RunDeps): Promise<RunStarted> {
  const editions = await Promise.all(input.benchmark_ids.map((id) => deps.catalogue.find(id)));
  const faults = runFaults(input, editions);
  const judge = judgeOf(input, deps.judge);
  const judged = editions.some((edition) => edition && needsJudge(edition.benchmark));
  if (judged) faults.push(...judgeFaults(input, judge));
  if (faults.length > 0) throw invalidAll(faults);
  requireConfigured(deps.providers, input.provider);
  if (judged) requireConfigured(deps.providers, judge.provider);

  const known = editions.filter((edition) => edition !== undefined);
  const rows = known.map((edition) =>
    evaluationOf(edition, input, user, judged && needsJudge(edition.benchmark) ? judge : undefined)
  );
  await deps.evaluations.insert(rows, new Map(known.map(({ hash, benchmark }) => [hash, benchmark])));
  const eval_ids = rows.map(({ id }) => id);
  await deps.queue.add(eval_ids.map((id) => ({ id, claims: 0 })));
  return { eval_ids, message: `Started ${eval_ids.length} evaluation${eval_ids.length === 1 ? "" : "s"}` };
}

function requireConfigured(providers: Providers, name: ProviderName): void {
  const { configured, setting } = providers[name];
  if (!configured) throw unavailable(`Provider ${name} is not configured: set ${setting}`);
}

function needsJudge(benchmark: Benchmark): boolean {
  return benchmark.questions.some((question) =>
    baseOf(scoringOf(benchmark, question)).method === "llm_judge"
  );
}

function runFaults(input: RunInput, editions: (Edition | undefined)[]): Detail[] {
  return input.benchmark_ids.flatMap((id, at) => {
    const fault = (msg: string, type = "value_error", loc: Detail["loc"] = ["body", "benchmark_ids", at]) => [
      { loc, msg, type },
    ];
    const edition = editions[at];
    if (!edition) return fault(`Benchmark ${id} not found`, "not_found");
    if (input.benchmark_ids.indexOf(id) < at) return fault(`Benchmark ${id} is listed twice`);
    const asks = Math.min(edition.benchmark.questions.length, input.limit ?? Infinity) * input.epochs;
    if (asks > MOST_ASKS) {
      return fault(`Benchmark ${id} would be asked ${asks} questions; at most ${MOST_ASKS}`);
    }
    const needed = epochsNeeded(edition.benchmark);
    if (input.epochs < needed) {
      return fault(`Benchmark ${id} measures pass@${needed}: at least ${needed} epochs`, "value_error", [
        "body",
        "epochs",
      ]);
    }
    return [];
  });
}

function epochsNeeded(benchmark: Benchmark): number {
  const needed = benchmark.questions.map((question) => {
    const scoring = scoringOf(benchmark, question);
    return scoring.method === "pass_at_k" ? scoring.k : 1;
  });
  return needed.reduce((most, k) => Math.max(most, k), 1);
}

interface Judge {
  provider: ProviderName;
  model?: string;
}

function judgeOf(input: RunInput, usual: Judge): Judge {
  return {
    provider: input.judge_provider ?? (input.judge_model ? input.provider : usual.provider),
    model: input.judge_model ?? usual.model,
  };
}

function judgeFaults(input: RunInput, judge: Judge): Detail[] {
  const fault = (msg: string) => [{ loc: ["body", "judge_model"], msg, type: "value_error" }];
  if (!judge.model) return fault("A judge is needed: give judge_model, or set JUDGE_MODEL");
  const itself = judge.model === input.model_id && judge.provider === input.provider;
  return itself && !input.self_judge
    ? fault("The judge is the model under test; choose another, or allow it with self_judge")
    : [];
}

function evaluationOf(
  { benchmark, hash }: Edition,
  input: RunInput,
  user: User,
  judge: Judge | undefined,
): Evaluation {
  const selection = { question_limit: input.limit ?? null, seed: input.seed ?? null, epochs: input.epochs };
  return {
    id: uuidv7(),
    model_id: input.model_id,
    provider: input.provider,
    benchmark_id: benchmark.id,
    benchmark_name: benchmark.name,
    benchmark_version: benchmark.version,
    benchmark_hash: hash,
    temperature: input.temperature,
    max_tokens: input.max_tokens ?? null,
    ...selection,
    prompt_version: PROMPT_VERSION,
    system_prompt: input.system_prompt ?? null,
    judge_provider: judge?.provider ?? null,
    judge_model: judge?.model ?? null,
    asks: true,
    total: selectQuestions(benchmark, selection).length * input.epochs,
    created_by: user.sub,
  };
}
