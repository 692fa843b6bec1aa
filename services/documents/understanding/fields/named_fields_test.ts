import assert from "node:assert/strict";
import { builtInRules } from "./field_rules.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import { namedBy } from "./named_fields.ts";

const keys = (type: string, label: string, tolerant = false) =>
  namedBy(label, builtInRules(type), tolerant).map(({ rule }) => rule.key);

Deno.test("unlisted labels are recognised by their words, in any order and both languages", () => {
  for (
    const [type, label, key] of [
      ["invoice", "Bill raised", "invoice_date"],
      ["invoice", "Payment falls due no later than", "due_date"],
      ["invoice", "Kindly settle before", "due_date"],
      ["invoice", "يستحق سداده في", "due_date"],
      ["invoice", "Invoice reference number", "invoice_id"],
      ["invoice", "الرقم المرجعي للفاتورة", "invoice_id"],
      ["invoice", "Total payable including VAT", "invoice_total"],
      ["invoice", "Amount before tax", "subtotal"],
      ["invoice", "القيمة غير شاملة الضريبة", "subtotal"],
      ["quotation", "This offer is open until", "valid_until"],
      ["purchase_order", "Goods to reach us by", "delivery_date"],
      ["tender", "آخر موعد لقبول المظاريف", "submission_deadline"],
      ["trade_licence", "ينتهي العمل به في", "expiry_date"],
    ] as const
  ) assert.ok(keys(type, label).includes(key), `${label}: ${keys(type, label)}`);
});

Deno.test("the label tax included is vague, since it may mean the tax or the total", () => {
  const vague = (label: string) => namedBy(label, builtInRules("receipt")).map(({ vague }) => vague);
  assert.deepEqual(vague("incl. VAT 20%"), [true]);
  assert.deepEqual(vague("Total incl. VAT"), [false]);
});

Deno.test("a label with an unknown word names no field", () => {
  for (const label of ["Vehicle", "Driver no.", "Our bank wishes", "رقم الشاحنة", "Sheet 1 of 1", ""]) {
    assert.deepEqual(keys("invoice", label), [], label);
  }
});

Deno.test("a misread letter is tolerated in long words, not in short ones", () => {
  assert.deepEqual(keys("invoice", "Involce number"), []);
  assert.ok(keys("invoice", "Involce number", true).includes("invoice_id"));
  assert.deepEqual(keys("invoice", "Pax rate", true), []);
});

Deno.test("texts of label words are not names", () => {
  for (const text of ["Delivered at", "Chamber No. / رقم الغرفة", "تاريخ القيد", "Sales invoice"]) {
    assert.ok(isLabelLike(text), text);
  }
  for (const text of ["Torino Rulli S.p.A.", "شركة نقاء للمستلزمات", "Order 17", "Total Energies", "دبي"]) {
    assert.ok(!isLabelLike(text), text);
  }
});
