import assert from "node:assert/strict";
import fc from "fast-check";
import { type CompletedResult, rank } from "./ranking.ts";

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

Deno.test("rank() lets equal scores share a rank and orders them by coverage, latency and id", () => {
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
    [2, "a"],
    [2, "b"],
    [2, "slow"],
    [6, "low"],
  ]);
  assert.deepEqual(entries[0]?.coverage, { benchmarks: 1, of: 2, limited: [], complete: false });
  assert.deepEqual(entries[1]?.coverage, { benchmarks: 2, of: 2, limited: [], complete: true });
});

Deno.test("rank() gives an interval from the errors of the benchmarks", () => {
  const [entry] = rank([result("m", "x", 0.5), result("m", "y", 0.5)]);
  // Each benchmark: 5 of 10 right, s² = 10 × 0.25 / 9, error² = s² / 10.
  const error = Math.sqrt(2 * 0.25 / 9) / 2;
  assert.ok(Math.abs((entry?.standard_error ?? 0) - error) < 1e-6);
  assert.ok(Math.abs((entry?.confidence_interval?.[0] ?? 0) - (0.5 - 1.96 * error)) < 1e-5);
  assert.equal(
    rank([result("n", "x", 0, { tallies: [tally(1, { count: 1 })] })])[0]?.confidence_interval,
    null,
  );
});

Deno.test("rank() keeps one model of two providers apart", () => {
  assert.equal(rank([result("m", "x", 1), result("m", "x", 0, { provider: "gateway" })]).length, 2);
});

Deno.test("rank() does not care about the order of the results", () => {
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
