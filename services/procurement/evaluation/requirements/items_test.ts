import assert from "node:assert/strict";
import { itemsOf, missingItems } from "./items.ts";
import { normalized } from "./normal_form.ts";
import { wordsOf } from "./words.ts";

const missing = (required: string, stated: string) =>
  missingItems(itemsOf(normalized(required)), wordsOf(normalized(stated)));

Deno.test("each item of a list must be named", () => {
  assert.equal(missing("Staff CVs, organisation chart and method statement", "Our CVs and our chart"), 1);
  assert.equal(missing("Gloves, masks and gowns", "Gowns, gloves and masks"), 0);
  assert.equal(missing("تقديم السجل التجاري وشهادة الزكاة", "أرفقنا السجل التجاري"), 1);
});

Deno.test("the last item is named by its head noun, and a rate is one item", () => {
  const required = "Laboratory accredited for testing zinc, copper and arsenic in water";
  assert.equal(missing(required, "Zinc and copper in water are tested"), 1);
  assert.equal(missing(required, "Arsenic, zinc and copper in water are tested"), 0);
  assert.deepEqual(itemsOf(normalized("Pumps of 120 m³/h")), []);
});

Deno.test("shared words do not name an item", () => {
  assert.equal(missing("Monthly reports in Arabic and French", "We send monthly reports in French"), 1);
});

Deno.test("a single item is no list, and alternatives are optional", () => {
  assert.deepEqual(itemsOf(normalized("Warranty of 3 years")), []);
  assert.deepEqual(itemsOf(normalized("TESOL or CELTA")), []);
});
