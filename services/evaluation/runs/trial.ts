/** Trials for an editor of benchmarks before it saves: reads a file, asks a question and scores the answer. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";
import { badGateway, invalid, unavailable } from "lib/errors.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Reply } from "../results/answer.ts";
import { ask, HopelessProvider } from "./ask.ts";
import { ProviderName } from "./provider_name.ts";
import { judgeAnswer } from "./score_answers.ts";
import type { ProviderAccess } from "./evaluation_work.ts";
import { Message, Question } from "../scoring/question.ts";
import { scoreAnswer } from "../scoring/score.ts";
import { baseOf } from "../scoring/scoring.ts";
import { unscoredVerdict, type Verdict } from "../scoring/verdict.ts";
import { type Benchmark, BenchmarkHead, questionFault, scoringOf } from "../benchmarks/benchmark.ts";
import { readBenchmark } from "../benchmarks/benchmark_files.ts";
import { FileFault } from "../benchmarks/benchmarks.ts";
import { promptOf } from "../benchmarks/prompt.ts";
import { BenchmarkInput } from "../benchmarks/written_benchmarks.ts";

const ReadInput = z.strictObject({
  file: z.string().min(1).max(200).regex(
    /\.(?:jsonl?|csv|JSONL?|CSV)$/,
    "must end in .json, .jsonl or .csv",
  ).describe("the file's name, whose ending says its form"),
  text: z.string().max(10_000_000).describe("all of the file"),
}).meta({ id: "BenchmarkFile", example: { file: "sums.csv", text: "question,answer\n2 + 2?,4\n" } });

const ReadAnswer = z.object({
  benchmark: BenchmarkInput.nullable().describe("the benchmark in the file; null: it has faults"),
  faults: z.array(FileFault).describe("at most 20 faults, each with its line"),
}).meta({ id: "BenchmarkRead" });

const TryInput = z.strictObject({
  benchmark: BenchmarkHead.pick({ languages: true, system_prompt: true, scoring: true }).describe(
    "what the question leaves to its benchmark",
  ),
  question: Question,
  answer: z.string().max(200_000).optional().describe("this answer is scored, and no model is asked"),
  model_id: textOf({ min: 1, max: 200 }).trim().optional().describe(
    "the model to ask where no answer is given",
  ),
  provider: ProviderName.default("gateway"),
}).meta({
  id: "BenchmarkTrial",
  example: {
    benchmark: { scoring: { method: "numeric" } },
    question: { id: "q1", input: "2 + 2?", target: "4" },
    model_id: "gpt-4.1-mini",
    provider: "openai",
  },
});

const Tried = z.object({
  prompt: z.array(Message).describe("the messages that a model is sent"),
  status: z.enum(["answered", "error", "timeout"]).describe("what became of the question"),
  response: z.string().nullable().describe("the answer; null: there is none"),
  error: z.string().nullable().describe("why there is no answer; null: there is one"),
  latency_ms: z.number().nullable().describe("how long the model took; null: none was asked"),
  score: z.number().nullable().describe("from 0 to 1; null: it has none, and `scoring_rule` says why"),
  scoring_rule: z.string().describe("how the score came about, or why there is none"),
  extracted_answer: z.string().nullable(),
  explanation: z.string().nullable(),
}).meta({ id: "BenchmarkTried" });

export interface TrialDeps {
  reach(provider: ProviderName): ProviderAccess;
  judge: { provider: ProviderName; model?: string };
  timeoutMs: number;
}

const tags = ["benchmarks"];
const roles = ["manager", "admin"] as const;

export function benchmarkTrials(deps: TrialDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "readBenchmarkFile",
      method: "post",
      path: "/benchmarks/read",
      tags,
      summary: "Parse a file of questions in any format of BENCHMARKS_DIR without storing it",
      roles: [...roles],
      request: { body: jsonBody(ReadInput) },
      answers: { 200: json(ReadAnswer, "The benchmark, or its faults") },
    }),
    (c) => {
      const { file, text } = c.req.valid("json");
      const { benchmark = null, faults = [] } = readBenchmark(file.toLowerCase(), text);
      return c.json({ benchmark, faults }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "tryBenchmarkQuestion",
      method: "post",
      path: "/benchmarks/try",
      tags,
      summary: "Score one question, by a model's or a given answer, without storing it",
      roles: [...roles],
      heavy: true,
      request: { body: jsonBody(TryInput) },
      answers: { 200: json(Tried, "The answer and its score") },
      fails: { 502: "The provider refuses every question: its key or the model is wrong" },
    }),
    async (c) => c.json(await tried(c.req.valid("json"), deps, c.req.raw.signal), 200),
  );

  return app;
}

type Input = z.output<typeof TryInput>;

async function tried(input: Input, deps: TrialDeps, gone: AbortSignal): Promise<z.output<typeof Tried>> {
  const benchmark: Benchmark = {
    ...{ id: "trial", version: "1", name: "trial", description: "", category: "general", license: "unknown" },
    ...input.benchmark,
    pass_score: 0.5,
    questions: [input.question],
  };
  const fault = questionFault(input.question, scoringOf(benchmark, input.question));
  if (fault) throw invalid(["body", "question", fault.field], fault.message, fault.code);
  const prompt = promptOf(benchmark, input.question);
  try {
    const reply = input.answer === undefined
      ? await asked(prompt, input, deps, gone)
      : { status: "answered" as const, response: input.answer, error: null, latency_ms: null };
    const { status, response, error, latency_ms } = reply;
    const verdict = status === "answered"
      ? await scored(benchmark, reply, deps, gone)
      : unscoredVerdict(`unanswered_${status}`, error ?? undefined);
    return {
      ...{ prompt, status, response, error, latency_ms, score: verdict.score, scoring_rule: verdict.rule },
      extracted_answer: verdict.extracted,
      explanation: verdict.explanation ?? null,
    };
  } catch (error) {
    if (error instanceof HopelessProvider) throw badGateway(error.message, { cause: error });
    throw error;
  }
}

type Replied = Pick<Reply, "status" | "response" | "error" | "latency_ms"> & Partial<Reply>;

async function asked(
  prompt: Message[],
  { model_id, provider }: Input,
  deps: TrialDeps,
  gone: AbortSignal,
): Promise<Replied> {
  if (model_id === undefined) {
    throw invalid(["body", "model_id"], "Give an answer, or a model to ask", "model_missing");
  }
  return await ask(prompt, {
    ...configured(deps, provider),
    model: model_id,
    temperature: 0,
    temperatureOptional: true,
    max_tokens: null,
    timeoutMs: deps.timeoutMs,
    signal: gone,
    waiting: gone,
  });
}

async function scored(
  benchmark: Benchmark,
  { response, finish_reason }: Replied,
  deps: TrialDeps,
  gone: AbortSignal,
): Promise<Verdict> {
  const [question] = benchmark.questions;
  if (!question) return unscoredVerdict("scoring_failed");
  const scoring = baseOf(scoringOf(benchmark, question));
  const text = response ?? "";
  if (scoring.method !== "llm_judge") return scoreAnswer({ text, finish_reason }, question, scoring);
  const { provider, model } = deps.judge;
  if (!model) return unscoredVerdict("no_judge", "set JUDGE_MODEL");
  const askOptions = { timeoutMs: deps.timeoutMs, signal: gone, waiting: gone };
  return await judgeAnswer(question, scoring, text, { ...configured(deps, provider), model, ...askOptions });
}

function configured(deps: TrialDeps, name: ProviderName): ProviderAccess {
  const reach = deps.reach(name);
  if (reach.provider.configured) return reach;
  throw unavailable(`Provider ${name} is not configured: set ${reach.provider.setting}`);
}
