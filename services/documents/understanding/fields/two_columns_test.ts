import assert from "node:assert/strict";
import { placedFields as found } from "./placed_fields_fixture.ts";

Deno.test("a subject in a column goes on in the next line when its line is full", () => {
  const values = found("letter", [
    ["Qunfudhah Family Hospital", 100, 0],
    ["Subject: Objection to the rejected claims of September", 100, 200],
    ["الموضوع: الاعتراض على المطالبات", 690, 200],
    ["2026", 100, 226],
    ["Dear Sirs,", 100, 300],
  ]);
  assert.equal(values.subject, "Objection to the rejected claims of September 2026");
});

Deno.test("a value again in the other language below itself is read in the first", () => {
  const values = found("trade_licence", [
    ["رخصة تجارية", 600, 0],
    ["Legal form", 100, 200],
    ["مؤسسة فردية", 600, 200],
    ["الشكل القانوني", 1200, 200],
    ["Sole proprietorship", 560, 226],
    ["Owner", 100, 300],
    ["ناصر جاسم المريخي", 580, 300],
    ["اسم المالك", 1240, 300],
    ["Nasser Jassim Meraikhi", 570, 326],
  ]);
  assert.equal(values.legal_form, "مؤسسة فردية");
  assert.equal(values.owner_name, "ناصر جاسم المريخي");
});

Deno.test("who signs as the seller beside the driver and the receiver is not the vendor", () => {
  const values = found("invoice", [
    ["شركة ألوان الوادي للدهانات ذ.م.م", 900, 0],
    ["فاتورة بيع", 300, 0],
    ["اسم المشتري", 1200, 200],
    ["مؤسسة بيادر للتشطيبات", 800, 200],
    ["البائع: لؤي الفاعوري", 1200, 900],
    ["السائق: أحمد بني مصطفى", 800, 900],
    ["المستلم: ............", 300, 900],
  ], true);
  assert.equal(values.vendor_name, "شركة ألوان الوادي للدهانات ذ.م.م");
});

Deno.test("an address under its labels is the value, not the other language's label", () => {
  const values = found("trade_licence", [
    ["رخصة تجارية", 700, 0],
    ["Address", 180, 150],
    ["العنوان", 1400, 150],
    ["محل 4 و5، شارع الصناعية الجديدة، عجمان", 1080, 180],
  ], true);
  assert.equal(values.address, "محل 4 و5، شارع الصناعية الجديدة، عجمان");
});

Deno.test("a value whose last word stands alone below it goes on there", () => {
  const values = found("invoice", [
    ["Tuwaiq Crane Rental Company", 100, 0],
    ["Terms", 800, 200],
    ["45 days from invoice", 1000, 200],
    ["شروط الدفع", 1400, 200],
    ["date", 1080, 226],
    ["Customer", 100, 300],
    ["Najd Precast Co. Ltd.", 300, 300],
  ]);
  assert.equal(values.payment_terms, "45 days from invoice date");
});
