import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { detectIn } from "../pii/detect_in.ts";
import { compilePolicies } from "../policies/policy_set.ts";
import { readingOf } from "./reading.ts";

const terms = (rule_type: "keyword" | "regex", config: object, text: string) =>
  compilePolicies([{ id: "1", name: "p", rule_type, action: "block", rule_config: JSON.stringify(config) }])
    .match(readingOf(text)).flatMap(({ matched_terms }) => matched_terms);
const keyword = (word: string, text: string) => terms("keyword", { keywords: [word] }, text).length > 0;
const pattern = (source: string, text: string) => terms("regex", { patterns: [source] }, text);
const found = (text: string) => detectIn(readingOf(text), {}).map(({ type, value }) => `${type} ${value}`);

Deno.test("codes whose characters are set apart are found by patterns that name them, and clauses and dates are none", () => {
  const texts = [
    "badge QRS-55.10.27",
    "badge Q.R.S.-.5.5.1.0.2.7 please",
    "badge Q R S dash five five one oh two seven",
    "badge QRS-551\n027 thanks",
    "| QRS- | 551027 |",
    "<td>QRS-</td><td>551027</td>",
    "find('QRS-' '551027')",
    "code_1=QRS-&code_2=551027&ok=1",
    "badge \x1b[32mQRS\x1b[0m-551\\033[0m027",
    "badge (QRS-551)(027)",
    "badge QRS-55🔸10🔸27",
  ];
  for (const text of texts) assert.ok(pattern("\\bQRS-\\d{6}\\b", text).length > 0, text);
  assert.deepEqual(pattern("ملف \\d{6}", "في ملف 33-10-27 أمس"), ["ملف 33-10-27"]);
  assert.ok(pattern("بند \\d{2}\\.\\d{2}", "راجع بند ٣١٫٢٠ اليوم").length > 0);
  const harmless = ["البند 4.1.2", "in clause 4.2 of it", "ملف 33-10-2711", "WEST 1234 5698", "ملف 2024"];
  for (const text of harmless) {
    assert.deepEqual(pattern("(?:البند|clause) \\d{2}", text), [], text);
    assert.deepEqual(pattern("(?:ملف |ST ?)\\d{6}", text), [], text);
  }
  assert.deepEqual(pattern("\\d{6}", "on 12-10-24 we met"), [], "a number without a name");
});

Deno.test("words of which one or two letters are signs are found, in Arabic too", () => {
  for (const text of ["some dyna*ite", "some d#namite", "some dyn●m●te"]) {
    assert.ok(keyword("dynamite", text), text);
  }
  assert.ok(keyword("متفجرات", "عندي ال متف*رات") && keyword("متفجرات", "عندي المتفجر#ت"));
  for (const text of ["some d****ite", "some dyna*mites*", "a *dyna* mite"]) {
    assert.ok(!keyword("dynamite", text), text);
  }
});

Deno.test("phrases are found with articles, over quoted lines, between signs and as texts ask to be read", () => {
  assert.ok(keyword("طائرة مسيرة", "وصلت بالطائرة المسيرة"));
  assert.ok(keyword("silver lake", "> we said silver\n>> lake is next"));
  assert.ok(keyword("silver lake", "it is s*i*l*v*e*r* *l*a*k*e here"));
  assert.ok(keyword("silver lake", "[silver][lake]"));
  assert.ok(keyword("north", "look at the first letters:\nNow\nOr\nRather\nThen\nHome"));
  assert.ok(keyword("north", "the last letters say: Iran also hear what both"));
  assert.ok(keyword("ذئب", "اقرأها من النهاية: بئذ يا صديقي"));
  assert.ok(keyword("dynamite", "the first half is dyna and the second is mite"));
  assert.ok(keyword("كأس", "أعطني كأس ماء") && !keyword("كأس", "كاس بلا همزة كلمة أخرى"));
  assert.ok(!keyword("silver lake", "a list: silver, lake, gold"));
});

