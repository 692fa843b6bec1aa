import fc from "fast-check";
import assert from "node:assert/strict";
import { containing, fold } from "lib/fold.ts";

Deno.test("fold() makes the spellings of an Arabic word equal", () => {
  for (
    const [one, other] of [
      ["أحمد", "احمد"],
      ["مَدْرَسَة", "مدرسه"],
      ["مستشفى", "مستشفي"],
      ["عـــقد", "عقد"],
      ["آل", "ال"],
      ["٢٠٢٦", "2026"],
      ["۱۲", "12"],
    ]
  ) {
    assert.equal(fold(one ?? ""), fold(other ?? ""));
  }
});

Deno.test("fold() turns full-width, presentation and upper-case forms into plain ones", () => {
  assert.equal(fold("ＡＢＣ１２"), "abc12");
  assert.equal(fold("ﻻ"), fold("لا"));
  assert.equal(fold("a\u200bb\u200fc"), "abc");
});

Deno.test("fold() keeps different words different", () => {
  assert.notEqual(fold("مؤمن"), fold("مومن"));
  assert.notEqual(fold("كتاب"), fold("كتب"));
});

Deno.test("fold() is idempotent", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => fold(fold(text)) === fold(text)),
    {
      numRuns: 500,
    },
  );
});

Deno.test("fold() gives ASCII text the same result alone and inside Arabic text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary-ascii" }),
      (text) => fold(`${text}\u0645`) === `${fold(text)}\u0645`,
    ),
    { numRuns: 500 },
  );
});

Deno.test("containing() treats %, _ and \\\\ as plain characters", () => {
  assert.equal(containing("50%_\\"), "%50\\%\\_\\\\%");
});
