import assert from "node:assert/strict";
import { detect } from "./detect.ts";

const found = (text: string) => detect(text).map(({ type, value }) => `${type} ${value}`);

Deno.test("social security numbers with dots, or in two groups, are found only after a label", () => {
  const cases: [string, string[]][] = [
    ["SSN: 078.05.1123", ["US_SSN 078.05.1123"]],
    ["my social security number is 078-051123", ["US_SSN 078-051123"]],
    ["ssn 07805-1123", ["US_SSN 07805-1123"]],
    ["version 078.05.1123 of the form", []],
    ["see 078.05.1123", []],
    ["part 078-051123 is out of stock", []],
    ["SSN: 000.05.1123", []],
    ["SSN: 078.05.1123.9", []],
  ];
  for (const [text, wanted] of cases) assert.deepEqual(found(text), wanted, text);
});

Deno.test("taxpayer numbers are found with and without dashes behind a label", () => {
  for (const value of ["911-70-1234", "911701234", "911-701234", "91170-1234"]) {
    assert.deepEqual(found(`ITIN: ${value}`), [`US_ITIN ${value}`]);
  }
  for (const value of ["911701234", "911-701234"]) assert.deepEqual(found(`parcel ${value}`), []);
});

Deno.test("browser versions are not addresses, and addresses after a slash are", () => {
  const agent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0";
  assert.deepEqual(found(agent), []);
  assert.deepEqual(found("CriOS/119.1.0.0 Mobile"), []);
  assert.deepEqual(found("http://203.0.113.7/x via/203.0.113.9"), [
    "IP_ADDRESS 203.0.113.7",
    "IP_ADDRESS 203.0.113.9",
  ]);
});

Deno.test("an IPv4-mapped address is valid when its IPv4 part is", () => {
  assert.deepEqual(found("from ::ffff:203.0.113.7 today"), ["IP_ADDRESS ::ffff:203.0.113.7"]);
  for (const wrong of ["::ffff:999.0.113.7", "::ffff:203.0.113.256", "::ffff:203.00.113.7"]) {
    assert.ok(!found(`from ${wrong} today`).some((one) => one.includes("ffff")), wrong);
  }
});

Deno.test("a Dankort is a card, with a wrong check digit it is not", () => {
  assert.deepEqual(found("kort 5019717010103742"), ["CREDIT_CARD 5019717010103742"]);
  assert.deepEqual(found("kort 5019717010103743"), []);
});

Deno.test('a label reaches over "no." to its number, not over the end of a sentence', () => {
  assert.deepEqual(found("Resident card (Oman) no. 71234567"), ["OMAN_CIVIL_ID 71234567"]);
  assert.deepEqual(found("Civil ID no. 71234567"), ["OMAN_CIVIL_ID 71234567"]);
  assert.deepEqual(found("She lost the resident card of her son. 71234567 seats were sold"), []);
});
