import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a label that a scan parts from its last word is one, and another label's pair below is no value", () => {
  const values = placedFields(
    "invoice",
    [
      ["مستودع قمة الوادي للمستلزمات المخبرية", 900, 0],
      ["شروط", 700, 200],
      ["الدفع: 60 يوما", 545, 200],
      ["مندوب المبيعات: رامي الشياب", 500, 234],
    ],
    true,
    false,
    0.9,
  );
  assert.equal(values.payment_terms, "60 يوما");
});
