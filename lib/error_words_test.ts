import assert from "node:assert/strict";
import { codeOf, wordsOf } from "lib/error_words.ts";

Deno.test("wordsOf() tells any thrown value on one line, and that no reason is known", () => {
  assert.equal(wordsOf(new Error("disk\n  is full")), "disk is full");
  assert.equal(wordsOf({ message: "refused" }), "refused");
  assert.equal(wordsOf(Object.assign(new Error(""), { code: "ECONNREFUSED" })), "ECONNREFUSED");
  assert.equal(wordsOf(new AggregateError([new Error("one"), new Error("two")])), "one; two");
  assert.equal(wordsOf("gone"), "gone");
  assert.equal(wordsOf(new Error("")), "no reason is known");
});

Deno.test("codeOf() is the code of a system call, or empty", () => {
  assert.equal(codeOf({ code: "ENOSPC" }), "ENOSPC");
  assert.equal(codeOf(null), "");
  assert.equal(codeOf(new Error("x")), "");
});
