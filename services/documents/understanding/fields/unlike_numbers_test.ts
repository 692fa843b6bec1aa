import assert from "node:assert/strict";
import { extractFields } from "./extract_fields.ts";
import { valueOf } from "./field_values.ts";
import { placedFields } from "./placed_fields_fixture.ts";
import { rowsOfLines } from "../tables/page_rows.ts";

Deno.test("a number keeps the revision behind it, in either language", () => {
  assert.equal(valueOf("id", "Q-2617 rev B")?.value, "Q-2617 rev B");
  assert.equal(valueOf("id", "318/2026 مراجعة 2")?.value, "318/2026 مراجعة 2");
  assert.equal(valueOf("id", "Q-2617 reviewed")?.value, "Q-2617");
});

Deno.test("hyphens between groups of Arabic-Indic digits leave their order open, strokes and Western digits do not", () => {
  const taxed = (number: string) => {
    const box = { left: 0, top: 0, right: 400, bottom: 20 };
    const rows = rowsOfLines([{ text: `الرقم الضريبي: ${number}`, confidence: 1, page: 1, box }]);
    return extractFields("invoice", rows).find(({ key }) => key === "vendor_tax_id")?.confidence ?? 0;
  };
  assert.ok(taxed("٥٢٧-٩١٤-٠٨٣") < 0.8);
  assert.ok(taxed("٥٢٧/٩١٤/٠٨٣") > 0.8);
  assert.ok(taxed("527-914-083") > 0.8);
  // Lebanese numbers end in 601.
  assert.ok(taxed("٢٤١٧٧٢٠-٦٠١") > 0.8);
});

Deno.test("groups of Arabic-Indic digits whose last begins with the national zero are a turned phone number", () => {
  assert.equal(valueOf("phone", "٨٠٢٧ ٣٣١ ٠٤٥")?.value, "045 331 8027");
  assert.equal(valueOf("phone", "٠٤٥ ٣٣١ ٨٠٢٧")?.value, "045 331 8027");
  assert.equal(valueOf("phone", "4417 0330")?.value, "4417 0330");
});

Deno.test("a tax number in the line of registrations at the foot is the seller's", () => {
  const fields = placedFields("invoice", [
    ["Tarnbrook Building Supplies Ltd", 100, 0],
    ["Registered in England 05918264. VAT registration GB 365 9182 21. Page 1 of 1.", 100, 900],
  ]);
  assert.equal(fields.vendor_tax_id?.replaceAll(" ", ""), "GB365918221");
});

Deno.test("a zero that a scan reads for the O of a label's abbreviation is that letter", () => {
  const fields = placedFields("purchase_order", [["L.P.0. No. 0004387", 100, 0]], false, false, 0.9);
  assert.equal(fields.order_id, "0004387");
});

Deno.test("the day of a cheque is not the day of its receipt, and its number says how was paid", () => {
  const fields = placedFields("receipt", [
    ["سند قبض", 500, 0],
    ["طريقة الدفع: نقدا شيك حوالة بنكية بطاقة", 500, 100],
    ["شيك رقم: 000241", 800, 140],
    ["تاريخه: 2026/8/1", 300, 140],
    ["التاريخ: 2026/7/8", 300, 180],
  ], true);
  assert.equal(fields.payment_method, "شيك");
  assert.equal(fields.receipt_date, "2026-07-08");
});
