import { z } from "zod";
import { type Benchmark, categoryOf, languageOf } from "../benchmarks/benchmark.ts";
import { questionText } from "../scoring/question.ts";
import { meanInterval, sumsOf } from "../statistics/intervals.ts";
import { round } from "../statistics/round.ts";
import type { FirstAnswer } from "./answer.ts";
import type { ResultSummary } from "./evaluation.ts";
import type { ScoredQuestion } from "./totals.ts";

export const MOST_COLUMNS = 12;

const Ids = z.string().max(37 * MOST_COLUMNS).transform((text) => text.split(",")).pipe(
  z.array(z.uuid()).min(1).max(MOST_COLUMNS).refine((ids) => new Set(ids).size === ids.length, {
    message: "a result is there twice",
  }),
);

export const MatrixFilter = z.object({
  results: Ids.meta({
    type: "string",
    description: `Ids of results of one benchmark, with commas between them: up to ${MOST_COLUMNS} columns`,
    example: "0198c0de-7f3a-7c21-9b64-2f1f3c6a1e55,0198c0de-7f3a-7c21-9b64-2f1f3c6a1e56",
  }),
  show: z.enum(["all", "differing", "failed", "unscored"]).default("all").meta({
    description: "Questions on which the results differ, that one did not pass, or that one has no score for",
    example: "differing",
  }),
  category: z.string().max(100).optional().meta({
    description: "Only questions of this category",
    example: "grammar",
  }),
});
export type MatrixFilter = z.output<typeof MatrixFilter>;

const Column = z.object({
  eval_id: z.string(),
  model_id: z.string(),
  provider: z.string(),
  system_prompt: z.string().nullable().describe("the run's own; null: its benchmark's"),
  temperature: z.number(),
  created_at: z.string(),
  scored: z.int().describe("questions of the category that have a score"),
  passed_count: z.int().describe("those of them that passed"),
  pass_rate: z.number().nullable(),
  confidence_interval: z.tuple([z.number(), z.number()]).nullable().describe("95 % interval of pass_rate"),
});

const Cell = z.object({
  status: z.enum(["not_asked", "pending", "answered", "error", "timeout"]),
  score: z.number().nullable(),
  passed: z.boolean().nullable(),
  answer: z.string().nullable().describe("the beginning of the first epoch's answer, or why there is none"),
});

export const Matrix = z.object({
  benchmark_id: z.string(),
  benchmark_name: z.string(),
  benchmark_version: z.string(),
  categories: z.array(z.string()),
  columns: z.array(Column),
  total: z.int().describe("questions that the filter lets through"),
  rows: z.array(z.object({
    question_id: z.string(),
    category: z.string(),
    language: z.string(),
    question: z.string(),
    cells: z.array(Cell).describe("one a column, in their order"),
  })),
}).meta({ id: "ResultMatrix" });
export type Matrix = z.output<typeof Matrix>;
export type MatrixRow = Matrix["rows"][number];

/** A result with the scores of the questions that it asked. */
export interface MatrixSource {
  summary: ResultSummary;
  scores: ScoredQuestion[];
}

interface Verdict {
  asked: boolean;
  score: number | null;
  passed: boolean | null;
}

/** A question with what each result says about it, without answers. */
export interface Line {
  question: Benchmark["questions"][number];
  verdicts: Verdict[];
}

const NOT_ASKED: Verdict = { asked: false, score: null, passed: null };

/** The questions that any of the results asked, in the benchmark's order, with their verdicts. */
export function linesOf(benchmark: Benchmark, sources: MatrixSource[]): Line[] {
  const known = sources.map(({ scores }) =>
    new Map(scores.map(({ question, score }) => [question.id, score]))
  );
  return benchmark.questions.flatMap((question) => {
    const verdicts = known.map((scores): Verdict => {
      const score = scores.get(question.id);
      if (score === undefined) return NOT_ASKED;
      return { asked: true, score, passed: score === null ? null : score >= benchmark.pass_score };
    });
    return verdicts.some(({ asked }) => asked) ? [{ question, verdicts }] : [];
  });
}

/** Whether the filter shows a line; what a result did not ask never makes a line differ. */
export function isShown({ verdicts }: Line, show: MatrixFilter["show"]): boolean {
  const asked = verdicts.filter(({ asked }) => asked);
  if (show === "differing") return new Set(asked.map(({ passed }) => passed)).size > 1;
  if (show === "failed") return asked.some(({ passed }) => passed === false);
  if (show === "unscored") return asked.some(({ passed }) => passed === null);
  return true;
}

/** The heads of the columns, with the share of `lines` that each result passed. */
export function columnsOf(sources: MatrixSource[], lines: Line[]): Matrix["columns"] {
  return sources.map(({ summary }, at) => {
    const passes = lines.flatMap(({ verdicts }) => {
      const passed = verdicts[at]?.passed ?? null;
      return passed === null ? [] : [Number(passed)];
    });
    const interval = meanInterval(sumsOf(passes));
    const passed_count = passes.filter((passed) => passed === 1).length;
    return {
      eval_id: summary.id,
      model_id: summary.model_id,
      provider: summary.provider,
      system_prompt: summary.system_prompt,
      temperature: summary.temperature,
      created_at: summary.created_at,
      scored: passes.length,
      passed_count,
      pass_rate: passes.length === 0 ? null : round(passed_count / passes.length),
      confidence_interval: interval ? [round(interval.low), round(interval.high)] : null,
    };
  });
}

/** A line with the answers of each result; `answers` has one map a column. */
export function rowOf(benchmark: Benchmark, line: Line, answers: Map<string, FirstAnswer>[]): MatrixRow {
  const { question, verdicts } = line;
  return {
    question_id: question.id,
    category: categoryOf(benchmark, question),
    language: languageOf(benchmark, question),
    question: questionText(question),
    cells: verdicts.map(({ asked, score, passed }, at) => {
      const answer = answers[at]?.get(question.id);
      return {
        status: asked ? answer?.status ?? "pending" : "not_asked",
        score,
        passed,
        answer: answer?.response ?? answer?.error ?? null,
      };
    }),
  };
}
