import assert from "node:assert/strict";
import type { FoundField } from "../results/field.ts";
import { summedTax } from "./tax_sum.ts";

const field = (key: string, value: string, top = 0): FoundField => ({
  key,
  value,
  confidence: 0.95,
  field_type: "money",
  page: 1,
  box: { left: 0, top, right: 10, bottom: top + 10 },
});

Deno.test("taxes of several rates are one where they lie between subtotal and total", () => {
  const sums = { subtotal: field("subtotal", "927020.00"), total: field("invoice_total", "1093883.60") };
  const taxes = [field("total_tax", "83431.80", 0), field("total_tax", "83431.80", 20)];
  assert.equal(summedTax(taxes, sums)?.value, "166863.60");
  assert.equal(summedTax([...taxes, field("total_tax", "10.00", 40)], sums), undefined);
  assert.equal(summedTax(taxes.slice(1), sums), undefined);
});

Deno.test("a rate of naught adds nothing", () => {
  const sums = { subtotal: field("subtotal", "624.80"), total: field("invoice_total", "676.16") };
  const taxes = [field("total_tax", "0.00", 0), field("total_tax", "51.36", 20)];
  assert.equal(summedTax(taxes, sums)?.value, "51.36");
});
