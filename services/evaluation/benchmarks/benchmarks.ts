import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { categoryOf, languageOf, scoringOf } from "./benchmark.ts";
import { AnyJson, choicesOf, Question, questionText, referencesOf } from "../scoring/question.ts";
import type { Catalogue, Edition } from "./benchmark_catalogue.ts";
import { promptOf } from "./prompt.ts";
import { baseOf, Scoring } from "../scoring/scoring.ts";

export const BenchmarkSummary = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  hash: z.string(),
  source: z.enum(["built_in", "file", "written"]).describe(
    "built_in: of the service, file: of BENCHMARKS_DIR, written: by people through the API",
  ),
  updated_by: z.string().nullable().describe("who wrote it last; null: it is not written"),
  updated_at: z.string().nullable().describe("when it was written last; null: it is not written"),
  category: z.string(),
  categories: z.array(z.string()),
  languages: z.array(z.string()),
  license: z.string(),
  scoring_methods: z.array(z.string()),
  question_count: z.int(),
  question_counts: z.record(z.string(), z.int()).describe("by language"),
  pass_score: z.number(),
}).meta({ id: "BenchmarkSummary" });

export const BenchmarkDetail = BenchmarkSummary.extend({
  system_prompt: z.string().nullable(),
  questions: z.array(z.object({
    id: z.string(),
    language: z.string().nullable(),
    category: z.string(),
    topic: z.string().nullable(),
    question: z.string(),
    choices: z.array(z.object({ label: z.string(), text: z.string() })),
    reference_answer: AnyJson,
    reference_answers: z.array(z.string()),
    scoring_method: z.string(),
    scoring: Scoring,
    checks: Question.shape.checks.nullable(),
    prompt: z.array(z.object({ role: z.string(), content: z.string() })),
    metadata: AnyJson,
  })),
}).meta({ id: "BenchmarkDetail" });

export const FileFault = z.object({ file: z.string(), line: z.int(), message: z.string() }).meta({
  id: "FileFault",
});

export const BenchmarkId = z.object({
  id: z.string().meta({ description: "The id of a benchmark", example: "arabic-grammar" }),
});
const tags = ["benchmarks"];

export function benchmarks(catalogue: Catalogue): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listBenchmarks",
      method: "get",
      path: "/benchmarks",
      tags,
      summary: "List the benchmarks",
      answers: { 200: json(z.array(BenchmarkSummary), "The benchmarks") },
    }),
    async (c) => c.json((await catalogue.list()).map(summaryOf), 200),
  );

  app.openapi(
    endpoint({
      id: "getBenchmark",
      method: "get",
      path: "/benchmarks/{id}",
      tags,
      summary: "Read a benchmark with its questions",
      request: { params: BenchmarkId },
      answers: { 200: json(BenchmarkDetail, "The benchmark") },
      fails: { 404: "No such benchmark" },
    }),
    async (c) => {
      const edition = await catalogue.find(c.req.valid("param").id);
      if (!edition) throw notFound("Benchmark");
      return c.json(detailOf(edition), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listBenchmarkFaults",
      method: "get",
      path: "/benchmark-faults",
      tags,
      summary: "List the errors of skipped files of BENCHMARKS_DIR",
      answers: { 200: json(z.array(FileFault), "The faults, each with its file and line") },
    }),
    async (c) => c.json(await catalogue.faults(), 200),
  );

  return app;
}

export function summaryOf({ benchmark, hash, source, written }: Edition): z.output<typeof BenchmarkSummary> {
  const { questions } = benchmark;
  const languages = questions.map((question) => languageOf(benchmark, question));
  const distinct = (values: string[]) => [...new Set(values)].sort();
  return {
    id: benchmark.id,
    name: benchmark.name,
    description: benchmark.description,
    version: benchmark.version,
    hash,
    source,
    updated_by: written?.updated_by ?? null,
    updated_at: written?.updated_at ?? null,
    category: benchmark.category,
    categories: distinct(questions.map((question) => categoryOf(benchmark, question))),
    languages: distinct(languages),
    license: benchmark.license,
    scoring_methods: distinct(questions.map((question) => scoringOf(benchmark, question).method)),
    question_count: questions.length,
    question_counts: Object.fromEntries(
      distinct(languages).map((
        language,
      ) => [language, languages.filter((other) => other === language).length]),
    ),
    pass_score: benchmark.pass_score,
  };
}

export function detailOf(edition: Edition): z.output<typeof BenchmarkDetail> {
  const { benchmark } = edition;
  return {
    ...summaryOf(edition),
    system_prompt: benchmark.system_prompt ?? null,
    questions: benchmark.questions.map((question) => ({
      id: question.id,
      language: question.language ?? benchmark.languages[0] ?? null,
      category: categoryOf(benchmark, question),
      topic: question.topic ?? null,
      question: questionText(question),
      choices: choicesOf(question),
      reference_answer: question.target ?? null,
      reference_answers: referencesOf(question),
      scoring_method: baseOf(scoringOf(benchmark, question)).method,
      scoring: scoringOf(benchmark, question),
      checks: question.checks ?? null,
      prompt: promptOf(benchmark, question),
      metadata: question.metadata ?? null,
    })),
  };
}
