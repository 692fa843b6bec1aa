import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("captions close below their values name them, in either language", () => {
  const arabic = placedFields("invoice", [
    ["فاتورة ضريبية", 700, 0],
    ["KS-26-0093", 1100, 100],
    ["04/10/2026", 600, 100],
    ["رقم الفاتورة", 1100, 130],
    ["تاريخ الفاتورة", 600, 130],
    ["شركة روضة التنهات", 1100, 220],
    ["RT-PO-417", 600, 220],
    ["اسم العميل", 1100, 250],
    ["رقم أمر الشراء", 600, 250],
  ], true);
  assert.deepEqual(
    [arabic.invoice_id, arabic.invoice_date, arabic.customer_name, arabic.purchase_order],
    ["KS-26-0093", "2026-10-04", "شركة روضة التنهات", "RT-PO-417"],
  );
  const english = placedFields("quotation", [
    ["QUOTATION", 500, 0],
    ["Q-2217", 100, 100],
    ["2026-10-04", 600, 100],
    ["Quotation No", 100, 130],
    ["Quotation date", 600, 130],
  ]);
  assert.deepEqual([english.quotation_id, english.quotation_date], ["Q-2217", "2026-10-04"]);
});

Deno.test("labels above their values are read as such where the next labels follow", () => {
  const fields = placedFields("quotation", [
    ["Quotation No", 100, 100],
    ["Quotation date", 600, 100],
    ["Q-2217", 100, 130],
    ["2026-10-04", 600, 130],
    ["Valid until", 100, 200],
    ["Customer", 600, 200],
    ["2026-11-04", 100, 230],
    ["Reef Traders Ltd", 600, 230],
  ]);
  assert.deepEqual(
    [fields.quotation_id, fields.valid_until, fields.customer_name],
    ["Q-2217", "2026-11-04", "Reef Traders Ltd"],
  );
});
