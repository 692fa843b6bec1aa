import type { CompletedResult } from "../results/evaluation.ts";
import { intervalOfMean, type Sums } from "../statistics/intervals.ts";
import { round } from "../statistics/round.ts";
import { mean } from "../statistics/statistics.ts";
import type { Tally } from "../statistics/tally.ts";
import type { LeaderboardEntry } from "./entry.ts";

export interface RankOptions {
  category?: string;
  language?: string;
  /** The number of questions of each benchmark. */
  sizes?: Map<string, number>;
  /** Those of the category and language; all of them where nothing is filtered. */
  inView?: Map<string, number>;
  /** The share of all questions, 0 to 1, that a model must have answered to be ranked with the others. */
  leastCoverage?: number;
  /** Ordering by the lower bound prefers well-tested models. */
  by?: "score" | "lower_bound";
}

interface Scored {
  result: CompletedResult;
  tallies: Tally[];
  whole: Tally;
  limited: boolean;
}

/**
 * Ranks the models. `results` are the completed ones of the current benchmark versions; of several for one model,
 * provider and benchmark the latest counts, one of all questions before one of a part of them. Models with less than
 * the least coverage come after all others. Equal scores with equal lower bounds share a rank; then more benchmarks
 * come first, then lower latency, then the id.
 */
export function rank(results: CompletedResult[], options: RankOptions = {}): LeaderboardEntry[] {
  const scored = results.map((result) => score(result, options)).filter(({ whole }) => whole.count > 0);
  const models = Map.groupBy(scored, ({ result }) => modelKey(result.provider, result.model_id));
  const asked = questionsAsked(scored, options);
  const entries = [...models.values()].map((all) => entryOf(all, asked, options.leastCoverage ?? 0));
  entries.sort((a, b) => order(a, b, options.by ?? "score"));
  entries.forEach((entry, at) => {
    const before = entries[at - 1];
    entry.rank = before && tied(before, entry) ? before.rank : at + 1;
  });
  return entries;
}

function order(a: LeaderboardEntry, b: LeaderboardEntry, by: "score" | "lower_bound"): number {
  const score = b.overall_score - a.overall_score;
  const bound = b.confidence_interval[0] - a.confidence_interval[0];
  return Number(b.coverage.enough) - Number(a.coverage.enough) ||
    (by === "score" ? score || bound : bound || score) ||
    b.coverage.benchmarks - a.coverage.benchmarks || a.avg_latency_ms - b.avg_latency_ms ||
    compare(a.model_id, b.model_id) || compare(a.provider, b.provider);
}

/** One right answer of one does not tie with two hundred of two hundred: their lower bounds differ. */
function tied(a: LeaderboardEntry, b: LeaderboardEntry): boolean {
  return a.coverage.enough === b.coverage.enough && a.overall_score === b.overall_score &&
    a.confidence_interval[0] === b.confidence_interval[0];
}

/** The benchmarks of which there is any result, with how many questions each has in view. */
function questionsAsked(scored: Scored[], { sizes, inView = sizes }: RankOptions): Map<string, number> {
  const asked = new Map<string, number>();
  for (const { result: { benchmark_id }, whole } of scored) {
    const known = inView?.get(benchmark_id) ?? 0;
    asked.set(benchmark_id, Math.max(known, asked.get(benchmark_id) ?? 0, whole.count));
  }
  return asked;
}

function score(result: CompletedResult, { category, language, sizes }: RankOptions): Scored {
  const tallies = result.tallies.filter((tally) =>
    (category === undefined || tally.category === category) &&
    (language === undefined || tally.language === language)
  );
  const limited = result.questions < (sizes?.get(result.benchmark_id) ?? 0);
  return { result, tallies, whole: total(tallies), limited };
}

function total(tallies: Tally[]): Tally {
  const whole = { category: "", language: "", count: 0, sum: 0, squares: 0 };
  for (const tally of tallies) {
    whole.count += tally.count;
    whole.sum += tally.sum;
    whole.squares += tally.squares;
  }
  return whole;
}

export function modelKey(provider: string, model_id: string): string {
  return JSON.stringify([provider, model_id]);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function latestPerBenchmark(all: Scored[]): Scored[] {
  const latest = new Map<string, Scored>();
  for (const next of all) {
    const known = latest.get(next.result.benchmark_id);
    if (!known || preferred(next, known)) latest.set(next.result.benchmark_id, next);
  }
  return [...latest.values()].sort((a, b) => compare(a.result.benchmark_id, b.result.benchmark_id));
}

function preferred(left: Scored, right: Scored): boolean {
  if (left.limited !== right.limited) return right.limited;
  const [a, b] = [left.result, right.result];
  return (compare(a.completed_at, b.completed_at) || compare(a.eval_id, b.eval_id)) > 0;
}

function entryOf(all: Scored[], asked: Map<string, number>, leastCoverage: number): LeaderboardEntry {
  const scored = latestPerBenchmark(all);
  const [first] = all;
  const wholes = scored.map(({ whole }) => whole);
  const scores = scored.map(({ result, whole }) =>
    [result.benchmark_id, round(whole.sum / whole.count)] as const
  );
  const interval = intervalOfMean(wholes);
  return {
    rank: 0,
    model_id: first?.result.model_id ?? "",
    provider: first?.result.provider ?? "",
    overall_score: round(mean(scores.map(([, value]) => value))),
    standard_error: errorOfMean(wholes),
    confidence_interval: [round(interval?.low ?? 0), round(interval?.high ?? 1)],
    benchmark_scores: Object.fromEntries(scores),
    category_scores: categoryScores(scored),
    coverage: coverageOf(scored, asked, leastCoverage),
    total_evaluations: all.length,
    avg_latency_ms: weightedLatency(scored),
    last_evaluated: all.reduce(
      (last, { result }) => result.completed_at > last ? result.completed_at : last,
      "",
    ),
  };
}

function coverageOf(
  scored: Scored[],
  asked: Map<string, number>,
  least: number,
): LeaderboardEntry["coverage"] {
  const limited = scored.flatMap((entry) => entry.limited ? [entry.result.benchmark_id] : []);
  const questions = scored.reduce((sum, { whole }) => sum + whole.count, 0);
  const of_questions = [...asked.values()].reduce((sum, count) => sum + count, 0);
  const share = round(questions / of_questions);
  return {
    benchmarks: scored.length,
    of: asked.size,
    questions,
    of_questions,
    share,
    enough: share >= least,
    limited,
    complete: scored.length === asked.size && limited.length === 0,
  };
}

/** Benchmarks are independent: the variance of the mean of m of them is the sum of their variances over m². */
function errorOfMean(wholes: Sums[]): number | null {
  let variance = 0;
  for (const { count, sum, squares } of wholes) {
    if (count < 2) return null;
    variance += Math.max(0, squares - sum ** 2 / count) / (count - 1) / count;
  }
  return round(Math.sqrt(variance) / wholes.length);
}

function categoryScores(scored: Scored[]): Record<string, number> {
  const categories = Map.groupBy(scored.flatMap(({ tallies }) => tallies), (tally) => tally.category);
  return Object.fromEntries(
    [...categories].sort(([a], [b]) => compare(a, b)).map(([category, tallies]) => {
      const whole = total(tallies);
      return [category, round(whole.sum / whole.count)];
    }),
  );
}

function weightedLatency(scored: Scored[]): number {
  const questions = scored.reduce((sum, { whole }) => sum + whole.count, 0);
  return round(
    scored.reduce((sum, { result, whole }) => sum + result.avg_latency_ms * whole.count, 0) / questions,
  );
}
