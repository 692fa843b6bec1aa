import { mean } from "./statistics.ts";

/** The mean score of some questions, as a sum and a count so that parts can be added up. */
export interface Tally {
  sum: number;
  count: number;
}

/** One completed evaluation, as the leaderboard needs it. */
export interface CompletedResult {
  eval_id: string;
  model_id: string;
  provider: string;
  benchmark_id: string;
  overall_score: number;
  standard_error: number | null;
  categories: Record<string, Tally>;
  avg_latency_ms: number;
  questions: number;
  completed_at: string;
}

export interface LeaderboardEntry {
  rank: number;
  model_id: string;
  provider: string;
  overall_score: number;
  standard_error: number | null;
  confidence_interval: [number, number] | null;
  benchmark_scores: Record<string, number>;
  category_scores: Record<string, number>;
  coverage: { benchmarks: number; of: number; complete: boolean };
  total_evaluations: number;
  avg_latency_ms: number;
  last_evaluated: string;
}

/**
 * Ranks the models. `results` are the completed ones of the current benchmark versions; of several for one model,
 * provider and benchmark the latest counts. Equal scores share a rank; among them more benchmarks come first, then
 * lower latency, then the id.
 */
export function rank(
  results: CompletedResult[],
  totals: Map<string, number> = new Map(),
): LeaderboardEntry[] {
  const models = Map.groupBy(results, (result) => modelKey(result.provider, result.model_id));
  const benchmarks = new Set(results.map((result) => result.benchmark_id)).size;
  const entries = [...models].map(([key, all]) => entryOf(all, benchmarks, totals.get(key) ?? all.length));
  entries.sort((a, b) =>
    b.overall_score - a.overall_score || b.coverage.benchmarks - a.coverage.benchmarks ||
    a.avg_latency_ms - b.avg_latency_ms || compare(a.model_id, b.model_id) || compare(a.provider, b.provider)
  );
  entries.forEach((entry, at) => {
    const before = entries[at - 1];
    entry.rank = before && before.overall_score === entry.overall_score ? before.rank : at + 1;
  });
  return entries;
}

export function modelKey(provider: string, model_id: string): string {
  return JSON.stringify([provider, model_id]);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function latestPerBenchmark(results: CompletedResult[]): CompletedResult[] {
  const latest = new Map<string, CompletedResult>();
  for (const result of results) {
    const known = latest.get(result.benchmark_id);
    const newer = !known || compare(result.completed_at, known.completed_at) > 0 ||
      (result.completed_at === known.completed_at && compare(result.eval_id, known.eval_id) > 0);
    if (newer) latest.set(result.benchmark_id, result);
  }
  return [...latest.values()].sort((a, b) => compare(a.benchmark_id, b.benchmark_id));
}

function entryOf(all: CompletedResult[], benchmarks: number, total: number): LeaderboardEntry {
  const results = latestPerBenchmark(all);
  const [first] = all;
  const overall = round(mean(results.map((result) => result.overall_score)));
  const error = errorOfMean(results);
  return {
    rank: 0,
    model_id: first?.model_id ?? "",
    provider: first?.provider ?? "",
    overall_score: overall,
    standard_error: error,
    confidence_interval: error === null
      ? null
      : [clamp(overall - 1.96 * error), clamp(overall + 1.96 * error)],
    benchmark_scores: Object.fromEntries(
      results.map((result) => [result.benchmark_id, result.overall_score]),
    ),
    category_scores: categoryScores(results),
    coverage: { benchmarks: results.length, of: benchmarks, complete: results.length === benchmarks },
    total_evaluations: total,
    avg_latency_ms: weightedLatency(results),
    last_evaluated: all.reduce((last, { completed_at }) => completed_at > last ? completed_at : last, ""),
  };
}

/** Benchmarks are independent: the variance of the mean of m of them is the sum of their variances over m². */
function errorOfMean(results: CompletedResult[]): number | null {
  let variance = 0;
  for (const { standard_error } of results) {
    if (standard_error === null) return null;
    variance += standard_error ** 2;
  }
  return round(Math.sqrt(variance) / results.length);
}

function categoryScores(results: CompletedResult[]): Record<string, number> {
  const tallies = new Map<string, Tally>();
  for (const { categories } of results) {
    for (const [name, { sum, count }] of Object.entries(categories)) {
      const known = tallies.get(name) ?? { sum: 0, count: 0 };
      tallies.set(name, { sum: known.sum + sum, count: known.count + count });
    }
  }
  const names = [...tallies.keys()].sort();
  return Object.fromEntries(names.flatMap((name) => {
    const tally = tallies.get(name);
    return tally && tally.count > 0 ? [[name, round(tally.sum / tally.count)]] : [];
  }));
}

function weightedLatency(results: CompletedResult[]): number {
  const questions = results.reduce((sum, result) => sum + result.questions, 0);
  if (questions === 0) return 0;
  return round(
    results.reduce((sum, result) => sum + result.avg_latency_ms * result.questions, 0) / questions,
  );
}

function clamp(value: number): number {
  return round(Math.min(1, Math.max(0, value)));
}

/** Six decimals: sums in another order differ in the last bits, and must not break ties. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
