import fc from "fast-check";
import assert from "node:assert/strict";
import { badTexts, isPlainText } from "lib/text_check.ts";

Deno.test("isPlainText() refuses only NUL and lone surrogates", () => {
  for (const text of ["", "مرحبا", "👍🏽", "\u200f", "\u0001", "\u{10FFFF}"]) {
    assert.ok(isPlainText(text), text);
  }
  for (const text of ["\0", "a\0b", "\ud800", "x\udc00y", "\udc00\ud800"]) assert.ok(!isPlainText(text));
});

Deno.test("badTexts() finds nothing in JSON of plain text, and a single bad text anywhere", () => {
  const plain = fc.jsonValue().filter((value) =>
    isPlainText(JSON.stringify(value)) && !JSON.stringify(value).includes("\\u")
  );
  fc.assert(fc.property(plain, (value) => {
    assert.deepEqual(badTexts(value, ["body"]), []);
    const hidden = { first: value, list: [value, { bad: "\0" }] };
    assert.deepEqual(badTexts(hidden, ["body"]).map(({ loc }) => loc), [["body", "list", 1, "bad"]]);
  }));
});

Deno.test("badTexts() lists a bounded number of faults", () => {
  assert.equal(badTexts(Array(1_000).fill("\0"), ["body"]).length, 20);
});

Deno.test("badTexts() names JSON that is nested more deeply than databases can store", () => {
  const nested = (levels: number, inner: unknown = "x") => {
    let value = inner;
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { "أ": value };
    return value;
  };
  assert.deepEqual(badTexts(nested(200), ["body"]), []);
  for (const levels of [201, 8_000, 200_000]) {
    const faults = badTexts({ fine: 1, deep: nested(levels) }, ["body"]);
    assert.deepEqual(faults.map(({ type, loc }) => [type, loc[1]]), [["too_deep", "deep"]], `${levels}`);
  }
  assert.equal(badTexts(nested(5_000, "\0"), ["body"])[0]?.type, "too_deep");
});
