import assert from "node:assert/strict";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";

const HEADS: Placed[] = [["Tax invoice", 600, 0], ["Seller البائع", 150, 100], ["Buyer المشتري", 900, 100]];

Deno.test("names and tax numbers of two parties are told by the column below each heading", () => {
  const values = placedFields("invoice", [
    ...HEADS,
    ["Name", 150, 150],
    ["Wadi Cooling Co.", 270, 150],
    ["الاسم", 800, 150],
    ["Name", 900, 150],
    ["مدارس الواحة الأهلية", 1010, 150],
    ["الاسم", 1430, 150],
    ["VAT No.", 150, 200],
    ["310884172600003", 270, 200],
    ["الرقم الضريبي", 740, 200],
    ["VAT No.", 900, 200],
    ["311047729500003", 1010, 200],
    ["الرقم الضريبي", 1350, 200],
    ["City", 150, 250],
    ["Riyadh", 270, 250],
    ["City", 900, 250],
    ["Al Kharj", 1010, 250],
  ]);
  assert.equal(values.vendor_name, "Wadi Cooling Co.");
  assert.equal(values.customer_name, "مدارس الواحة الأهلية");
  assert.equal(values.vendor_tax_id, "310884172600003");
  assert.equal(values.customer_tax_id, "311047729500003");
});

Deno.test("a block without a label of names gives no name", () => {
  const values = placedFields("invoice", [...HEADS, ["City", 150, 150], ["Riyadh", 270, 150], [
    "City",
    900,
    150,
  ], [
    "Al Kharj",
    1010,
    150,
  ]]);
  assert.notEqual(values.customer_name, "Riyadh");
  assert.notEqual(values.customer_name, "Al Kharj");
});

Deno.test("in Arabic the first party's block is on the right, and its heading may be the one who issues", () => {
  const values = placedFields(
    "invoice",
    [
      ["فاتورة ضريبية", 1300, 0],
      ["المصدر", 1450, 100],
      ["المستلم", 700, 100],
      ["الاسم", 1450, 150],
      ["شركة منارة الدلتا ش.م.م", 1100, 150],
      ["الاسم", 700, 150],
      ["شركة الزقازيق للزجاج ش.م.م", 300, 150],
      ["رقم التسجيل الضريبي", 1350, 200],
      ["516-830-294", 1100, 200],
      ["رقم التسجيل الضريبي", 600, 200],
      ["203-967-158", 300, 200],
    ],
    true,
  );
  assert.equal(values.vendor_name, "شركة منارة الدلتا ش.م.م");
  assert.equal(values.customer_name, "شركة الزقازيق للزجاج ش.م.م");
  assert.equal(values.vendor_tax_id, "516-830-294");
  assert.equal(values.customer_tax_id, "203-967-158");
});

Deno.test("blocks of two parties above each other, with labels in both languages, are told by their headings", () => {
  const values = placedFields("invoice", [
    ["فاتورة ضريبية", 600, 0],
    ["البائع", 1400, 100],
    ["Seller", 100, 100],
    ["الاسم", 1400, 140],
    ["مصنع سنبلة الوادي للعبوات", 1000, 140],
    ["Name", 800, 140],
    ["الرقم الضريبي", 600, 140],
    ["310618447200003", 300, 140],
    ["VAT number", 100, 140],
    ["المدينة", 1400, 180],
    ["الرياض 14331", 1000, 180],
    ["City", 800, 180],
    ["المشتري", 1400, 260],
    ["Buyer", 100, 260],
    ["الاسم", 1400, 300],
    ["شركة ألبان السهل", 1000, 300],
    ["Name", 800, 300],
    ["الرقم الضريبي", 600, 300],
    ["311044718500003", 300, 300],
    ["VAT number", 100, 300],
    ["المدينة", 1400, 340],
    ["بيشة 67714", 1000, 340],
    ["City", 800, 340],
  ], true);
  assert.equal(values.vendor_name, "مصنع سنبلة الوادي للعبوات");
  assert.equal(values.customer_name, "شركة ألبان السهل");
  assert.equal(values.customer_tax_id, "311044718500003");
});

Deno.test("a heading in both languages spans its block, and the labels on both sides are no names", () => {
  const values = placedFields("invoice", [
    ["Tax invoice", 600, 0],
    ["Seller", 100, 100],
    ["البائع", 700, 100],
    ["Buyer", 820, 100],
    ["المشتري", 1420, 100],
    ["Name", 100, 140],
    ["Ridge Audit Co.", 240, 140],
    ["الاسم", 700, 140],
    ["Name", 820, 140],
    ["Wathba Stores Company", 960, 140],
    ["الاسم", 1420, 140],
  ]);
  assert.equal(values.vendor_name, "Ridge Audit Co.");
  assert.equal(values.customer_name, "Wathba Stores Company");
});
