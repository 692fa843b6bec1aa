/** Whose paper it is where the issuer's full name stands only at the foot. */
import assert from "node:assert/strict";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";

const SUMS: Placed[] = [
  ["Date", 100, 500],
  ["12/10/2026", 700, 500],
  ["Goods", 100, 530],
  ["100.00", 700, 530],
  ["VAT 20%", 100, 560],
  ["20.00", 700, 560],
  ["Total", 100, 590],
  ["120.00", 700, 590],
];

const ADDRESSEE: Placed[] = [
  ["Brabant Garden Shops Ltd", 100, 160],
  ["Accounts payable", 100, 185],
  ["318 Ring Road", 100, 210],
  ["Tilburg", 100, 235],
];

Deno.test("a logo at the head is completed by the imprint, and the addressee stays the customer", () => {
  const feet: Placed[][] = [
    [["Waalpallet Carriers B.V.", 100, 1000], ["Chamber of Commerce 70582164", 500, 1000], [
      "IBAN NL04 MAAS 0618 3950 32",
      900,
      1000,
    ]],
    [["Waalpallet Carriers B.V. · VAT NL853061725B01 · +31 13 555 0100", 100, 1000]],
    [["Waalpallet Carriers B.V., Canal Street 75, Tilburg", 100, 1000], [
      "Trade register 70582164",
      100,
      1030,
    ]],
  ];
  for (const foot of feet) {
    for (const logo of ["waalpallet", "WAALPALLET"]) {
      const fields = placedFields("invoice", [
        [logo, 100, 0],
        ["Invoice", 800, 0],
        ...ADDRESSEE,
        ["Invoice number", 700, 300],
        ["VF2026-06183", 900, 300],
        ...SUMS,
        ...foot,
      ]);
      assert.deepEqual(
        [fields.vendor_name, fields.customer_name],
        ["Waalpallet Carriers B.V.", "Brabant Garden Shops Ltd"],
      );
    }
  }
});

Deno.test("an Arabic imprint names the seller of an invoice whose logo is a picture", () => {
  const fields = placedFields("invoice", [
    ["فاتورة ضريبية", 900, 0],
    ["العميل", 1200, 100],
    ["مؤسسة رمال الشرق للتجارة", 900, 100],
    ["رقم الفاتورة", 1200, 140],
    ["ق-2217", 900, 140],
    ["التاريخ", 1200, 180],
    ["12/10/2026", 900, 180],
    ["الوصف", 1200, 300],
    ["نقل بضائع", 900, 300],
    ["المجموع", 1200, 500],
    ["100.00", 300, 500],
    ["الإجمالي", 1200, 560],
    ["115.00", 300, 560],
    ["ملاحظات", 1200, 640],
    ["شكرا لكم", 1200, 680],
    ["شركة ألواح الخليج للنقل", 1100, 1000],
    ["السجل التجاري: 1010683527", 600, 1000],
  ], true);
  assert.deepEqual(
    [fields.vendor_name, fields.customer_name],
    ["شركة ألواح الخليج للنقل", "مؤسسة رمال الشرق للتجارة"],
  );
});

Deno.test("a letterhead is not replaced by a bank, a parent or a printer at the foot", () => {
  for (
    const foot of [
      "Creek Commercial Bank PLC IBAN GB29 NWBK 6016 1331 9268 19",
      "A company of Northern Holdings Ltd. Registered in England 05918264",
      "Printed by Quick Press Ltd, VAT GB 365 9182 21",
      "Delta Holdings Ltd, registered in England 05918264",
    ]
  ) {
    const fields = placedFields("invoice", [
      ["Harrow Joinery Ltd", 100, 0],
      ["INVOICE", 800, 0],
      ["12 Dock Road, Mombasa", 100, 30],
      ["Bill to", 100, 160],
      ["Northmoor Stores Ltd", 300, 160],
      ["Invoice number", 100, 190],
      ["HJ-2217", 300, 190],
      ["Order", 100, 220],
      ["4417", 300, 220],
      ["Terms", 100, 250],
      ["30 days", 300, 250],
      ...SUMS,
      [foot, 100, 1000],
    ]);
    assert.equal(fields.vendor_name, "Harrow Joinery Ltd", foot);
    assert.equal(fields.customer_name, "Northmoor Stores Ltd", foot);
  }
});
