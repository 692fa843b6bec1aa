import assert from "node:assert/strict";
import { isActionVerb } from "./verbs.ts";
import { isArabicActionVerb } from "./verbs_arabic.ts";

Deno.test("an action verb is recognised in all forms", () => {
  for (const verb of ["train", "trains", "trained", "fitted", "polishes", "certified"]) {
    assert.ok(isActionVerb(verb, "we"), verb);
  }
});

Deno.test("a word that is also a noun is a verb only after its subject", () => {
  assert.ok(isActionVerb("staff", "we"));
  assert.ok(!isActionVerb("staff", "describes"));
});

Deno.test("a participle after an article is an adjective", () => {
  assert.ok(!isActionVerb("licensed", "our"));
  assert.ok(isActionVerb("licensed", "is"));
});

Deno.test("verbs of wishing, asking and lending are no action verbs", () => {
  for (const verb of ["hope", "advertise", "rent", "borrow", "admire", "want"]) {
    assert.ok(!isActionVerb(verb), verb);
  }
  for (const verb of ["نأمل", "نستأجر", "نتعاون", "نقدر"]) assert.ok(!isArabicActionVerb(verb), verb);
});

Deno.test("an Arabic action verb is recognised in all persons and tenses", () => {
  for (const verb of ["ندرب", "سندرب", "يدرب", "تنتج", "نطهو"]) assert.ok(isArabicActionVerb(verb), verb);
});
