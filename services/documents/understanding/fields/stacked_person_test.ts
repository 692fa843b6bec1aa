/** A person's particulars below each other: each value ends where the next label begins. */
import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a nationality ends above the next label, whatever that is", () => {
  for (
    const next of ["Driving licence", "Marital status", "Visa status", "Languages", "Religion", "Gender"]
  ) {
    const fields = placedFields("cv", [
      ["Winnie Chebet Kiprono", 600, 0],
      ["Nationality", 100, 200],
      ["Kenyan", 100, 222],
      [next, 100, 246],
      ["Classes B", 100, 270],
    ]);
    assert.equal(fields.nationality, "Kenyan", next);
  }
  for (const next of ["رخصة القيادة", "الحالة الاجتماعية", "اللغات", "الديانة", "الجنس", "مكان الولادة"]) {
    const fields = placedFields("cv", [
      ["سامي يوسف عيسى", 400, 0],
      ["الجنسية", 930, 200],
      ["أردني", 950, 222],
      [next, 1000 - next.length * 10, 246],
    ], true);
    assert.equal(fields.nationality, "أردني", next);
  }
});

Deno.test("the name of a relative is not the person's", () => {
  for (const label of ["Father's name :", "Mother's name :", "Name of spouse:", "Husband's name:"]) {
    const fields = placedFields("cv", [
      ["CURRICULUM VITAE", 500, 0],
      ["NADEEM AKHTAR BHATTI", 100, 60],
      [label, 100, 200],
      ["Muhammad Akhtar Bhatti", 400, 200],
      ["Nationality :", 100, 230],
      ["Pakistani", 400, 230],
    ]);
    assert.equal(fields.full_name, "NADEEM AKHTAR BHATTI", label);
  }
  for (const label of ["اسم الأب", "اسم الأم", "اسم الزوج", "اسم ولي الأمر"]) {
    const fields = placedFields("cv", [
      ["سيرة ذاتية", 500, 0],
      ["سامي يوسف عيسى", 700, 60],
      [`${label}: محمد يوسف عيسى`, 600, 200],
    ], true);
    assert.equal(fields.full_name, "سامي يوسف عيسى", label);
  }
});
