import assert from "node:assert/strict";
import { readStatement } from "./statement.ts";

const endOf = (text: string) =>
  readStatement({ text, question: false }, { listed: false, year: 2026 }).validUntil;

Deno.test("a certificate's validity ends after its duration from the date of issue", () => {
  assert.equal(endOf("Our permit was issued on 5 May 2025 and is valid for five years"), "2030-05-04");
  assert.equal(endOf("صدرت الشهادة في 12 فبراير 2025 ومدتها سنة واحدة"), "2026-02-12");
});

Deno.test("a year of issue alone does not give the last day", () => {
  assert.equal(endOf("Our permit was issued in 2025 and is valid for five years"), undefined);
});

Deno.test("the last day of validity is read with any introduction", () => {
  assert.equal(endOf("Our approval bears a validity date of 12 March 2026"), "2026-03-12");
  assert.equal(endOf("The last day of our licence was 15 September 2026"), "2026-09-15");
  assert.equal(endOf("ترخيصنا صالح إلى 1 فبراير 2026"), "2026-02-01");
});

Deno.test("a sentence with many range starts is searched in one pass", () => {
  const { ranges } = readStatement({ text: "from ".repeat(10_000), question: false }, {
    listed: false,
    year: 2026,
  });
  assert.equal(ranges, false);
});
