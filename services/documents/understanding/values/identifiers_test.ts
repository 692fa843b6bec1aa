import assert from "node:assert/strict";
import { homeOf } from "./home_country.ts";
import { ibanIn } from "./identifiers.ts";

Deno.test("an IBAN whose last groups a right-to-left line puts first is found by its check digits", () => {
  assert.equal(ibanIn("آيبان 8406 SA03 8500 0000 6039 7251")?.value, "SA0385000000603972518406");
  assert.equal(ibanIn("آيبان 8407 SA03 8500 0000 6039 7251"), undefined);
});

Deno.test("an account number that begins with two zeros is no phone number of a country", () => {
  assert.equal(homeOf("Vredendal, South Africa, Account 0041772088"), "ZA");
  assert.equal(homeOf("Tel. 0041 44 123 45 67"), "CH");
});

Deno.test("a country whose letters a scan read as digits is known by the check digits of its IBAN", () => {
  assert.deepEqual(ibanIn("1913 KHBR 2140 0335 0917 826"), {
    value: "IQ13KHBR214003350917826",
    raw: "1913 KHBR 2140 0335 0917 826",
  });
  assert.equal(ibanIn("5A03 8000 0000 6080 1016 7519")?.value, "SA0380000000608010167519");
  assert.equal(ibanIn("1913 KHBR 2140 0335 0917 827"), undefined);
  assert.equal(ibanIn("5A03 8000 0000 6080 1016 7518"), undefined);
});

Deno.test("one sign of a country or its check digits that a scan read as two is left out", () => {
  assert.deepEqual(ibanIn("I1Q13 KHBR 2140 0335 0917 826"), {
    value: "IQ13KHBR214003350917826",
    raw: "I1Q13 KHBR 2140 0335 0917 826",
  });
  assert.equal(ibanIn("SAO03 8000 0000 6080 1016 7519")?.value, "SA0380000000608010167519");
  assert.equal(ibanIn("I1Q13 KHBR 2140 0335 0917 827"), undefined);
});
