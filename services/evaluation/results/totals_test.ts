import assert from "node:assert/strict";
import fc from "fast-check";
import type { StoredScore } from "./answer.ts";
import { Benchmark } from "../benchmarks/benchmark.ts";
import { itemsOf, selectQuestions } from "../benchmarks/selection.ts";
import { questionScores, totalsOf } from "./totals.ts";

const ONCE = { question_limit: null, seed: null, epochs: 1 };
const USAGE = {
  answered: 5,
  avg_latency_ms: 12.3456789,
  prompt_tokens: 1000,
  completion_tokens: 500,
  total_tokens: 1500,
};

function benchmark(count: number, head: Record<string, unknown> = {}) {
  return Benchmark.parse({
    id: "b",
    name: "B",
    category: "facts",
    scoring: { method: "exact_match" },
    questions: Array.from({ length: count }, (_, n) => ({
      id: `q${n}`,
      input: `${n}?`,
      target: "x",
      language: n % 2 ? "ar" : "en",
      ...(n === 0 ? { category: "first" } : {}),
    })),
    ...head,
  });
}

function score(question_id: string, value: number | null, epoch = 1): StoredScore {
  return {
    question_id,
    epoch,
    score: value,
    method: "exact_match",
    extracted: null,
    rule: "r",
    explanation: null,
    judge_model: null,
  };
}

Deno.test("totals are over the questions that have a score, and count the others apart", () => {
  const scores = [score("q0", 1), score("q1", 0), score("q2", 1), score("q3", null)];
  const price = { input_per_million: 2, output_per_million: 8 };
  const totals = totalsOf({ benchmark: benchmark(5), selection: ONCE, usage: USAGE, scores, price });
  assert.equal(totals.overall_score, 0.666667);
  assert.deepEqual([totals.questions, totals.scored, totals.unscored], [5, 3, 2]);
  assert.equal(totals.pass_rate, 0.666667);
  assert.equal(totals.cost_usd, 0.006);
  assert.equal(totals.avg_latency_ms, 12.345679);
  assert.deepEqual(totals.tallies, [
    { category: "first", language: "en", count: 1, sum: 1, squares: 1 },
    { category: "facts", language: "ar", count: 1, sum: 0, squares: 0 },
    { category: "facts", language: "en", count: 1, sum: 1, squares: 1 },
  ]);
});

Deno.test("without a score there is no overall score, not a zero", () => {
  const totals = totalsOf({ benchmark: benchmark(2), selection: ONCE, usage: USAGE, scores: [] });
  assert.deepEqual([totals.overall_score, totals.pass_rate, totals.cost_usd, totals.unscored], [
    null,
    null,
    null,
    2,
  ]);
});

Deno.test("a question's score is the mean over its epochs, its unscored ones left out", () => {
  const scores = [score("q0", 1, 1), score("q0", 0, 2), score("q0", null, 3)];
  const [first] = questionScores(benchmark(1), { ...ONCE, epochs: 3 }, scores);
  assert.equal(first?.score, 0.5);
});

Deno.test("the order of the scores does not matter, and totals stay in 0..1", () => {
  const values = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(values, (list) => {
      const scores = list.map((value, n) => score(`q${n}`, value));
      const of = (given: StoredScore[]) =>
        totalsOf({ benchmark: benchmark(list.length), selection: ONCE, usage: USAGE, scores: given });
      const totals = of(scores);
      assert.deepEqual(of([...scores].reverse()), totals);
      for (
        const value of [totals.overall_score, totals.interval_low, totals.interval_high, totals.pass_rate]
      ) {
        assert.ok(value === null || (value >= 0 && value <= 1));
      }
    }),
    { numRuns: 30 },
  );
});

Deno.test("a selection is the same every time, and a seed draws without repeats", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 30 }), (seed, question_limit) => {
      const selection = { seed, question_limit, epochs: 2 };
      const ids = selectQuestions(benchmark(20), selection).map((question) => question.id);
      assert.equal(new Set(ids).size, Math.min(20, question_limit));
      assert.deepEqual(selectQuestions(benchmark(20), selection).map((question) => question.id), ids);
      assert.equal(itemsOf(benchmark(20), selection).length, 2 * ids.length);
    }),
    { numRuns: 50 },
  );
});
