/** Values in panels, boxes and multi-column forms. */
import assert from "node:assert/strict";
import { placedFields as found } from "./placed_fields_fixture.ts";

Deno.test("a legal form below a name completes it, even in a full row", () => {
  const values = found("purchase_order", [
    ["To (supplier)", 0, 0],
    ["Deliver to", 500, 0],
    ["Bin Hathal Textile Supplies", 0, 25],
    ["Central linen store", 500, 25],
    ["W.L.L.", 0, 48],
    ["Gate 3, 07:00 to 13:00", 500, 48],
    ["Payment", 0, 120],
    ["60 days from receipt", 200, 120],
  ]);
  assert.equal(values.vendor_name, "Bin Hathal Textile Supplies W.L.L.");
  assert.equal(values.payment_terms, "60 days from receipt");
});

Deno.test("bilingual captions beside each other have their names below", () => {
  const values = found("invoice", [
    ["Sold to / المباع إليه", 0, 0],
    ["Particulars / بيانات", 500, 0],
    ["Manarat Obhur Schools Co.", 0, 25],
    ["Invoice No. RWC-26-00733", 500, 25],
  ]);
  assert.equal(values.customer_name, "Manarat Obhur Schools Co.");
});

Deno.test("rows with values before labels are reordered, sums below them are not", () => {
  const values = found("quotation", [
    ["معرض الصفاة للسجاد", 700, 0],
    ["12 أبريل 2026", 700, 50],
    ["تاريخه", 400, 50],
    ["مكتب الدهمة للاستشارات", 700, 80],
    ["مقدم إلى", 400, 80],
    ["27 أبريل 2026", 700, 110],
    ["يسري العرض لغاية", 400, 110],
    ["وبعد أخذ المقاسات في مكتبكم يسعدنا أن نعرض عليكم ما يلي", 200, 160],
    ["المجموع", 700, 260],
    ["1,049.500", 100, 260],
    ["خصم خاص", 700, 290],
    ["49.500", 100, 290],
    ["الإجمالي بعد الخصم", 700, 320],
    ["1,000.000 د.ك", 100, 320],
  ], true);
  assert.equal(values.subtotal, "1049.500");
  assert.equal(values.quotation_total, "1000.000");
  assert.equal(values.valid_until, "2026-04-27");
});

Deno.test("a table of two columns is a form of labels and values", () => {
  const values = found(
    "tender",
    [
      ["Item", 100, 0],
      ["Particulars", 600, 0],
      ["Date of issue", 100, 40],
      ["Sunday, 6 September 2026", 600, 40],
      ["Closing date", 100, 80],
      ["Tuesday, 13 October 2026, 12:00 noon", 600, 80],
    ],
    false,
    true,
  );
  assert.equal(values.issue_date, "2026-09-06");
  assert.equal(values.submission_deadline, "2026-10-13");
});
