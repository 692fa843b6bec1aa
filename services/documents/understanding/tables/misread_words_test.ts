import assert from "node:assert/strict";
import { isMisreadWord } from "./misread_words.ts";

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
