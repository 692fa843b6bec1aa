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

Deno.test("a deadline with its day and time in words is a date beside its label, and the subject follows the notice", () => {
  const fields = placedFields("tender", [
    ["وزارة الكهرباء والماء", 800, 0],
    ["تعلن وزارة الكهرباء والماء عن طرح ممارسة توريد كابلات جهد منخفض.", 300, 60],
    ["تاريخ الإقفال: الثلاثاء 11/8/2026 الساعة الواحدة ظهرا", 300, 120],
    ["تاريخ الطرح: 12/7/2026", 300, 160],
  ], true);
  assert.equal(fields.submission_deadline, "2026-08-11");
  assert.equal(fields.title, "توريد كابلات جهد منخفض");
});

Deno.test("a reference alone on its line at the head of a letter is found", () => {
  const fields = placedFields("letter", [
    ["Tubli Bay Medical Centre W.L.L.", 100, 0],
    ["14 August 2026", 100, 60],
    ["TBM/HR/331", 100, 90],
    ["To: Al Hidd Insurance Company", 100, 140],
    ["Dear Sirs,", 100, 200],
  ]);
  assert.equal(fields.reference, "TBM/HR/331");
});
