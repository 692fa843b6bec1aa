import assert from "node:assert/strict";
import fc from "fast-check";
import { editDistance, levenshtein } from "./levenshtein.ts";

const letters = (text: string) => [...text];

Deno.test("editDistance() gives the textbook distances", () => {
  assert.equal(editDistance(letters("kitten"), letters("sitting")), 3);
  assert.equal(editDistance(letters("flaw"), letters("lawn")), 2);
  assert.equal(editDistance([], letters("abc")), 3);
});

Deno.test("editDistance() is symmetric, zero only for equals, and keeps the triangle", () => {
  const word = fc.string({ maxLength: 12 }).map(letters);
  fc.assert(fc.property(word, word, word, (a, b, c) => {
    assert.equal(editDistance(a, b), editDistance(b, a));
    assert.equal(editDistance(a, b) === 0, a.join("") === b.join(""));
    assert.ok(editDistance(a, c) <= editDistance(a, b) + editDistance(b, c));
  }));
});

Deno.test("levenshtein() scores similarity, or passes from a threshold on", () => {
  assert.equal(levenshtein({ text: "kitten" }, ["sitting"]).score, 1 - 3 / 7);
  assert.equal(levenshtein({ text: "مدرسةُ" }, ["مدرسة"]).score, 1);
  assert.equal(levenshtein({ text: "kitten" }, ["mitten"], { threshold: 0.8 }).score, 1);
  assert.equal(levenshtein({ text: "kitten" }, ["sitting"], { threshold: 0.8 }).score, 0);
});
