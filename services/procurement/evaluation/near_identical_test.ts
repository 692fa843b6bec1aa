import fc from "fast-check";
import assert from "node:assert/strict";
import { NEAR_IDENTICAL, nearIdenticalGroups } from "./near_identical.ts";
import { WordNumbers } from "./word_numbers.ts";

function groupsOf(texts: string[]): number[][] {
  const numbers = new WordNumbers();
  return nearIdenticalGroups(texts.map((text) => numbers.of(text)));
}

const words = (seed: number, n = 60) => Array.from({ length: n }, (_, i) => `w${seed}x${i}`).join(" ");

Deno.test("texts that differ in a word are one group, others and short ones none", () => {
  const text = words(1);
  const texts = [text, words(2), text.replace("w1x59", "other"), "short text", "short text", `${text} more`];
  assert.deepEqual(groupsOf(texts), [[0, 2, 5]]);
});

Deno.test("a thousand equal texts are one group, a thousand different ones none", () => {
  const many = Array.from({ length: 1_000 }, (_, i) => i);
  assert.deepEqual(groupsOf(many.map(() => words(1))), [many]);
  assert.deepEqual(groupsOf(many.map((i) => words(i))), []);
});

/** The reference: compares every pair. */
function pairs(texts: string[]): [number, number][] {
  const runs = texts.map((text) => {
    const list = text.split(" ");
    return new Set(
      list.length < 12 ? [] : list.slice(2).map((word, i) => `${list[i]} ${list[i + 1]} ${word}`),
    );
  });
  return runs.flatMap((a, i) =>
    runs.flatMap((b, j): [number, number][] =>
      i < j && a.size > 0 && a.intersection(b).size / a.union(b).size >= NEAR_IDENTICAL ? [[i, j]] : []
    )
  );
}

Deno.test("no similar pair is missed, and every group is connected by similar pairs", () => {
  const text = fc.array(fc.constantFrom<string[]>("a", "b", "c"), { minLength: 10, maxLength: 40 });
  const list = fc.array(fc.tuple(text, fc.nat(39)), { minLength: 2, maxLength: 8 }).map((given) =>
    given.flatMap(([one, at]) => [one.join(" "), one.with(at % one.length, "z").join(" ")])
  );
  fc.assert(fc.property(list, (texts) => {
    const groups = groupsOf(texts);
    const alike = pairs(texts);
    for (const [i, j] of alike) assert.ok(groups.some((group) => group.includes(i) && group.includes(j)));
    for (const group of groups) {
      for (const i of group) assert.ok(alike.some((pair) => pair.includes(i)));
    }
  }));
});
