import assert from "node:assert/strict";
import { terms } from "./terms.ts";

Deno.test("terms() drops common words and folds spellings and inflections", () => {
  assert.equal(terms("The supplier shall provide the certificates").length, 3);
  assert.deepEqual(terms("certificates companies"), terms("certificate company"));
  assert.deepEqual(terms("المُؤسَّسة"), terms("مؤسسه"));
});
