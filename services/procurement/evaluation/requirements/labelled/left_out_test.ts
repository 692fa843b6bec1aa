import assert from "node:assert/strict";
import { boundFor, BOUNDS, type LeftOut, type Tally, tallyOf, wilson } from "./left_out.ts";
import type { Labelled } from "./sentences.ts";

const looked = (name: string, tallies: (index: number) => Tally): LeftOut => {
  const at = BOUNDS.map((_, index) => tallies(index));
  return { name, at: { met: at, not_met: at } };
};

Deno.test("the bound is the lowest from which on every set reaches the goal", () => {
  const right = looked("right", () => ({ right: 40, said: 40, of: 60 }));
  const wrongBelow = (from: number) =>
    looked("wrong", (index) => ({ right: 40, said: index < from ? 44 : 40, of: 60 }));
  assert.equal(boundFor([right], "met"), 0);
  assert.equal(boundFor([right, wrongBelow(3)], "met"), 3);
  assert.equal(boundFor([right, wrongBelow(3), wrongBelow(5)], "not_met"), 5);
  assert.equal(BOUNDS[boundFor([wrongBelow(BOUNDS.length)], "met")], BOUNDS.at(-1));
});

Deno.test("one wrong finding of a small set raises no bound", () => {
  assert.equal(boundFor([looked("small", () => ({ right: 9, said: 10, of: 60 }))], "met"), 0);
});

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

Deno.test("the interval of a share is Wilson's", () => {
  // Wilson (1927): 8 of 10 at 95 %.
  assert.deepEqual(wilson(8, 10).map((value) => value.toFixed(3)), ["0.490", "0.943"]);
  assert.deepEqual(wilson(0, 0), [0, 1]);
});
