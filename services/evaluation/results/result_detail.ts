import { z } from "zod";
import type { CountedScore, StoredAnswer } from "./answer.ts";
import { type Benchmark, scoringOf } from "../benchmarks/benchmark.ts";
import { AnyJson, choicesOf, Message, type Question, questionText } from "../scoring/question.ts";
import { ResultSummary } from "./evaluation.ts";
import { baseOf } from "../scoring/scoring.ts";
import { itemKey, itemsOf } from "../benchmarks/selection.ts";

export const QuestionResult = z.object({
  question_id: z.string(),
  epoch: z.int(),
  language: z.string().nullable(),
  category: z.string(),
  topic: z.string().nullable(),
  question: z.string(),
  choices: z.array(z.object({ label: z.string(), text: z.string() })),
  status: z.enum(["pending", "answered", "error", "timeout"]),
  prompt: z.array(Message).nullable().describe("the messages as they were sent"),
  model_response: z.string().nullable(),
  reference_answer: AnyJson,
  extracted_answer: z.string().nullable(),
  score: z.number().nullable().describe("null: unscored, which is not 0"),
  passed: z.boolean().nullable(),
  machine_score: z.number().nullable().describe(
    "the scoring method's own, which score is too unless from_label",
  ),
  from_label: z.boolean().describe("whether score is people's"),
  scoring_method: z.string(),
  scoring_rule: z.string().nullable().describe("how the answer was found, or why it has no score"),
  explanation: z.string().nullable(),
  judge_model: z.string().nullable(),
  error: z.string().nullable(),
  finish_reason: z.string().nullable(),
  response_model: z.string().nullable(),
  latency_ms: z.number().nullable(),
  prompt_tokens: z.int().nullable(),
  completion_tokens: z.int().nullable(),
  total_tokens: z.int().nullable(),
  tries: z.int(),
}).meta({ id: "QuestionResult" });
export type QuestionResult = z.output<typeof QuestionResult>;

export const ResultDetail = ResultSummary.extend({
  category_scores: z.record(z.string(), z.number()),
  language_scores: z.record(z.string(), z.number()),
  results: z.array(QuestionResult),
}).meta({ id: "ResultDetail" });
export type ResultDetail = z.output<typeof ResultDetail>;

interface Parts {
  summary: ResultSummary;
  benchmark: Benchmark;
  answers: StoredAnswer[];
  scores: CountedScore[];
}

/** Every question of an evaluation in order, with its outcome. */
export function questionResults({ summary, benchmark, answers, scores }: Parts): QuestionResult[] {
  const answered = new Map(answers.map((answer) => [itemKey(answer.question_id, answer.epoch), answer]));
  const scored = new Map(scores.map((score) => [itemKey(score.question_id, score.epoch), score]));
  const selection = { question_limit: summary.limit, seed: summary.seed, epochs: summary.epochs };
  return itemsOf(benchmark, selection).map(({ question, epoch }) => {
    const key = itemKey(question.id, epoch);
    return {
      question_id: question.id,
      epoch,
      ...questionPart(benchmark, question),
      ...answerPart(answered.get(key)),
      ...scorePart(benchmark, scored.get(key)),
    };
  });
}

function questionPart(benchmark: Benchmark, question: Question) {
  return {
    language: question.language ?? benchmark.languages[0] ?? null,
    category: question.category ?? benchmark.category,
    topic: question.topic ?? null,
    question: questionText(question),
    choices: choicesOf(question),
    reference_answer: question.target ?? null,
    scoring_method: baseOf(scoringOf(benchmark, question)).method,
  };
}

function answerPart(answer: StoredAnswer | undefined) {
  return {
    status: answer?.status ?? "pending" as const,
    prompt: answer?.prompt ?? null,
    model_response: answer?.response ?? null,
    error: answer?.error ?? null,
    finish_reason: answer?.finish_reason ?? null,
    response_model: answer?.response_model ?? null,
    latency_ms: answer?.latency_ms ?? null,
    prompt_tokens: answer?.prompt_tokens ?? null,
    completion_tokens: answer?.completion_tokens ?? null,
    total_tokens: answer?.total_tokens ?? null,
    tries: answer?.tries ?? 0,
  };
}

function scorePart(benchmark: Benchmark, score: CountedScore | undefined) {
  const value = score?.score ?? null;
  return {
    extracted_answer: score?.extracted ?? null,
    score: value,
    passed: value === null ? null : value >= benchmark.pass_score,
    machine_score: score?.machine_score ?? null,
    from_label: score?.from_label ?? false,
    scoring_rule: score?.rule ?? null,
    explanation: score?.explanation ?? null,
    judge_model: score?.judge_model ?? null,
  };
}

export function detailOfResult(parts: Parts): ResultDetail {
  const results = questionResults(parts);
  return {
    ...parts.summary,
    category_scores: means(results, (result) => result.category),
    language_scores: means(results, (result) => result.language ?? "und"),
    results,
  };
}

function means(results: QuestionResult[], key: (result: QuestionResult) => string): Record<string, number> {
  const scored = results.flatMap((result) =>
    result.score === null ? [] : [{ key: key(result), score: result.score }]
  );
  const groups = [...Map.groupBy(scored, (item) => item.key)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    groups.map(([name, items]) => [name, items.reduce((sum, { score }) => sum + score, 0) / items.length]),
  );
}
