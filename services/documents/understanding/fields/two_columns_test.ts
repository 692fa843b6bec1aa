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
