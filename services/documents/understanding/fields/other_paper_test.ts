import assert from "node:assert/strict";
import { placedFields as found } from "./placed_fields_fixture.ts";

Deno.test("the reference of the letter that a letter answers is not its own", () => {
  const arabic = found("letter", [
    ["جمعية تجار السوق العتيق", 500, 0],
    ["المرجع: كتابكم رقم 77/ع تاريخ 11/4/2026", 500, 60],
    ["صادر رقم: 204/ج/2026", 500, 100],
  ], true);
  assert.equal(arabic.reference, "204/ج/2026");
  const english = found("letter", [
    ["Harbour Traders Association", 0, 0],
    ["Your ref: KR/88/2026", 0, 60],
    ["Our ref: HTA/204/2026", 0, 100],
  ]);
  assert.equal(english.reference, "HTA/204/2026");
});

Deno.test("a reference ends with all the letters of its departments", () => {
  const values = found("letter", [["جماعة عين اللوح", 700, 0], ["المرجع: 418/ج ع ل", 700, 80]], true);
  assert.equal(values.reference, "418/ج ع ل");
});
