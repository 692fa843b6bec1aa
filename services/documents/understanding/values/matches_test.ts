import assert from "node:assert/strict";
import { matchesOf } from "./matches.ts";

Deno.test("all matches are found, each time from the beginning", () => {
  const pattern = /\d+/gu;
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(matchesOf("1, 23 and 456", pattern).map(({ index, 0: text }) => [index, text]), [
      [0, "1"],
      [3, "23"],
      [10, "456"],
    ]);
  }
});

Deno.test("empty matches end with the text, also after a surrogate pair", () => {
  assert.deepEqual(matchesOf("😀a", /x*/gu).map(({ index }) => index), [0, 2, 3]);
});
