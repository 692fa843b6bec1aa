import assert from "node:assert/strict";
import type { FoundField } from "../results/field.ts";
import { capUncorroborated } from "./corroboration.ts";

const field = (key: string, value: string, more: Partial<FoundField> = {}): FoundField => ({
  key,
  value,
  confidence: 0.97,
  field_type: "money",
  ...more,
});
const sure = (fields: FoundField[], amounts: number[] = []) =>
  capUncorroborated(
    fields,
    amounts.map((amount) => ({ description: "", quantity: 1, unit_price: amount, amount })),
  )
    .filter(({ confidence }) => confidence >= 0.9).map(({ key }) => key);

Deno.test("a value with a single piece of evidence has less than 0.9 confidence", () => {
  assert.deepEqual(
    sure([field("customer_name", "Nadia Haddad"), field("iban", "AE070331234567890123457")]),
    [],
  );
});

Deno.test("sums that add up, valid check digits and repeated values have at least 0.9 confidence", () => {
  assert.deepEqual(
    sure([
      field("subtotal", "100.00"),
      field("total_tax", "5.00"),
      field("invoice_total", "105.00"),
      field("iban", "AE070331234567890123456"),
      field("invoice_id", "A-17", { isCorroborated: true }),
    ]),
    ["subtotal", "total_tax", "invoice_total", "iban", "invoice_id"],
  );
  assert.deepEqual(sure([field("subtotal", "100.00"), field("total", "104.00")], [60, 40]), ["subtotal"]);
  assert.deepEqual(
    sure([field("subtotal", "100.00"), field("total_tax", "5.00"), field("total", "106.00")]),
    [],
  );
});
