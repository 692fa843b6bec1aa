import assert from "node:assert/strict";
import { isActionVerb } from "./verbs.ts";
import { isArabicActionVerb } from "./verbs_arabic.ts";

Deno.test("a verb of doing is known in its forms", () => {
  for (const verb of ["train", "trains", "trained", "fitted", "polishes", "certified"]) {
    assert.ok(isActionVerb(verb, "we"), verb);
  }
});

Deno.test("a noun that is a verb too needs its subject before it", () => {
  assert.ok(isActionVerb("staff", "we"));
  assert.ok(!isActionVerb("staff", "describes"));
});

Deno.test("a participle after an article only describes", () => {
  assert.ok(!isActionVerb("licensed", "our"));
  assert.ok(isActionVerb("licensed", "is"));
});

Deno.test("verbs of wishing, asking and lending are no deeds", () => {
  for (const verb of ["hope", "advertise", "rent", "borrow", "admire", "want"]) {
    assert.ok(!isActionVerb(verb), verb);
  }
  for (const verb of ["نأمل", "نستأجر", "نتعاون", "نقدر"]) assert.ok(!isArabicActionVerb(verb), verb);
});

Deno.test("an Arabic verb of doing is known in person and tense", () => {
  for (const verb of ["ندرب", "سندرب", "يدرب", "تنتج", "نطهو"]) assert.ok(isArabicActionVerb(verb), verb);
});
