import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a certificate's sentence names who is registered, on one line or three", () => {
  for (
    const lines of [
      ["This is to certify that", "Khor Fakkan Ice Factory LLC", "is registered for value added tax."],
      ["This is to certify that the taxable person Khor Fakkan Ice Factory LLC, is registered for tax."],
    ]
  ) {
    const placed = lines.map((line, at): [string, number, number] => [line, 100, 100 + at * 30]);
    const fields = placedFields("tax_certificate", [
      ["VAT Registration Certificate", 300, 0],
      ...placed,
      ["Tax Registration Number", 100, 300],
      ["100588213400003", 600, 300],
    ]);
    assert.equal(fields.legal_name, "Khor Fakkan Ice Factory LLC");
  }
});

Deno.test("a sentence about the company mentioned above names none", () => {
  const fields = placedFields("tax_certificate", [
    ["شهادة تسجيل ضريبي", 500, 0],
    ["تشهد المأمورية بأن المنشأة المذكورة مسجلة لديها", 300, 100],
  ], true);
  assert.equal(fields.legal_name, undefined);
});
