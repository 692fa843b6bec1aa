import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the firm below a person in its care or attention is the customer", () => {
  for (const person of ["c/o Mr. Adel Nasr", "Attn: Jane Smith, Finance Manager", "The Finance Manager"]) {
    const values = placedFields("invoice", [
      ["Blue Dune Trading LLC", 100, 0],
      ["Bill To:", 100, 150],
      [person, 100, 180],
      ["Palm Crest Hotels LLC", 100, 206],
      ["Sheikh Zayed Road, Dubai", 100, 232],
    ]);
    assert.equal(values.customer_name, "Palm Crest Hotels LLC", person);
  }
});

Deno.test("a letter to a post goes to the firm below it", () => {
  const values = placedFields("letter", [
    ["Gulf Insurance Company B.S.C.", 100, 0],
    ["Date: 3 March 2026", 100, 132],
    ["The General Manager", 100, 180],
    ["Pearl Motors W.L.L.", 100, 206],
    ["Manama", 100, 232],
    ["Dear Sir,", 100, 280],
  ]);
  assert.equal(values.recipient, "Pearl Motors W.L.L.");
});

Deno.test("the vendor beside its label below the letterhead is not the buyer", () => {
  const values = placedFields("purchase_order", [
    ["مستشفى خليج المرجان", 1200, 0],
    ["أمر شراء رقم 88/2026", 300, 0],
    ["المورد", 1400, 100],
    ["شركة الخليج للتجهيزات ذ.م.م، ص.ب 55 الدوحة", 800, 100],
    ["المشتري", 1400, 140],
    ["فاطمة نور - مسؤولة المشتريات", 900, 140],
  ], true);
  assert.equal(values.buyer_name, "مستشفى خليج المرجان");
  assert.equal(values.vendor_name, "شركة الخليج للتجهيزات ذ.م.م");
});

Deno.test("the body that invites is no title of its tender", () => {
  const values = placedFields("tender", [
    ["Municipality of Al Wadi", 100, 0],
    ["Invitation to Tender No. 14/2026", 500, 80],
    ["Construction of a footbridge over Wadi Adai", 400, 120],
  ]);
  assert.equal(values.title, "Construction of a footbridge over Wadi Adai");
});

Deno.test("a certificate may state its number in a sentence, and a number ends before its day", () => {
  const certificate = placedFields("tax_certificate", [
    ["VAT REGISTRATION CERTIFICATE", 500, 0],
    ["BLUE DUNE TRADING L.L.C", 500, 120],
    ["is registered for VAT under number 100123456700003", 400, 190],
  ]);
  assert.equal(certificate.tax_id, "100123456700003");
  const invoice = placedFields("invoice", [
    ["شركة رمال النخيل للتجارة", 1200, 0],
    ["رقم أمر الشراء وتاريخه: 778/ش - 2026/03/04", 200, 130],
  ], true);
  assert.equal(invoice.purchase_order, "778/ش");
});

Deno.test("a form in both languages is the first, and a party has no honorific", () => {
  const licence = placedFields("trade_licence", [
    ["رخصة تجارية", 620, 0],
    ["الشكل القانوني: مؤسسة فردية / Sole Establishment", 900, 160],
  ], true);
  assert.equal(licence.legal_form, "مؤسسة فردية");
  const contract = placedFields("contract", [
    ["عقد خدمات", 600, 0],
    ["الطرف الثاني: السيد سالم بن حمد الكندي، عماني الجنسية، بطاقة رقم 778", 300, 100],
  ], true);
  assert.equal(contract.second_party, "سالم بن حمد الكندي");
});

Deno.test("names have no form of address, in letters, contracts and certificates", () => {
  const letter = placedFields("letter", [
    ["NAJM SERVICES W.L.L.", 100, 0],
    ["3 March 2026", 100, 60],
    ["M/s. Gulf Bank B.S.C.", 100, 150],
    ["Diplomatic Area, Manama", 100, 176],
    ["Dear Sirs,", 100, 260],
  ]);
  assert.equal(letter.recipient, "Gulf Bank B.S.C.");
  const contract = placedFields("contract", [
    ["LEASE AGREEMENT", 500, 0],
    ["Lessor: Hamad Real Estate Est., C.R. 5512", 100, 80],
    ["Lessee: Ms. Maria Lopez, Spanish national, passport AB12345", 100, 110],
  ]);
  assert.equal(contract.second_party, "Maria Lopez");
  const certificate = placedFields("tax_certificate", [
    ["شهادة تسجيل", 700, 40],
    ["تشهد الهيئة بأن السادة / شركة نجم للخدمات ذ.م.م مسجلة لديها تحت رقم 300123456700003", 300, 100],
  ], true);
  assert.equal(certificate.legal_name, "شركة نجم للخدمات ذ.م.م");
});
