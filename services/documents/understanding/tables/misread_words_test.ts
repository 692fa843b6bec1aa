import assert from "node:assert/strict";
import { isMisreadWord, withUnits } from "./misread_words.ts";

Deno.test("a short word behind a number that is no unit may be misread", () => {
  for (const text of ["Mesh 15 x 15 an", "Suture 2-0, 90 am, round body", "شاش ٩٠ an"]) {
    assert.equal(isMisreadWord(text), true, text);
  }
  for (const text of ["Mesh 15 x 15 cm", "Bolt M8x40, 12 mm", "Screen, 24 in, black", "Pack of 5 at cost"]) {
    assert.equal(isMisreadWord(text), false, text);
  }
});

Deno.test("Latin letters for the number of an Arabic name may be misread digits", () => {
  assert.equal(isMisreadWord("بدل إيجار كشك رقم Yv للفصل الرابع"), true);
  assert.equal(isMisreadWord("كشك Yo للفصل"), true);
  for (const text of ["شاشة LED مقاس ٢٧", "كابل USB", "أنبوب ١٥ mm", "ورق A4 أبيض", "Stall no. Yv"]) {
    assert.equal(isMisreadWord(text), false, text);
  }
});

Deno.test("misread units of a scan are repaired behind numbers, and stay in doubt", () => {
  assert.equal(withUnits("Mesh 15 x 15 an"), "Mesh 15 x 15 cm");
  assert.equal(withUnits("Suture 2-0, 90 am, round body"), "Suture 2-0, 90 cm, round body");
  assert.equal(withUnits("لوح ٣ طبقات 18 rnm"), "لوح ٣ طبقات 18 mm");
  assert.equal(isMisreadWord("Board 18 rnm"), true);
  for (const name of ["Cleaning, 8 am to 5 pm", "Such an offer", "Hall 4, an hour"]) {
    assert.equal(withUnits(name), name);
  }
});
