/** Labels with further words, and labels that only begin like a known one. */
import assert from "node:assert/strict";
import { placedFields as found } from "./placed_fields_fixture.ts";

Deno.test("an abbreviation in brackets belongs to its label, in either language", () => {
  const values = (label: string, translation: string) =>
    found("tax_certificate", [[label, 0, 0], ["5000417726", 500, 0], [translation, 900, 0]]);
  assert.equal(values("Tax Identification No. (TIN)", "رقم التعريف").tax_id, "5000417726");
  assert.equal(values("VAT registration number (VRN)", "رقم القيد").tax_id, "5000417726");
});

Deno.test("a form names the entity, its district and the ministry above it: the entity issues the tender", () => {
  const values = found("tender", [
    ["INVITATION FOR TENDERS", 300, 0],
    ["1", 0, 60],
    ["Ministry / Division", 50, 60],
    ["Local Government Authority Division", 500, 60],
    ["2", 0, 110],
    ["Procuring Entity Name", 50, 110],
    ["Meghnakhali Pourashava", 500, 110],
    ["3", 0, 160],
    ["Procuring Entity District", 50, 160],
    ["Chandpur", 500, 160],
    ["4", 0, 210],
    ["Invitation Reference No.", 50, 210],
    ["MKP/ENG/W-14", 500, 210],
    ["5", 0, 260],
    ["Tender Package Name", 50, 260],
    ["Construction of a drain from Ferry Ghat to New", 500, 260],
    ["Market", 500, 294],
    ["6", 0, 350],
    ["Official estimated cost", 50, 350],
    ["Tk. 96,50,000.00", 500, 350],
  ]);
  assert.equal(values.issuer, "Meghnakhali Pourashava");
  assert.equal(values.tender_id, "MKP/ENG/W-14");
  assert.equal(values.title, "Construction of a drain from Ferry Ghat to New Market");
  assert.equal(values.budget, "9650000.00");
});

Deno.test("a word that is a label on every form is no value of the label beside it", () => {
  const values = found("invoice", [
    ["شركة الساحل للتجهيزات", 700, 0],
    ["طريقة الدفع", 700, 160],
    ["العملة", 300, 160],
    ["تحويل بنكي خلال 30 يوما", 600, 190],
    ["دينار تونسي", 250, 190],
  ], true);
  assert.equal(values.payment_terms, "تحويل بنكي خلال 30 يوما");
});

Deno.test("a label of known words keeps its meaning with an abbreviation in brackets", () => {
  const values = found("tax_certificate", [
    ["Taxpayer Identification Number (TIN)", 0, 80],
    ["302-417-884", 500, 80],
  ]);
  assert.equal(values.tax_id, "302-417-884");
});
