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
