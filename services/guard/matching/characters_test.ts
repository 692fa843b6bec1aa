import assert from "node:assert/strict";
import { foldCharacter, foldText, plainForm } from "./characters.ts";

Deno.test("a character folds to its plain form in lower case, the second time too", () => {
  for (let unit = 0; unit < 0x1200; unit++) {
    const character = String.fromCharCode(unit);
    const expected = plainForm(character.toLowerCase()).toLowerCase().replaceAll("ة", "ه");
    assert.equal(foldCharacter(character), expected, unit.toString(16));
    assert.equal(foldCharacter(character), expected, unit.toString(16));
  }
});

Deno.test("marks, forms of letters, digits of scripts and letters of several units fold", () => {
  assert.equal(foldText("É\u0301ـ ٣ إلى مدرسة  ﬁ 𝐀 🅐"), "e 3 الي مدرسه fi a a");
  assert.equal(foldCharacter(""), "");
});
