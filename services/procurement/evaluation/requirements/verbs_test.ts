import assert from "node:assert/strict";
import { isDeed } from "./verbs.ts";
import { isArabicDeed } from "./verbs_arabic.ts";

Deno.test("a verb of doing is known in its forms", () => {
  for (const verb of ["train", "trains", "trained", "fitted", "polishes", "certified"]) {
    assert.ok(isDeed(verb, "we"), verb);
  }
});

Deno.test("a noun that is a verb too needs its subject before it", () => {
  assert.ok(isDeed("staff", "we"));
  assert.ok(!isDeed("staff", "describes"));
});

Deno.test("a participle after an article only describes", () => {
  assert.ok(!isDeed("licensed", "our"));
  assert.ok(isDeed("licensed", "is"));
});

Deno.test("verbs of wishing, asking and lending are no deeds", () => {
  for (const verb of ["hope", "advertise", "rent", "borrow", "admire", "want"]) {
    assert.ok(!isDeed(verb), verb);
  }
  for (const verb of ["نأمل", "نستأجر", "نتعاون", "نقدر"]) assert.ok(!isArabicDeed(verb), verb);
});

Deno.test("an Arabic verb of doing is known in person and tense", () => {
  for (const verb of ["ندرب", "سندرب", "يدرب", "تنتج", "نطهو"]) assert.ok(isArabicDeed(verb), verb);
});
