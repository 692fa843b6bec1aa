import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the office of a post above its body is not the one who orders", () => {
  assert.equal(
    placedFields("purchase_order", [
      ["OFFICE OF THE MEDICAL SUPERINTENDENT", 400, 100],
      ["MARGALLA DISTRICT HOSPITAL", 430, 140],
      ["Delivery date: 16-11-2026", 100, 300],
    ]).buyer_name,
    "MARGALLA DISTRICT HOSPITAL",
  );
  assert.equal(
    placedFields("purchase_order", [
      ["مكتب المدير العام", 430, 100],
      ["مستشفى وادي الزيتون", 420, 140],
      ["تاريخ التسليم: 16/11/2026", 600, 300],
    ], true).buyer_name,
    "مستشفى وادي الزيتون",
  );
});

Deno.test("a ministry beside other words is above the municipality below it", () => {
  assert.equal(
    placedFields("tender", [
      ["وزارة الداخلية", 800, 100],
      ["ينشر بصحيفتين يوميتين", 100, 100],
      ["بلدية وادي الزيتون", 780, 140],
      ["إعلان طلب عروض عدد 07/2026", 400, 300],
    ], true).issuer,
    "بلدية وادي الزيتون",
  );
});

Deno.test("the state above its tax office's form is no seller", () => {
  const fields = placedFields("invoice", [
    ["Government of the People's Republic of Bangladesh", 300, 100],
    ["National Board of Revenue", 380, 130],
    ["Tax Invoice", 430, 160],
    ["Name of registered person: Padma Delta Printers Ltd.", 100, 300],
    ["BIN of registered person: 002184763-0503", 100, 330],
    ["Name of buyer: Jamuna Hill University", 100, 400],
    ["BIN of buyer: 000917352-0504", 100, 430],
    ["Work order: JHU/EXAM/59", 700, 400],
  ]);
  assert.equal(fields.vendor_name, "Padma Delta Printers Ltd.");
  assert.equal(fields.vendor_tax_id, "002184763-0503");
  assert.equal(fields.customer_tax_id, "000917352-0504");
  assert.equal(fields.purchase_order, "JHU/EXAM/59");
});

Deno.test("a kingdom above the body that orders is no buyer, whatever stands beside the body", () => {
  assert.equal(
    placedFields("purchase_order", [
      ["المملكة الأردنية الهاشمية", 740, 100],
      ["هاتف: 02 645 7018", 100, 100],
      ["ص.ب 118 عنجرة 26813", 100, 118],
      ["مركز عنجرة للتدريب الحرفي", 740, 125],
      ["نموذج ل/9", 400, 125],
      ["تاريخ التسليم: 16/11/2026", 600, 300],
    ], true).buyer_name,
    "مركز عنجرة للتدريب الحرفي",
  );
});
