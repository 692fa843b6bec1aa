import assert from "node:assert/strict";
import fc from "fast-check";
import { rank } from "./ranking.ts";
import { type CompletedResult } from "../results/evaluation.ts";

let made = 0;
function tally(score: number, { count = 10, category = "general", language = "en" } = {}) {
  const right = Math.round(score * count);
  return { category, language, count, sum: right, squares: right };
}

function result(model_id: string, benchmark_id: string, score: number, more: Partial<CompletedResult> = {}) {
  return {
    eval_id: `e${String(++made).padStart(4, "0")}`,
    model_id,
    provider: "openai",
    benchmark_id,
    tallies: [tally(score)],
    questions: 10,
    avg_latency_ms: 100,
    completed_at: `2026-01-01T00:00:00.${String(made).padStart(6, "0")}Z`,
    ...more,
  } satisfies CompletedResult;
}

Deno.test("rank() takes the latest result of each benchmark and the mean of the benchmarks", () => {
  const [entry] = rank([result("m", "x", 0.2), result("m", "x", 0.6), result("m", "y", 0.8)]);
  assert.equal(entry?.overall_score, 0.7);
  assert.deepEqual(entry?.benchmark_scores, { x: 0.6, y: 0.8 });
  assert.equal(entry?.total_evaluations, 3);
});

Deno.test("rank() takes a whole result before a later part of one, and says where only parts are known", () => {
  const part = { tallies: [tally(1, { count: 2 })], questions: 2 };
  const sizes = new Map([["x", 10]]);
  const [both] = rank([result("m", "x", 0.4), result("m", "x", 1, part)], { sizes });
  assert.deepEqual([both?.overall_score, both?.coverage.limited, both?.coverage.complete], [0.4, [], true]);
  const [only] = rank([result("n", "x", 1, part)], { sizes });
  assert.deepEqual([only?.overall_score, only?.coverage.limited, only?.coverage.complete], [1, ["x"], false]);
});

Deno.test("rank() gives a category the mean over its questions, not over its benchmarks", () => {
  const [entry] = rank([
    result("m", "x", 0, { tallies: [tally(1, { count: 1, category: "facts" })] }),
    result("m", "y", 0, {
      tallies: [tally(4 / 9, { count: 9, category: "facts" }), tally(0.5, { category: "maths" })],
    }),
  ]);
  assert.deepEqual(entry?.category_scores, { facts: 0.5, maths: 0.5 });
});

Deno.test("rank() under a filter counts only the questions of that category or language", () => {
  const results = [
    result("m", "x", 0, { tallies: [tally(1, { language: "en" }), tally(0.2, { language: "ar" })] }),
    result("n", "x", 0, { tallies: [tally(0.5, { language: "en" })] }),
  ];
  assert.deepEqual(rank(results, { language: "ar" }).map((entry) => [entry.model_id, entry.overall_score]), [[
    "m",
    0.2,
  ]]);
  assert.deepEqual(rank(results, { category: "none" }), []);
});

Deno.test("rank() lets equal scores of equal certainty share a rank and orders them by latency and id", () => {
  const entries = rank([
    result("slow", "x", 0.5, { avg_latency_ms: 300 }),
    result("b", "x", 0.5),
    result("a", "x", 0.5),
    result("wide", "x", 0.5),
    result("wide", "y", 0.5),
    result("top", "x", 0.9),
    result("low", "x", 0.1),
  ]);
  assert.deepEqual(entries.map((e) => [e.rank, e.model_id]), [
    [1, "top"],
    [2, "wide"],
    [3, "a"],
    [3, "b"],
    [3, "slow"],
    [6, "low"],
  ]);
  const covered = entries.map((
    { coverage },
  ) => [coverage.benchmarks, coverage.of, coverage.share, coverage.complete]);
  assert.deepEqual(covered.slice(0, 2), [[1, 2, 0.5, false], [2, 2, 1, true]]);
});

Deno.test("rank() gives an interval from those of the benchmarks, never one without width", () => {
  const [entry] = rank([result("m", "x", 0.5), result("m", "y", 0.5)]);
  // Each benchmark: 5 of 10 right; statsmodels' exact interval is 0.187086 to 0.812914, 1.06 times as wide for several.
  const half = 1.06 * Math.SQRT2 * (0.5 - 0.187086) / 2;
  assert.ok(Math.abs((entry?.confidence_interval[0] ?? 0) - (0.5 - half)) < 1e-5);
  assert.ok(Math.abs((entry?.confidence_interval[1] ?? 0) - (0.5 + half)) < 1e-5);
  const [one] = rank([result("n", "x", 0, { tallies: [tally(1, { count: 1 })] })]);
  assert.deepEqual(one?.confidence_interval, [0.045, 1]);
});

Deno.test("one right answer of one does not tie with 206 of 206", () => {
  const few = result("few", "x", 1, { tallies: [tally(1, { count: 1 })], questions: 1 });
  const many = result("many", "x", 1, { tallies: [tally(1, { count: 206 })], questions: 206 });
  const entries = rank([few, many], { sizes: new Map([["x", 206]]) });
  assert.deepEqual(entries.map((e) => [e.rank, e.model_id, e.coverage.share]), [
    [1, "many", 1],
    [2, "few", 0.004854],
  ]);
});

Deno.test("rank() lists models below the least coverage after all others, and says so", () => {
  const few = result("few", "x", 1, { tallies: [tally(1, { count: 2 })], questions: 2 });
  const sizes = new Map([["x", 10]]);
  const open = rank([few, result("all", "x", 0.3)], { sizes });
  assert.deepEqual(open.map((e) => [e.rank, e.model_id, e.coverage.enough]), [[1, "few", true], [
    2,
    "all",
    true,
  ]]);
  const strict = rank([few, result("all", "x", 0.3)], { sizes, leastCoverage: 0.5 });
  assert.deepEqual(strict.map((e) => [e.rank, e.model_id, e.coverage.enough]), [
    [1, "all", true],
    [2, "few", false],
  ]);
  assert.deepEqual([strict[1]?.coverage.questions, strict[1]?.coverage.of_questions], [2, 10]);
});

Deno.test("rank() by the lower bound puts what is known first", () => {
  const few = result("few", "x", 1, { tallies: [tally(1, { count: 3 })], questions: 3 });
  const many = result("many", "x", 0.9, { tallies: [tally(0.9, { count: 100 })], questions: 100 });
  assert.deepEqual(rank([few, many]).map((e) => e.model_id), ["few", "many"]);
  assert.deepEqual(rank([few, many], { by: "lower_bound" }).map((e) => [e.rank, e.model_id]), [
    [1, "many"],
    [2, "few"],
  ]);
});

Deno.test("rank() keeps one model of two providers apart", () => {
  assert.equal(rank([result("m", "x", 1), result("m", "x", 0, { provider: "gateway" })]).length, 2);
});

Deno.test("rank() is independent of the order of the results", () => {
  const some = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("x", "y"), fc.nat(4)), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(some, (list) => {
      const results = list.map(([model, benchmark, score]) => result(model, benchmark, score / 4 * 0.8));
      const expected = rank(results);
      assert.deepEqual(rank([...results].reverse()), expected);
      assert.ok(expected.every((entry) => entry.overall_score >= 0 && entry.overall_score <= 1));
    }),
    { numRuns: 50 },
  );
});
