import assert from "node:assert/strict";
import { completedSums } from "./completed_sums.ts";
import type { FoundField } from "../results/field.ts";

const KEYS = ["subtotal", "total_tax", "invoice_total", "amount_due"];
const fields = (values: Record<string, string>): FoundField[] =>
  Object.entries(values).map(([key, value]) => ({ key, value, confidence: 0.95, field_type: "money" }));
const found = (values: Record<string, string>, amounts: number[] = []) =>
  completedSums(fields(values), amounts.map((amount) => ({ description: "x", amount })), KEYS);
const added = (values: Record<string, string>, amounts: number[] = []) =>
  found(values, amounts).filter(({ confidence }) => confidence < 0.8).map(({ key, value }) =>
    `${key} ${value}`
  );

Deno.test("a sum missing in the document is derived from the others, and flagged", () => {
  assert.deepEqual(added({ subtotal: "100.00", total_tax: "5.00" }), ["invoice_total 105.00"]);
  assert.deepEqual(added({ amount_due: "340.000" }), ["invoice_total 340.000"]);
  assert.deepEqual(added({ subtotal: "100.00", invoice_total: "105.00" }), ["total_tax 5.00"]);
  assert.deepEqual(added({ total_tax: "5.00", invoice_total: "105.00" }, [60, 40]), ["subtotal 100.00"]);
});

Deno.test("a truncated amount is completed, one that only disagrees is unchanged", () => {
  const cut = { subtotal: "12978.00", total_tax: "2595.60", invoice_total: "573.60" };
  assert.deepEqual(added(cut), ["invoice_total 15573.60"]);
  const wrong = { subtotal: "100.00", total_tax: "5.00", invoice_total: "150.00" };
  assert.deepEqual(found(wrong), fields(wrong));
});

Deno.test("types without these sums, and sums that agree, are unchanged", () => {
  const whole = { subtotal: "1000.10", total_tax: "50.20", invoice_total: "1050.30" };
  assert.deepEqual(found(whole), fields(whole));
  assert.deepEqual(completedSums(fields(whole), [], ["contract_value"]), fields(whole));
});

Deno.test("freight between subtotal and total is no tax: only a whole or half percentage is one", () => {
  assert.deepEqual(added({ subtotal: "37073.20", invoice_total: "38949.70" }), []);
  assert.deepEqual(added({ subtotal: "200.00", invoice_total: "216.20" }), ["total_tax 16.20"]);
});
