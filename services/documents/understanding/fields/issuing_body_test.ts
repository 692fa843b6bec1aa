import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the body below its country, ministry or region issues the paper", () => {
  for (
    const [heads, issuer] of [
      [["الجمهورية التونسية", "وزارة الداخلية", "بلدية وادي الزيتون"], "بلدية وادي الزيتون"],
      [["Ministry of Health", "Rustaq Referral Hospital"], "Rustaq Referral Hospital"],
      [["Ministry of Works", "Department of Purchases"], "Ministry of Works"],
    ] as const
  ) {
    const lines = heads.map((head, at): [string, number, number] => [head, 100, at * 24]);
    const fields = placedFields("tender", [...lines, ["Tender No. 7/2026", 100, 140]]);
    assert.equal(fields.issuer, issuer);
  }
});

Deno.test("the place of a logo is no sender", () => {
  const fields = placedFields("letter", [
    ["محافظة بابل", 800, 0],
    ["شعار الدائرة", 400, 24],
    ["دائرة ماء الحلة الكبرى", 800, 48],
    ["إلى / شركة الفيحاء لتجارة المضخات المحدودة", 700, 200],
  ], true);
  assert.equal(fields.sender, "دائرة ماء الحلة الكبرى");
});
