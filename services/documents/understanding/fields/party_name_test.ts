import assert from "node:assert/strict";
import { inFirstScript, partyName } from "./party_name.ts";
import { isName } from "./name_line.ts";
import { isCompany, isNameLike } from "./name_shape.ts";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a name in both scripts is the one that stands first, and one with a foreign word is whole", () => {
  assert.equal(inFirstScript("Tubli Tide W.L.L. شركة مد توبلي ذ.م.م"), "Tubli Tide W.L.L.");
  assert.equal(inFirstScript("شركة مد توبلي ذ.م.م / Tubli Tide W.L.L."), "شركة مد توبلي ذ.م.م");
  assert.equal(inFirstScript("مؤسسة ABC للتجارة"), "مؤسسة ABC للتجارة");
  assert.equal(inFirstScript("Dar Al Salam دار"), "Dar Al Salam دار");
});

Deno.test("a party ends at its legal form, before a tax number or a seat", () => {
  assert.equal(
    partyName("Cap Serrat Tiles S.A., tax number 0968341W/A/M/000, Zone Industrielle, Mateur")?.value,
    "Cap Serrat Tiles S.A.",
  );
  assert.equal(partyName("Okafor, Bello & Partners")?.value, "Okafor, Bello & Partners");
});

Deno.test("neither an address nor a department is a company", () => {
  assert.equal(isNameLike("منطقة النشاطات, قطعة 88 المسيلة 28000"), false);
  assert.equal(isNameLike("Plot 41, Industrial Road"), false);
  assert.equal(isNameLike("شركة طريق الحرير للنقل"), true);
  assert.equal(isCompany("Pharmacy and Supply Department"), false);
  const order = placedFields("purchase_order", [
    ["Shueib Specialty Hospital", 100, 0],
    ["PURCHASE ORDER", 1000, 0],
    ["Pharmacy and Supply Department", 100, 40],
    ["Supplier", 100, 150],
    ["Rum Sands Store Co.", 340, 150],
  ]);
  assert.equal(order.buyer_name, "Shueib Specialty Hospital");
});

Deno.test("a carrier's party is not the vendor, and a tax number behind a phone is the letterhead's", () => {
  const values = placedFields("invoice", [
    ["KHOR CARGO SERVICES L.L.C", 100, 0],
    ["Tel +971 4 205 7731 TRN 100483920300003", 100, 40],
    ["INVOICE TO", 100, 160],
    ["WADI SPARE PARTS TRADING FZE", 100, 190],
    ["SHIPPER", 100, 400],
    ["Officine Valtorta S.r.l., Lecco", 100, 424],
  ]);
  assert.equal(values.vendor_name, "KHOR CARGO SERVICES L.L.C");
  assert.equal(values.vendor_tax_id, "100483920300003");
});

Deno.test("a name ends with its honorific, and a number may stand before its label in both languages", () => {
  const letter = placedFields("letter", [
    ["جامعة السهل الخاصة", 1000, 0],
    ["إلى السادة", 1360, 200],
    ["شركة معامل العاصي للألبان المحترمين", 1110, 226],
    ["حماة. طريق سلمية", 1300, 250],
    ["تحية طيبة وبعد", 1320, 320],
  ], true);
  assert.equal(letter.recipient, "شركة معامل العاصي للألبان");
  const invoice = placedFields("invoice", [
    ["Tubli Tide W.L.L.", 100, 0],
    ["220018463700002 رقم حساب ضريبة القيمة المضافة VAT account number", 100, 60],
  ]);
  assert.equal(invoice.vendor_tax_id, "220018463700002");
});

Deno.test("partners with their trade, their children or a Spanish legal form are a company", () => {
  const names = [
    "Penhale & Daughter, Stonemasons",
    "Blau Acustica, S.L.",
    "Torres e Hijos S.L.U.",
    "الراشد وأولاده",
  ];
  for (const name of names) assert.ok(isName(name), name);
  assert.ok(!isName("Kimathi and Moi, Nairobi"));
  for (
    const name of ["Penhale & Daughter", "Hall and Sons", "Blau Acustica, S.L.", "Poles CC", "الراشد وأولاده"]
  ) {
    assert.ok(isCompany(name), name);
  }
  const invoice = placedFields("invoice", [
    ["PENHALE & DAUGHTER, STONEMASONS", 400, 0],
    ["The Old Forge, Church Lane, TR4 9HW", 400, 40],
    ["The Parish Council of St Wenna", 100, 120],
    ["c/o The Rectory", 100, 145],
    ["INVOICE PD 2217", 100, 240],
  ]);
  assert.equal(invoice.vendor_name, "PENHALE & DAUGHTER, STONEMASONS");
  assert.equal(invoice.invoice_id, "PD 2217");
});

Deno.test("a recipient stands without a form of address, whatever label is above it", () => {
  for (const to of ["إلى", "موجه إلى السيد", "المرسل إليه"]) {
    const fields = placedFields("letter", [
      ["المدرسة العليا لهندسة الماء", 600, 100],
      [to, 600, 300],
      ["السيد رئيس جماعة عين الخروب", 500, 330],
      ["الموضوع: طلب قبول ستة طلبة", 500, 400],
    ], true);
    assert.equal(fields.recipient, "رئيس جماعة عين الخروب", to);
  }
});

Deno.test("a party ends before its premises, and keeps the bracket within its legal form", () => {
  for (
    const [text, name] of [
      ["Chobe Wildlife Authority, Plot 88, Kasane, Botswana", "Chobe Wildlife Authority"],
      ["Karmel Works, Unit 4B, Nakuru", "Karmel Works"],
      ["هيئة موانئ الريف، مبنى ١٢، طنجة", "هيئة موانئ الريف"],
      ["جمعية البر، قطعة رقم 7، إربد", "جمعية البر"],
      ["Okavango Pumps (Proprietary) Limited, company BW77120", "Okavango Pumps (Proprietary) Limited"],
      ["Ravi Dyes (Pvt) Ltd", "Ravi Dyes (Pvt) Ltd"],
      ["Tana Freight (East Africa) Limited, Mombasa", "Tana Freight (East Africa) Limited"],
      ["Karmel Works (the Client)", "Karmel Works"],
      ["Adeyemi, Bello & Partners", "Adeyemi, Bello & Partners"],
    ] as const
  ) assert.equal(partyName(text)?.value, name, text);
});

Deno.test("headings of a contract's parts are no names", () => {
  for (
    const heading of [
      "PART A. PARTICULARS",
      "Schedule 2",
      "Annex III – Prices",
      "الباب الأول",
      "الملحق رقم ٣",
      "القسم ب",
    ]
  ) assert.ok(!isName(heading), heading);
  for (const name of ["Part Trading LLC", "Section Eight Films", "الباب العالي للتجارة", "القسم الفني"]) {
    assert.ok(isName(name), name);
  }
});
