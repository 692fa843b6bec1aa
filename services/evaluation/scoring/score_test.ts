import assert from "node:assert/strict";
import fc from "fast-check";
import { BUILT_IN } from "../benchmarks/built_in.ts";
import { scoringOf } from "../benchmarks/benchmark.ts";
import { readGrade } from "./judge.ts";
import { scoreAnswer } from "./score.ts";
import { baseOf } from "./scoring.ts";

const ONE_OF_EACH = BUILT_IN.flatMap((benchmark) => {
  const [question] = benchmark.questions;
  const scoring = question && baseOf(scoringOf(benchmark, question));
  return question && scoring && scoring.method !== "llm_judge" ? [{ question, scoring }] : [];
});
const method = fc.constantFrom(...ONE_OF_EACH);

Deno.test("whatever a model says, every method gives a score in 0..1 or none, and a rule", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.lorem({ mode: "sentences" }), fc.json());
  fc.assert(
    fc.property(method, text, ({ question, scoring }, text) => {
      const { score, rule } = scoreAnswer({ text }, question, scoring);
      assert.ok(score === null || (score >= 0 && score <= 1));
      assert.notEqual(rule, "");
    }),
    { numRuns: 500 },
  );
});

Deno.test("scoring is deterministic", () => {
  fc.assert(fc.property(method, fc.lorem(), ({ question, scoring }, text) => {
    const once = scoreAnswer({ text }, question, scoring);
    assert.deepEqual(scoreAnswer({ text }, question, scoring), once);
  }));
});

// Each of these makes a careless pattern run for minutes or for ever.
for (
  const [what, text] of [
    ["asterisks that end nowhere", `${"*".repeat(50_000)}a`],
    ["thoughts that never end", "<think>".repeat(15_000)],
    ["empty lines", `${"\n".repeat(100_000)}a`],
    ["blanks", `answer ${" ".repeat(100_000)}x`],
    ["JSON nested ten thousand deep", "[".repeat(10_000) + "]".repeat(10_000)],
    ["opening brackets", "[{".repeat(50_000)],
    ["digits and separators", "1,000".repeat(20_000)],
    ["quotation marks", `.${")".repeat(100_000)}a`],
    ["answer lines without an answer", "ANSWER:\n".repeat(12_000)],
    ["letters in brackets", "(A)(B)".repeat(16_000)],
    ["denials", "not A, ".repeat(15_000)],
    ["labels without an end", "A and B or ".repeat(10_000)],
    ["reasons", "1 because ".repeat(10_000)],
    ["thousands by points", "1.000".repeat(20_000)],
    ["thousands by spaces", "1 000 ".repeat(20_000)],
    ["fractions", "1 1/2 ".repeat(20_000)],
    ["brackets in brackets", "a(".repeat(50_000)],
    ["remarks", "\n".repeat(50_000) + "Note: ".repeat(8_000)],
    ["boxes", "\\boxed{".repeat(14_000)],
    ["operators", "a * b - c ".repeat(10_000)],
    ["quotation marks and colons", '{"a":'.repeat(20_000)],
    ["invisible marks", `${"\u200F".repeat(100_000)}a`],
    ["code fences", "```".repeat(30_000)],
  ] as const
) {
  Deno.test(`scoring terminates on ${what}`, () => {
    for (const { question, scoring } of ONE_OF_EACH) {
      assert.notEqual(scoreAnswer({ text }, question, scoring).rule, "");
    }
    assert.notEqual(readGrade(text.replaceAll("ANSWER", "GRADE"), true).rule, "");
  });
}
