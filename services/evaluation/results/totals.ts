import type { ItemScore, Usage } from "./answer.ts";
import { type Benchmark, categoryOf, languageOf, scoringOf } from "../benchmarks/benchmark.ts";
import { type Question } from "../scoring/question.ts";
import type { Prices } from "../env.ts";
import { round } from "../statistics/round.ts";
import { type Tally } from "../statistics/tally.ts";
import { passAtK } from "../scoring/pass_at_k.ts";
import { itemKey, type Selection, selectQuestions } from "../benchmarks/selection.ts";
import { meanInterval, sumsOf } from "../statistics/intervals.ts";
import { mean, standardError } from "../statistics/statistics.ts";

/** The numbers of an evaluation, computed from its stored answers and scores. */
export interface Totals {
  overall_score: number | null;
  standard_error: number | null;
  interval_low: number | null;
  interval_high: number | null;
  pass_rate: number | null;
  questions: number;
  scored: number;
  unscored: number;
  answered: number;
  avg_latency_ms: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  total_tokens: number | null;
  cost_usd: number | null;
  tallies: Tally[];
}

export interface ScoredQuestion {
  question: Question;
  /** Over the epochs; null where none of them has a score. */
  score: number | null;
}

/** The score of each question over its epochs: their mean, or pass@k where the benchmark says so. */
export function questionScores(
  benchmark: Benchmark,
  selection: Selection,
  scores: ItemScore[],
): ScoredQuestion[] {
  const byItem = new Map(scores.map((score) => [itemKey(score.question_id, score.epoch), score.score]));
  return selectQuestions(benchmark, selection).map((question) => {
    const values: number[] = [];
    for (let epoch = 1; epoch <= selection.epochs; epoch++) {
      const value = byItem.get(itemKey(question.id, epoch));
      if (value !== undefined && value !== null) values.push(value);
    }
    return { question, score: reduce(benchmark, question, values) };
  });
}

function reduce(benchmark: Benchmark, question: Question, values: number[]): number | null {
  if (values.length === 0) return null;
  const scoring = scoringOf(benchmark, question);
  if (scoring.method !== "pass_at_k") return mean(values);
  const correct = values.filter((value) => value >= benchmark.pass_score).length;
  return values.length < scoring.k ? null : passAtK(values.length, correct, scoring.k);
}

export function totalsOf({ benchmark, selection, usage, scores, price }: {
  benchmark: Benchmark;
  selection: Selection;
  usage: Usage;
  scores: ItemScore[];
  price?: Prices[string];
}): Totals {
  const questions = questionScores(benchmark, selection, scores);
  const values = questions.flatMap(({ score }) => score ?? []);
  const scored = scores.filter(({ score }) => score !== null).length;
  const interval = meanInterval(sumsOf(values));
  const error = standardError(values);
  return {
    overall_score: values.length === 0 ? null : round(mean(values)),
    standard_error: error === undefined ? null : round(error),
    interval_low: interval ? round(interval.low) : null,
    interval_high: interval ? round(interval.high) : null,
    pass_rate: values.length === 0
      ? null
      : round(values.filter((value) => value >= benchmark.pass_score).length / values.length),
    questions: questions.length,
    scored,
    unscored: questions.length * selection.epochs - scored,
    ...usage,
    avg_latency_ms: usage.avg_latency_ms === null ? null : round(usage.avg_latency_ms),
    cost_usd: costOf(usage, price),
    tallies: talliesOf(benchmark, questions),
  };
}

function costOf({ prompt_tokens, completion_tokens }: Usage, price?: Prices[string]): number | null {
  if (!price || prompt_tokens === null || completion_tokens === null) return null;
  return round(
    (prompt_tokens * price.input_per_million + completion_tokens * price.output_per_million) / 1e6,
  );
}

function talliesOf(benchmark: Benchmark, questions: ScoredQuestion[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { question, score } of questions) {
    if (score === null) continue;
    const category = categoryOf(benchmark, question);
    const language = languageOf(benchmark, question);
    const key = JSON.stringify([category, language]);
    const tally = tallies.get(key) ?? { category, language, count: 0, sum: 0, squares: 0 };
    tally.count++;
    tally.sum += score;
    tally.squares += score ** 2;
    tallies.set(key, tally);
  }
  return [...tallies.values()];
}
