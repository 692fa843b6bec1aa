import { mean } from "../statistics/statistics.ts";

/** The scores of the questions of one category and language, so that parts can be added up and errors computed. */
export interface Tally {
  category: string;
  language: string;
  count: number;
  sum: number;
  squares: number;
}

/** One completed evaluation, as the leaderboard needs it. */
export interface CompletedResult {
  eval_id: string;
  model_id: string;
  provider: string;
  benchmark_id: string;
  tallies: Tally[];
  /** How many questions were asked, which a limit may have made fewer than the benchmark has. */
  questions: number;
  avg_latency_ms: number;
  completed_at: string;
}

export interface RankFilter {
  category?: string;
  language?: string;
  /** How many questions each benchmark has. */
  sizes?: Map<string, number>;
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
  coverage: { benchmarks: number; of: number; limited: string[]; complete: boolean };
  total_evaluations: number;
  avg_latency_ms: number;
  last_evaluated: string;
}

interface Scored {
  result: CompletedResult;
  tallies: Tally[];
  whole: Tally;
  limited: boolean;
}

/**
 * Ranks the models. `results` are the completed ones of the current benchmark versions; of several for one model,
 * provider and benchmark the latest counts, one of all questions before one of a part of them. Equal scores share a rank; among them more benchmarks come first, then
 * lower latency, then the id. A filter leaves the questions of one category or language.
 */
export function rank(results: CompletedResult[], filter: RankFilter = {}): LeaderboardEntry[] {
  const scored = results.map((result) => score(result, filter)).filter(({ whole }) => whole.count > 0);
  const models = Map.groupBy(scored, ({ result }) => modelKey(result.provider, result.model_id));
  const benchmarks = new Set(scored.map(({ result }) => result.benchmark_id)).size;
  const entries = [...models.values()].map((all) => entryOf(all, benchmarks));
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

function score(result: CompletedResult, { category, language, sizes }: RankFilter): Scored {
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

function entryOf(all: Scored[], benchmarks: number): LeaderboardEntry {
  const scored = latestPerBenchmark(all);
  const [first] = all;
  const scores = scored.map(({ result, whole }) =>
    [result.benchmark_id, round(whole.sum / whole.count)] as const
  );
  const overall = round(mean(scores.map(([, value]) => value)));
  const limited = scored.flatMap((one) => one.limited ? [one.result.benchmark_id] : []);
  const error = errorOfMean(scored.map(({ whole }) => whole));
  return {
    rank: 0,
    model_id: first?.result.model_id ?? "",
    provider: first?.result.provider ?? "",
    overall_score: overall,
    standard_error: error,
    confidence_interval: error === null
      ? null
      : [clamp(overall - 1.96 * error), clamp(overall + 1.96 * error)],
    benchmark_scores: Object.fromEntries(scores),
    category_scores: categoryScores(scored),
    coverage: {
      benchmarks: scored.length,
      of: benchmarks,
      limited,
      complete: scored.length === benchmarks && limited.length === 0,
    },
    total_evaluations: all.length,
    avg_latency_ms: weightedLatency(scored),
    last_evaluated: all.reduce(
      (last, { result }) => result.completed_at > last ? result.completed_at : last,
      "",
    ),
  };
}

/** Benchmarks are independent: the variance of the mean of m of them is the sum of their variances over m². */
function errorOfMean(wholes: Tally[]): number | null {
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

function clamp(value: number): number {
  return round(Math.min(1, Math.max(0, value)));
}

/** Six decimals: sums in another order differ in the last bits, and must not break ties. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
