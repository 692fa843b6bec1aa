import assert from "node:assert/strict";
import { iso7064Mod11, verhoeff } from "./check_digits.ts";
import { type CustomRule, findCustom } from "./custom_rules.ts";
import { detect } from "./detect.ts";

const STAFF: CustomRule = {
  ...{ type: "CUSTOM_STAFF_ID", pattern: "\\bEMP-?\\d{6}\\b", check: "none" },
  ...{ words: ["staff no", "الرقم الوظيفي"], words_required: false },
};
const values = (text: string, rule: CustomRule) =>
  findCustom(text, [rule], () => true).map(({ value }) => value);

Deno.test("check digits of Verhoeff and ISO 7064 mod 11-2 are those of their sources", () => {
  // Verhoeff's own example 236-3, and the table's 142857-0.
  for (const good of ["2363", "1428570"]) assert.ok(verhoeff(good), good);
  for (let digit = 0; digit < 10; digit++) assert.equal(verhoeff(`236${digit}`), digit === 3);
  assert.equal(verhoeff("3263"), false, "a transposition");
  // The standard's 0794-0 and 079-X, and ORCID's published ids.
  for (const good of ["07940", "079X", "0000000218250097", "000000029079593X"]) {
    assert.ok(iso7064Mod11(good), good);
  }
  for (const bad of ["07941", "0000000218250096", "X794", "", "7"]) {
    assert.equal(iso7064Mod11(bad), false, bad);
  }
});

Deno.test("a match has offsets in the text as sent, with digits of any form", () => {
  const text = "رقم EMP-٢٠٤٨١٦ و emp204817 ثم EMP-2048199";
  const entities = findCustom(text, [STAFF], () => true);
  assert.deepEqual(entities.map(({ value }) => value), ["EMP-٢٠٤٨١٦", "emp204817"]);
  for (const { value, start, end } of entities) assert.equal(text.slice(start, end), value);
});

Deno.test("words near a match raise its confidence, in either language, and may be required", () => {
  const sure = (text: string) => findCustom(text, [STAFF], () => true)[0]?.confidence;
  assert.equal(sure("EMP-204816"), 0.7);
  assert.equal(sure("Staff  No: EMP-204816"), 0.85);
  assert.equal(sure("الرّقم الوظيفي EMP-204816"), 0.85);
  const required = { ...STAFF, words_required: true };
  assert.deepEqual(values("EMP-204816", required), []);
  assert.deepEqual(values("EMP-204816 is her staff no", required), ["EMP-204816"]);
  assert.deepEqual(values(`staff no ${"x ".repeat(60)} EMP-204816`, required), []);
});

Deno.test("a match with a wrong check digit is dropped", () => {
  const cases: [CustomRule["check"], string, string][] = [
    ["luhn", "79927398713", "79927398714"],
    ["verhoeff", "1428570", "1428571"],
    ["mod11_2", "0000-0002-1825-0097", "0000-0002-1825-0098"],
    ["mod97", "GB82 WEST 1234 5698 7654 32", "GB83 WEST 1234 5698 7654 32"],
  ];
  for (const [check, good, bad] of cases) {
    const rule = { ...STAFF, check, pattern: "[A-Z0-9][A-Z0-9 -]{5,30}[A-Z0-9]" };
    assert.deepEqual(values(good, rule), [good], check);
    assert.deepEqual(values(bad, rule), [], check);
  }
});

Deno.test("a match is found once, with correct boundaries, wherever the text is cut into pieces", () => {
  for (const before of [3_985, 3_990, 3_995, 3_999, 4_000, 4_001, 4_010, 7_998, 8_000]) {
    const text = `${"x".repeat(before - 1)} EMP-204816 ${"y".repeat(5_000)}`;
    assert.deepEqual(findCustom(text, [STAFF], () => true).map(({ start }) => start), [before]);
    const inside = `${"x".repeat(before)}EMP-204816 ${"y".repeat(5_000)}`;
    assert.deepEqual(values(inside, STAFF), []);
  }
});

Deno.test("an endless match is dropped, and a text full of matches has a bounded number of finds", () => {
  const endless = { ...STAFF, pattern: "EMP-\\d+" };
  assert.deepEqual(values(`EMP-${"1".repeat(200)} EMP-1`, endless), ["EMP-1"]);
  assert.equal(values("EMP-204816 ".repeat(9_000), STAFF).length, 5_000);
});

Deno.test("of overlapping custom and built-in findings the longer stays; types are selected like built-in ones", () => {
  const custom = [{ ...STAFF, pattern: "staff [a-z]+@example\\.com" }, {
    ...STAFF,
    type: "CUSTOM_AT",
    pattern: "@example",
  }];
  const text = "staff ali@example.com";
  const types = (options: object) => detect(text, { custom, ...options }).map(({ type }) => type);
  assert.deepEqual(types({}), ["CUSTOM_STAFF_ID"]);
  assert.deepEqual(types({ exclude: ["CUSTOM_STAFF_ID"] }), ["EMAIL"]);
  assert.deepEqual(types({ only: ["CUSTOM_AT"] }), ["CUSTOM_AT"]);
  assert.deepEqual(types({ only: ["EMAIL"] }), ["EMAIL"]);
  assert.deepEqual(types({ allow: [text, "ali@example.com", "@example"] }), []);
});
