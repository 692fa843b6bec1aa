import assert from "node:assert/strict";
import { matchRequirement, readPassages, readWanted, terms } from "./requirement_match.ts";

function status(requirement: string, ...texts: string[]): string {
  return matchRequirement(readWanted(requirement), readPassages(texts)).status;
}

Deno.test("a sentence with most of a requirement's words speaks for it, in both languages and their inflections", () => {
  assert.equal(
    status("Valid ISO 9001 certificate", "Our company. We hold a valid certificate of ISO 9001!"),
    "met",
  );
  assert.equal(status("ضمان لمدة ثلاث سنوات", "نقدم الضمان لمدة ثلاث سنوات كاملة."), "met");
  assert.equal(status("خبرة لا تقل عن 5 سنوات", "لا تقل خبرتنا عن ٥ سنوات في المجال"), "met");
});

Deno.test("the passage is given as evidence", () => {
  const found = matchRequirement(
    readWanted("ISO 9001 certificate"),
    readPassages(["Hello. We have an ISO 9001 certificate. Bye."]),
  );
  assert.equal(found.evidence, "We have an ISO 9001 certificate");
  assert.equal(found.found_by, "text");
});

Deno.test("another number, a negation or silence leave it unclear, and text never says not met", () => {
  assert.equal(status("ISO 9001 certificate", "We hold an ISO 14001 certificate"), "unclear");
  assert.equal(status("ISO 9001 certificate", "We do not hold an ISO 9001 certificate"), "unclear");
  assert.equal(status("شهادة ضريبية سارية", "لا توجد لدينا شهادة ضريبية سارية"), "unclear");
  assert.equal(status("Bid bond of 5 %", "Great laptops"), "unclear");
});

Deno.test("terms() drops common words and folds spellings and inflections", () => {
  assert.equal(terms("The supplier shall provide the certificates").length, 3);
  assert.deepEqual(terms("certificates companies"), terms("certificate company"));
  assert.deepEqual(terms("المُؤسَّسة"), terms("مؤسسه"));
});
