import assert from "node:assert/strict";
import { tallyOf } from "./left_out.ts";
import type { Labelled } from "./sentences.ts";

Deno.test("a tally counts what is right, said and true of one verdict", () => {
  const pair = (label: string): Labelled => ({
    label,
    language: "en",
    kind: "plain",
    requirement: "Warranty",
    text: "We give one",
    listed: false,
  });
  const pairs = ["met", "met", "met", "unclear", "not_met"].map(pair);
  const said = ["met", "unclear", "not_met", "met", "unclear"];
  assert.deepEqual(tallyOf(pairs, said, "met"), { right: 1, said: 2, of: 3 });
  assert.deepEqual(tallyOf(pairs, said, "not_met"), { right: 0, said: 1, of: 1 });
});
