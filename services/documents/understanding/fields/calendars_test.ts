import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

for (
  const [order, lines] of [
    ["first", ["التاريخ: 09/04/1448 هـ", "الموافق: 20/09/2026 م"]],
    ["last", ["التاريخ: 20/09/2026 م", "الموافق: 9 ربيع الثاني 1448 هـ"]],
  ] as const
) {
  Deno.test(`a day in two lines and two calendars is Gregorian, the Hijri date ${order}`, () => {
    const fields = placedFields("letter", [
      ["شركة مرافئ العقير للخدمات البحرية", 600, 0],
      [lines[0], 100, 40],
      [lines[1], 100, 64],
      ["السادة / مصرف الواحة", 700, 200],
    ], true);
    assert.equal(fields.letter_date, "2026-09-20");
  });
}

Deno.test("a Hijri date without another stays", () => {
  const fields = placedFields(
    "letter",
    [["شركة المرافئ", 600, 0], ["التاريخ: 09/04/1448 هـ", 100, 40]],
    true,
  );
  assert.equal(fields.letter_date, "1448-04-09 AH");
});
