import assert from "node:assert/strict";
import { termsOf } from "./terms.ts";

Deno.test("termsOf() drops common words and folds spellings and inflections", () => {
  assert.equal(termsOf("The supplier shall provide the certificates").length, 3);
  assert.deepEqual(termsOf("certificates companies"), termsOf("certificate company"));
  assert.deepEqual(termsOf("المُؤسَّسة"), termsOf("مؤسسه"));
});
