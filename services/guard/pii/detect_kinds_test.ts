import assert from "node:assert/strict";
import { detect } from "./detect.ts";

const detected = (text: string) => detect(text).map(({ type, value }) => `${type} ${value}`);

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
  for (const [text, expected] of cases) assert.deepEqual(detected(text), expected, text);
});

Deno.test("taxpayer numbers are found with and without dashes behind a label", () => {
  for (const value of ["911-70-1234", "911701234", "911-701234", "91170-1234"]) {
    assert.deepEqual(detected(`ITIN: ${value}`), [`US_ITIN ${value}`]);
  }
  for (const value of ["911701234", "911-701234"]) assert.deepEqual(detected(`parcel ${value}`), []);
});

Deno.test("browser versions are not addresses, and addresses after a slash are", () => {
  const agent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0";
  assert.deepEqual(detected(agent), []);
  assert.deepEqual(detected("CriOS/119.1.0.0 Mobile"), []);
  assert.deepEqual(detected("http://203.0.113.7/x via/203.0.113.9"), [
    "IP_ADDRESS 203.0.113.7",
    "IP_ADDRESS 203.0.113.9",
  ]);
});

Deno.test("an IPv4-mapped address is valid when its IPv4 part is", () => {
  assert.deepEqual(detected("from ::ffff:203.0.113.7 today"), ["IP_ADDRESS ::ffff:203.0.113.7"]);
  for (const wrong of ["::ffff:999.0.113.7", "::ffff:203.0.113.256", "::ffff:203.00.113.7"]) {
    assert.ok(!detected(`from ${wrong} today`).some((entity) => entity.includes("ffff")), wrong);
  }
});

Deno.test("a Dankort is a card, with a wrong check digit it is not", () => {
  assert.deepEqual(detected("kort 5019717010103742"), ["CREDIT_CARD 5019717010103742"]);
  assert.deepEqual(detected("kort 5019717010103743"), []);
});

Deno.test('a label reaches over "no." to its number, not over the end of a sentence', () => {
  assert.deepEqual(detected("Resident card (Oman) no. 71234567"), ["OMAN_CIVIL_ID 71234567"]);
  assert.deepEqual(detected("Civil ID no. 71234567"), ["OMAN_CIVIL_ID 71234567"]);
  assert.deepEqual(detected("She lost the resident card of her son. 71234567 seats were sold"), []);
});

Deno.test("a date is found with the time behind it, where dates are wanted", () => {
  const dates = (text: string) => detect(text, { include: ["DATE_TIME"] }).map(({ value }) => value);
  assert.deepEqual(dates("on 12/05/2026 at 14:30 in room 4"), ["12/05/2026 at 14:30"]);
  assert.deepEqual(dates("2026-11-22T10:11:12.345+04:00, then"), ["2026-11-22T10:11:12.345+04:00"]);
  assert.deepEqual(dates("March 3, 2025, 2:05 pm sharp"), ["March 3, 2025, 2:05 pm"]);
  assert.deepEqual(dates("في 5 أكتوبر 2025 الساعة 2:05 مساء"), ["5 أكتوبر 2025 الساعة 2:05 مساء"]);
  assert.deepEqual(dates("12/05/2026 14 rooms"), ["12/05/2026"]);
});

Deno.test("phone numbers of China, Japan and Thailand are found as they are written there, behind a label", () => {
  for (
    const text of ["手机 13912345678", "電話番号は 03-5213-9902", "โทร 02-612-3391", "phone 138 1234 9087"]
  ) {
    assert.deepEqual(detected(text), [`PHONE ${text.slice(text.search(/\d/))}`]);
  }
  for (const text of ["13912345678 rows", "pages 03-5213-9902"]) assert.deepEqual(detected(text), []);
});

Deno.test("passport numbers are found behind a phrase, in both languages", () => {
  assert.deepEqual(detected("the passport number is A1234567"), ["PASSPORT A1234567"]);
  assert.deepEqual(detected("her passport no. was 523881024"), ["PASSPORT 523881024"]);
  assert.deepEqual(detected("رقم جوازي هو P4410298"), ["PASSPORT P4410298"]);
  assert.deepEqual(detected("أحمل جواز سفر رقمه 12345678"), ["PASSPORT 12345678"]);
  assert.deepEqual(detected("The passport was lost. A1234567 is a flight"), []);
});

Deno.test("a prefix of a network is no address of a host", () => {
  assert.deepEqual(detected("the prefix 2001:db8:: and 2001:db8::1"), ["IP_ADDRESS 2001:db8::1"]);
});

Deno.test("a resident card of Oman is found by its Arabic names too", () => {
  for (const label of ["رقم بطاقة المقيم (عُمان)", "بطاقة مقيم رقم", "Resident card (Oman) no."]) {
    assert.deepEqual(detected(`${label} 12345678`), ["OMAN_CIVIL_ID 12345678"], label);
  }
  assert.deepEqual(detected("رقم الطلب 12345678 لبطاقة مقيم"), []);
});
