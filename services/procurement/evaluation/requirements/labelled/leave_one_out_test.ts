import assert from "node:assert/strict";
import { tallyOf } from "./leave_one_out.ts";
import type { Labelled } from "./sentences.ts";

Deno.test("a tally counts correct, predicted and actual cases of one verdict", () => {
  const pair = (label: string): Labelled => ({
    label,
    language: "en",
    kind: "plain",
    requirement: "Warranty",
    text: "We give one",
    listed: false,
  });
  const pairs = ["met", "met", "met", "unclear", "not_met"].map(pair);
  const predicted = ["met", "unclear", "not_met", "met", "unclear"];
  assert.deepEqual(tallyOf(pairs, predicted, "met"), { correct: 1, predicted: 2, actual: 3 });
  assert.deepEqual(tallyOf(pairs, predicted, "not_met"), { correct: 0, predicted: 1, actual: 1 });
});
