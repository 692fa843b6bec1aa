import assert from "node:assert/strict";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";

const HEAD: Placed[] = [["Tax invoice", 600, 0], ["Hili Flow Pumps Trading LLC", 100, 60], [
  "Invoice no: INV-0531",
  100,
  700,
]];
const CUSTOMER: Placed[] = [
  ["Bill to", 900, 160],
  ["Jimi Heights Contracting LLC", 900, 200],
  ["P.O. Box 60318", 900, 230],
];

Deno.test("a tax number in the customer's block is the customer's, one at the foot the vendor's", () => {
  const values = placedFields("invoice", [
    ...HEAD,
    ...CUSTOMER,
    ["TRN: 100620318400003", 900, 260],
    ["TRN: 100458831900003", 500, 2100],
  ]);
  assert.equal(values.customer_tax_id, "100620318400003");
  assert.equal(values.vendor_tax_id, "100458831900003");
});

Deno.test("a lone tax number in the customer's block is not the vendor's", () => {
  const values = placedFields("invoice", [...HEAD, ...CUSTOMER, ["TRN: 100620318400003", 900, 260]]);
  assert.equal(values.customer_tax_id, "100620318400003");
  assert.equal(values.vendor_tax_id, undefined);
});

Deno.test("a number whose label names the vendor is the vendor's wherever it stands", () => {
  for (const label of ["Supplier VAT No.", "Our VAT No.", "الرقم الضريبي للمورد"]) {
    const values = placedFields("invoice", [
      ...HEAD,
      ...CUSTOMER,
      ["TRN: 100620318400003", 900, 260],
      [`${label}: 100458831900003`, 900, 290],
    ]);
    assert.equal(values.vendor_tax_id, "100458831900003", label);
    assert.equal(values.customer_tax_id, "100620318400003", label);
  }
});

Deno.test("a number in the vendor's own block beside the customer's stays the vendor's", () => {
  const values = placedFields("invoice", [
    ...HEAD,
    ["TRN: 100458831900003", 100, 230],
    ["Bill to", 900, 160],
    ["Jimi Heights Contracting LLC", 900, 200],
    ["Al Ain", 900, 260],
  ]);
  assert.equal(values.vendor_tax_id, "100458831900003");
  assert.equal(values.customer_tax_id, undefined);
});

Deno.test("of two tax numbers the one in the letterhead is the vendor's and the one beside the customer's is the customer's", () => {
  const values = placedFields("invoice", [
    ["نبع الوادي للمستلزمات الطبية", 1200, 0],
    ["رقم التسجيل الضريبي", 100, 60],
    ["447-190-226", 100, 90],
    ["رقم الفاتورة", 1400, 180],
    ["26/11873", 1200, 180],
    ["اسم العميل", 1400, 220],
    ["مستشفى صفوة الدلتا", 1000, 220],
    ["كود العميل", 600, 220],
    ["3307", 300, 220],
    ["العنوان", 1400, 260],
    ["المنصورة، شارع الجيش", 1000, 260],
    ["رقم التسجيل الضريبي", 500, 260],
    ["551-904-318", 200, 260],
  ], true);
  assert.equal(values.customer_tax_id, "551-904-318");
  assert.equal(values.vendor_tax_id, "447-190-226");
});
