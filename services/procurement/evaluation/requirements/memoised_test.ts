import assert from "node:assert/strict";
import { memoised } from "./memoised.ts";

Deno.test("a word is computed once, however often it is requested", () => {
  const read: string[] = [];
  const lengthOf = memoised((word) => (read.push(word), word.length));
  assert.deepEqual(["ab", "abc", "ab"].map(lengthOf), [2, 3, 2]);
  assert.deepEqual(read, ["ab", "abc"]);
});

Deno.test("undefined results are cached too", () => {
  let reads = 0;
  const nothing = memoised((): string | undefined => (reads++, undefined));
  nothing("x");
  nothing("x");
  assert.deepEqual(reads, 1);
});

Deno.test("the cache is bounded and holds no long words", () => {
  const read: string[] = [];
  const same = memoised((word) => (read.push(word), word), 2);
  const long = "x".repeat(41);
  for (const word of ["a", "b", "c", "c", "a", long, long]) same(word);
  assert.deepEqual(read, ["a", "b", "c", "a", long, long]);
});
