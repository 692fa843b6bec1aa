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
