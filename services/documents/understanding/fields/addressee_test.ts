import assert from "node:assert/strict";
import { placedFields as found } from "./placed_fields_fixture.ts";

Deno.test("a body with a number above its address is whom an offer is for", () => {
  const values = found("quotation", [
    ["QUOTE", 0, 0],
    ["Cullinvale Roofing & Guttering Pty Ltd", 600, 0],
    ["Fernlea Body Corporate 20417", 0, 100],
    ["c/- Ms Judith Okafor", 0, 128],
    ["8 Wattlebird Crescent", 0, 156],
    ["Re-roofing of two blocks", 0, 240],
  ]);
  assert.equal(values.customer_name, "Fernlea Body Corporate 20417");
  assert.equal(values.vendor_name, "Cullinvale Roofing & Guttering Pty Ltd");
});

Deno.test("a letter to the side of a company goes to it, and the association above sends it", () => {
  const values = (to: string) =>
    found(
      "letter",
      [
        ["جمعية تجار السوق العتيق في البترون", 500, 0],
        ["البترون في: 12 تشرين الأول 2026", 500, 80],
        [`${to} شركة أرصفة الشمال لإدارة المواقف ش.م.ل.`, 500, 160],
        ["طرابلس، شارع عزمي، بناية المصري", 500, 190],
        ["الموضوع: طلب تمديد ساعات الوقوف", 500, 260],
        ["تحية وبعد،", 500, 320],
        ["نسخة إلى: بلدية البترون", 500, 600],
      ],
      true,
    );
  for (const to of ["جانب", "إلى جانب", "لجانب"]) {
    assert.equal(values(to).recipient, "شركة أرصفة الشمال لإدارة المواقف ش.م.ل.", to);
    assert.equal(values(to).sender, "جمعية تجار السوق العتيق في البترون", to);
  }
});