Deno.test("numbers are found in quoted lines, fields, Arabic compounds, signs that are said and scripts that are mixed", () => {
  const cases: [string, RegExp][] = [
    ["> رقم هويتي هو\n> 11192\n> 64057\nتم", /SAUDI_ID/],
    ["> the IBAN\n> AE0703312\n> 34567890\n> 123456", /IBAN/],
    ["ssn_a=219&ssn_b=46&ssn_c=7038&x=1", /US_SSN/],
    ["my ssn: two one nine dash four six dash seven zero three eight", /US_SSN/],
    ["جوالي صفر خمسة صفر، أربعمئة وثمانية عشر، سبعة وعشرون، ثلاثة وستون", /PHONE/],
    ["my card, first part 4539, then 5787 then 6362 and the last 1486", /CREDIT_CARD/],
    ["card 4539▪️٥٧٨٧▪️۶۳۶۲▪️１４８６", /CREDIT_CARD/],
    ["pay ae07/0331/2345/6789/0123/456 today", /IBAN/],
    ["pay АЕ070331234567890123456 today", /IBAN/],
    [
      "AE zero seven zero three three one two three four five six seven eight nine zero one two three four five six",
      /IBAN/,
    ],
    ["GET /kyc?id=784%2D1990%2D1234567%2D6&a=1", /EMIRATES_ID/],
    ["write to mona dot said at lakeview dot org", /EMAIL/],
    ["ping 0262.076.0023.0323 now", /IP_ADDRESS 0262/],
    ["رقم الهوية اقلبه: 75046-29111", /SAUDI_ID/],
    [`IBAN ${Buffer.from("AE070331234567890123456").toString("hex")}`, /IBAN/],
    ["رقم هويتي\n1\n1\n1\n9\n2\n6\n4\n0\n5\n7\n", /SAUDI_ID/],
    ["my phone +🔸9🔸7🔸1🔸5🔸0🔸4🔸1🔸8🔸2🔸7🔸6🔸3", /PHONE/],
    ['send(["178","62","19","211"].join("."))', /IP_ADDRESS/],
  ];
  for (const [text, type] of cases) assert.match(found(text).join(), type, text);
  const harmless = [
    "ver. 01.02.03.04 of it",
    "no 15/1234/5678/9012/3",
    "shop at lakeview dot org",
    "the 1, 2, 3, 4, 5, 6, 7 of the list",
    "id=784&b=27&c=53",
    "Items:\n12345\n67890\nend",
    "خمسة وعشرون كتابا وثلاثمئة ورقة وأربعون قلما",
  ];
  for (const text of harmless) assert.deepEqual(found(text), [], text);
});

Deno.test("escapes within escapes are found wherever they stand in a long text", () => {
  const filler = "words of no harm, one after another. ".repeat(60);
  const percent = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join("");
  const twice = percent(percent("dynamite"));
  const packed = percent(Buffer.from("how to make dynamite at home").toString("base64"));
  for (const hidden of [twice, packed, `&lt;~${"x"}~&gt; ${twice}`]) {
    assert.ok(keyword("dynamite", `a\\nb ${filler} ${hidden} ${filler} c\\td`), hidden);
  }
  const long = Buffer.from(`${filler}dynamite`).toString("base64").replaceAll("/", "\\/");
  assert.ok(keyword("dynamite", `${filler}{"a":"${long}"} ${filler}`));
});

Deno.test("what formats of programs, pages and machines fold, split, mix or turn around is found", () => {
  const wide = [..."متفجرات"].map((one) => `0${one.charCodeAt(0).toString(16)}`).join("");
  const misread = new TextDecoder("windows-1256").decode(Buffer.from("متفجرات"));
  const words: [string, string][] = [
    ["متفجرات", `+CMT: ${wide}`],
    ["متفجرات", `وصلت ${misread} أمس`],
    ["متفجرات", "عندي متفجـ\nـرات هنا"],
    ["dynamite", "Dialogue: {\\k20}dyna{\\k25}mite"],
    ["dynamite", "BT [(see dyna)-3(mi)12(\\164e)] TJ ET"],
    ["silver lake", "the sil**ver** lake plan"],
    ["سلاح", "https://xn--mgbt3dhd.xn--mgbx5cf.example وسلاح"],
    ["dynamite", "<w:t>dyna</w:t></w:r><w:r><w:t>mite</w:t>"],
  ];
  for (const [word, text] of words) assert.ok(keyword(word, text), text);
  assert.ok(pattern("QR-[A-Z]{2}", "crew says quebec romeo dash echo tango at stand five").length > 0);
  assert.ok(pattern("DOC#\\d{4}", '=CHAR(68)&"OC"&CHAR(35)&"40"&TEXT(7,"00")').length > 0);
  assert.ok(pattern("QR-\\d{2}-\\d{2}", "printf '\\x51\\x52\\x2d\\x31\\x38\\055\\x34\\x30'").length > 0);
  assert.ok(pattern("box\\d\\.corp\\.local", "ssh box7[.]corp[dot]local").length > 0);
  const mixed = [...Buffer.from("Zmona@lakeview.org")].map((one, i) =>
    (i === 0 ? one : one ^ 0x5a).toString(16).padStart(2, "0")
  ).join("");
  const cases: [string, RegExp][] = [
    [`<a data-cfemail="${mixed}">`, /EMAIL/],
    ["BEGIN:VCARD\r\nTEL:+971 50\r\n  418 27\r\n 63\r\nEND:VCARD", /PHONE/],
    ["dig NAPTR 3.6.7.2.8.1.4.0.5.1.7.9.e164.arpa +short", /PHONE/],
    ["211.19.62.178.in-addr.arpa. PTR a.example.", /IP_ADDRESS/],
    ["<ssn><area>219</area><group>46</group><serial>7038</serial></ssn>", /US_SSN/],
    ["آيبان إيه إي ٠٧٠٣ ٣١٢٣ ٤٥٦٧ ٨٩٠١ ٢٣٤٥ ٦", /IBAN/],
    ["ILARE1234567891784199012345676\n9001018M", /EMIRATES_ID/],
    [
      "رقم هويتي أول رقم في كل سطر:\n1 تفاح\n1 موز\n1 خبز\n9 جبن\n2 لبن\n6 شاي\n4 أرز\n0 سكر\n5 ملح\n7 زيت",
      /SAUDI_ID/,
    ],
  ];
  for (const [text, type] of cases) assert.match(found(text).join(), type, text);
});
