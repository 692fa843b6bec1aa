/** Sums of nothing, with reasons, with units, overprinted or in words. */
import assert from "node:assert/strict";
import { amountInWords } from "../values/number_words.ts";
import { valueOf } from "./field_values.ts";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a tax of nothing stands beside the reason why none is due", () => {
  for (
    const label of [
      "VAT (not taxable, art. 8 par. 1 a DPR 633/72)",
      "VAT exempt, section 12",
      "VAT 0%",
      "Tax (export)",
      "VAT zero rated",
      "GST exempt",
      "ضريبة القيمة المضافة (معفى)",
    ]
  ) {
    for (const none of ["0.00", "nil", "صفر"]) {
      const fields = placedFields("invoice", [
        ["Acetaia Ronco S.r.l.", 100, 0],
        ["INVOICE", 400, 40],
        ["Goods total", 600, 370],
        ["9390.00", 900, 370],
        [label, 100, 400],
        [none, 900, 400],
        ["TOTAL INVOICE EUR", 600, 430],
        ["9390.00", 900, 430],
      ]);
      assert.equal(fields.total_tax, "0.00", `${label} ${none}`);
    }
  }
});

Deno.test("a number with a unit is no amount, and figures over each other are doubted", () => {
  for (const measure of ["96,000 miles", "12 kg", "١٢ ساعة", "3 قطع"]) {
    assert.equal(valueOf("money", measure), undefined, measure);
  }
  for (const figures of ["1,646,2 80. 00", "9,146,000.00 9,146, 000.00 00."]) {
    const value = valueOf("money", figures);
    assert.ok(!value || value.doubt, figures);
  }
});

Deno.test("a stroke among the words of an amount is no digit", () => {
  assert.equal(amountInWords("مائة ١ وخمسة وثمانون ألف ريال ١ يمنى لا غير", 100), 185_000);
  assert.equal(valueOf("money", "مائة ١ وخمسة وثمانون ألف ريال"), undefined);
});
