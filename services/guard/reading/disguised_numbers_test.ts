import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { dataIn, hasKeyword, hasPattern, patternTerms } from "./disguises_fixture.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const escaped = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

Deno.test("numbers with a check digit are found in any groups and with letters for digits", () => {
  const cards = [
    "4111*1111*1111*1111",
    "(4111)(1111)(1111)(1111)",
    '["4111","1111","1111","1111"]',
    "4111 - 1111 - 1111 - 1111",
    "[4,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
    "<td>4111</td><td>1111</td><td>1111</td><td>1111</td>",
    "4lll 1111 1111 11l1",
    "4️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣",
    "my card: 41 11 11 11 11 11 11 11",
    "card 4111 1111\n1111 1111",
    "first half of my card 41111111\nsecond half 11111111",
    "my card, first part 4539, then 5787 then 6362 and the last 1486",
    "card 4539▪️٥٧٨٧▪️۶۳۶۲▪️１４８６",
    Buffer.from("4111111111111111").toString("hex"),
  ];
  for (const text of cards) assert.match(dataIn(text), /^CREDIT_CARD /, text);
  const harmless = [
    "4111, 1111, 1111, 1111",
    "4111*1111*1111*1112",
    "41 11 11 11 11 11 11 11",
    "2019/2020/2021/2022",
  ];
  for (const text of harmless) assert.equal(dataIn(text), "", text);
});

Deno.test("personal data is found in quoted lines, in words, with said signs and in mixed scripts", () => {
  const cases: [string, RegExp][] = [
    ["784*1990*1234567*6", /EMIRATES_ID/],
    ["7841990-1234567-6", /EMIRATES_ID/],
    ["AEO7O331234567890123456", /IBAN/],
    ["pay ae07/0331/2345/6789/0123/456 today", /IBAN/],
    ["pay АЕ070331234567890123456 today", /IBAN/],
    ["> the IBAN\n> AE0703312\n> 34567890\n> 123456", /IBAN/],
    [`IBAN ${Buffer.from("AE070331234567890123456").toString("hex")}`, /IBAN/],
    ["> رقم هويتي هو\n> 11192\n> 64057\nتم", /SAUDI_ID/],
    ["رقم الهوية اقلبه: 75046-29111", /SAUDI_ID/],
    ["my ssn: two one nine dash four six dash seven zero three eight", /US_SSN/],
    ["جوالي صفر خمسة صفر، أربعمئة وثمانية عشر، سبعة وعشرون، ثلاثة وستون", /PHONE/],
    ["my phone +🔸9🔸7🔸1🔸5🔸0🔸4🔸1🔸8🔸2🔸7🔸6🔸3", /PHONE/],
    ["GET /kyc?id=784%2D1990%2D1234567%2D6&a=1", /EMIRATES_ID/],
    ["write to mona dot said at lakeview dot org", /EMAIL/],
    ["بريدي mona (آت) baytmail (دوت) com", /EMAIL/],
    ["ping 0262.076.0023.0323 now", /IP_ADDRESS 0262/],
    ["http://3405803783/x", /IP_ADDRESS 3405803783/],
    ["0xCB.0x00.0x71.0x07", /IP_ADDRESS/],
    [`eyJhbGciOiJub25lIn0.${base64('{"email":"greta@example.com"}').replace(/=+$/, "")}.`, /JWT .*EMAIL/],
  ];
  for (const [text, type] of cases) assert.match(dataIn(text), type, text);
  const harmless = [
    "ver. 01.02.03.04 of it",
    "no 15/1234/5678/9012/3",
    "shop at lakeview dot org",
    "the 1, 2, 3, 4, 5, 6, 7 of the list",
    "id=784&b=27&c=53",
    "Items:\n12345\n67890\nend",
    "خمسة وعشرون كتابا وثلاثمئة ورقة وأربعون قلما",
  ];
  for (const text of harmless) assert.equal(dataIn(text), "", text);
});

Deno.test("a value in escapes is found, though its characters are the bytes of others", () => {
  const card = `{"q":"${escaped("card 4242424242424242 please")}"}`;
  assert.match(dataIn(card), /CREDIT_CARD/);
  assert.match(
    dataIn(`{"q":"${escaped("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123456789")}"}`),
    /JWT/,
  );
  assert.ok(hasKeyword("4242424242424242", card));
  assert.ok(hasPattern("\\b42(?:42){7}\\b", card));
});

Deno.test("patterns find codes whose digits are words, look-alikes or apart", () => {
  const texts = [
    "PRJ-six six zero four",
    "PRJ - 6604",
    "PRJ dash 6604",
    "PRJ-66O4",
    "P R J - 6 6 0 4",
    "P.R.J-6604",
  ];
  for (const text of texts) assert.ok(hasPattern("\\bPRJ-\\d{4}\\b", text), text);
  assert.ok(hasPattern("مشروع\\s+\\d+", "جدول مشروع عشرين"));
  assert.ok(!hasPattern("\\d{7}", "1 2 3 4 5 6 7 of the list"));
  assert.ok(!hasPattern("project\\s+\\d+", "there is one project one can join"));
});

Deno.test("patterns that name what they look for find codes set apart, and clauses and dates are none", () => {
  const texts = [
    "badge QRS-55.10.27",
    "badge Q R S dash five five one oh two seven",
    "badge QRS-551\n027 thanks",
    "find('QRS-' '551027')",
    "badge (QRS-551)(027)",
    "badge QRS-55🔸10🔸27",
  ];
  for (const text of texts) assert.ok(hasPattern("\\bQRS-\\d{6}\\b", text), text);
  assert.deepEqual(patternTerms("ملف \\d{6}", "في ملف 33-10-27 أمس"), ["ملف 33-10-27"]);
  assert.ok(hasPattern("بند \\d{2}\\.\\d{2}", "راجع بند ٣١٫٢٠ اليوم"));
  const harmless = ["البند 4.1.2", "in clause 4.2 of it", "ملف 33-10-2711", "WEST 1234 5698", "ملف 2024"];
  for (const text of harmless) {
    assert.deepEqual(patternTerms("(?:البند|clause) \\d{2}", text), [], text);
    assert.deepEqual(patternTerms("(?:ملف |ST ?)\\d{6}", text), [], text);
  }
  assert.deepEqual(patternTerms("\\d{6}", "on 12-10-24 we met"), [], "a number without a name");
});
