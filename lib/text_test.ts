import assert from "node:assert/strict";
import { textOf } from "lib/text.ts";

Deno.test("textOf() counts characters, not UTF-16 units", () => {
  const three = textOf({ min: 1, max: 3 });
  for (const text of ["a", "😀😀😀", "مرح"]) assert.equal(three.safeParse(text).success, true, text);
  for (const text of ["", "abcd", "😀😀😀😀"]) assert.equal(three.safeParse(text).success, false, text);
});

Deno.test("textOf() refuses what no database keeps", () => {
  for (const text of ["a\0b", "\ud800"]) assert.equal(textOf({ max: 9 }).safeParse(text).success, false);
});
