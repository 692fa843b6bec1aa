import assert from "node:assert/strict";
import { storable, storableJson, textOf } from "lib/text.ts";

Deno.test("textOf() counts characters, not UTF-16 units", () => {
  const three = textOf({ min: 1, max: 3 });
  for (const text of ["a", "😀😀😀", "مرح"]) assert.equal(three.safeParse(text).success, true, text);
  for (const text of ["", "abcd", "😀😀😀😀"]) assert.equal(three.safeParse(text).success, false, text);
});

Deno.test("textOf() with a minimum refuses invisible text", () => {
  const name = textOf({ min: 1, max: 9 });
  for (
    const text of [" ", "\u00a0", "\u200b", "\u200f\u200e", "\ufeff", "\u00ad", "\u3164", "\u2800", "\u0007"]
  ) {
    assert.equal(name.safeParse(text).success, false, JSON.stringify(text));
    assert.equal(textOf({ max: 9 }).safeParse(text).success, true);
  }
  for (const text of ["\u200fم\u200e", "👩‍👧", "·"]) assert.equal(name.safeParse(text).success, true, text);
});

Deno.test("textOf() refuses characters that databases cannot store", () => {
  for (const text of ["a\0b", "\ud800"]) assert.equal(textOf({ max: 9 }).safeParse(text).success, false);
});

Deno.test("storable() removes only characters that databases cannot store", () => {
  assert.equal(storable("nul\0 half\ud800 مرحبا 😀"), "nul half\ufffd مرحبا 😀");
  const record = { id: 1, name: "nul\0", deep: [{ half: "\udc00" }] };
  assert.deepEqual(JSON.parse(storableJson(record)), { id: 1, name: "nul", deep: [{ half: "\ufffd" }] });
  // A text that mentions such characters as escapes does not hold them.
  const about = { name: "\\u0000 \\ud800 \ue000" };
  assert.equal(storableJson(about), JSON.stringify(about));
});
