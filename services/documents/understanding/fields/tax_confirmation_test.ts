import assert from "node:assert/strict";
import type { FoundField } from "../results/field.ts";
import { confirmTax } from "./tax_confirmation.ts";

/** The confidence of a tax beside other sums in a document with `text`. */
function confidenceOf(sums: Record<string, string>, text = ""): number | undefined {
  const fields = new Map(
    Object.entries(sums).map(([key, value]): [string, FoundField] => [
      key,
      { key, value, confidence: 0.95, field_type: "money" },
    ]),
  );
  confirmTax(fields, text);
  const tax = fields.get("total_tax");
  assert.equal(tax?.reason !== undefined, (tax?.confidence ?? 1) < 0.95);
  return tax?.confidence;
}

Deno.test("a tax is confirmed by the other sums", () => {
  assert.equal(confidenceOf({ subtotal: "100.00", total_tax: "5.00", invoice_total: "105.00" }), 0.95);
  assert.equal(
    confidenceOf({ subtotal: "1840.000", total_tax: "92.000", quotation_total: "1932.000" }),
    0.95,
  );
  assert.equal(confidenceOf({ total_tax: "0.00" }), 0.95, "nothing is no base of another");
});

Deno.test("a tax is confirmed by a rate in the document, on the net sum or included in the total", () => {
  assert.equal(confidenceOf({ subtotal: "100.00", total_tax: "15.00" }, "VAT 15%"), 0.95);
  assert.equal(confidenceOf({ total: "63.00", total_tax: "3.00" }, "شامل ضريبة ٪٥"), 0.95);
  assert.equal(confidenceOf({ order_total: "107.70", total_tax: "7.70" }, "MwSt 7,7 %"), 0.95);
});

Deno.test("an unconfirmed tax is uncertain: it may be the taxable base of one of several rates", () => {
  assert.equal(confidenceOf({ total_tax: "368.00" }), 0.7);
  assert.equal(confidenceOf({ total_tax: "368.00", invoice_total: "676.16" }, "VAT 0 % VAT 20 %"), 0.7);
  assert.equal(confidenceOf({ subtotal: "100.00", total_tax: "70.00", total: "105.00" }, "5 %"), 0.7);
});
