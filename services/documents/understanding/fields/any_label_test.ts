import assert from "node:assert/strict";
import { beginsWithLabel, isAnyLabel, isLabelEnd } from "./any_label.ts";

Deno.test("labels of several words of any type are recognised in both languages", () => {
  for (const label of ["Trade Name:", "DATE OF BIRTH", "الاسم التجاري", "رقم الفاتوره :"]) {
    assert.ok(isAnyLabel(label), label);
  }
  for (const value of ["Manager", "Hatta Springs LLC", "شركة النخيل"]) assert.ok(!isAnyLabel(value), value);
});

Deno.test("the last word of a wrapped label is recognised, and legal forms are not", () => {
  for (const word of ["القانوني", "المكلف", "number"]) assert.ok(isLabelEnd(word), word);
  for (const word of ["Establishment", "Company", "Dubai", "دبي", "مؤسسة"]) {
    assert.ok(!isLabelEnd(word), word);
  }
});

Deno.test("a value that begins with a label, even without a space after it, is a merged cell", () => {
  for (const value of ["Deliver toPO-3381", "Bill to Dana Stores", "الاسم التجاري واحة الصقر"]) {
    assert.ok(beginsWithLabel(value), value);
  }
  for (const value of ["Shannon Timber & Ironmongery", "Total Energies Ltd", "خالد يوسف"]) {
    assert.ok(!beginsWithLabel(value), value);
  }
});
