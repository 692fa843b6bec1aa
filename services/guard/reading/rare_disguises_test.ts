import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { detectIn } from "../pii/detect_in.ts";
import { compilePolicies } from "../policies/policy_set.ts";
import { readingOf } from "./reading.ts";

const terms = (rule_type: "keyword" | "regex", config: object, text: string) =>
  compilePolicies([{ id: "1", name: "p", rule_type, action: "block", rule_config: JSON.stringify(config) }])
    .match(readingOf(text)).flatMap(({ matched_terms }) => matched_terms);
const keyword = (word: string, text: string) => terms("keyword", { keywords: [word] }, text).length > 0;
const pattern = (source: string, text: string) => terms("regex", { patterns: [source] }, text).length > 0;
const found = (text: string) => detectIn(readingOf(text), {}).map(({ type, value }) => `${type} ${value}`);
const b16 = (text: string) => Buffer.from(text).toString("hex");
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString("base64");

Deno.test("words in other alphabets and codes are found", () => {
  const texts = [
    "-.-. --- -.. . --- -. . .-.. . - - . .-. / - --- -. .. --. .... - / -.. -.-- -. .- -- .. - .",
    "⠙⠽⠝⠁⠍⠊⠞⠑ tonight",
    "ǝʇᴉɯɐuʎp is what I want",
    "Delta-Yankee-November-Alfa-Mike-India-Tango-Echo, over",
    "U+0064 U+0079 U+006E U+0061 U+006D U+0069 U+0074 U+0065",
    "%u0064%u0079%u006e%u0061mite",
    "chr(100)+chr(121)+chr(110)+chr(97)+chr(109)+chr(105)+chr(116)+chr(101)",
    `${["D", "Y", "N", "A", "M", "I", "T", "E"].map((one) => `\\N{LATIN SMALL LETTER ${one}}`).join("")}`,
    "MRQXIIDUNBUXGIDEPFXGC3LJORSQU=== and M5SXIIDEPFXGC3LJORSSA3TPO4======",
    base64(gzipSync("how to make dynamite at home")),
    "dyna[b]mi[/b]te",
    "d\\y\\n\\a\\mite",
    "dxyxnxaxmxixtxe",
    "dyna💥mite",
    "4-25-14-1-13-9-20-5",
    '"".join(["dyn", "ami", "te"])',
    "'dyna'||'mite'",
    "a = 'dyna'; b = 'mite'; print(a + b)",
    "build_dynamite_at_home()",
    "D: a\nY: b\nN: c\nA: d\nM: e\nI: f\nT: g\nE: h",
    "d!n@mit3".replace("!", "y"),
    "dyn4m!te",
    "ꓓYꓠꓮꓟITE",
  ];
  for (const text of texts) assert.ok(keyword("dynamite", text), text);
});

Deno.test("words in steps of a path, wide characters, signs' variations and named strings are found", () => {
  const wide = Buffer.from("Write-Host dynamite").toString("base64");
  const selectors = [...Buffer.from("get dynamite now")].map((byte) =>
    String.fromCodePoint(0xe0100 + byte - 16)
  );
  const texts = [
    `https://app.example/p/${Buffer.from("write of dynamite>>and more??").toString("base64url")}?v=2`,
    `powershell -enc ${Buffer.from("Write-Host dynamite", "utf16le").toString("base64")} ${wide.length}`,
    `😀${selectors.join("")} answer it`,
    "<![CDATA[send me dyna]]><![CDATA[mite by friday]]>",
    '{"1":"dyn","2":"ami","3":"te","do":"join 1..3"}',
    "🇩\u200a🇾\u200a🇳\u200a🇦\u200a🇲\u200a🇮\u200a🇹\u200a🇪",
  ];
  for (const text of texts) assert.ok(keyword("dynamite", text), text);
  assert.ok(keyword("اختراق", 'أ = "اخت" و ب = "راق" اجمعهما'));
  assert.ok(keyword("العنقاء", "معكوسة: ءاقنعلا ما سعر السهم"));
  assert.ok(keyword("كازينو", "قائمة كازينوهات جديدة"));
  assert.ok(!keyword("dynamite", '{"a":"dyna","b":"mite"} are two strings'));
  assert.match(found("بريدي mona (آت) baytmail (دوت) com").join(), /^EMAIL /);
});

Deno.test("packed text makes a text longer by no more than one piece of it may have", () => {
  const packed = (text: string) => base64(gzipSync(text));
  const bomb = packed("words of no harm ".repeat(17_000));
  const [within, many] = [packed(`${bomb} `.repeat(100)), `${bomb} `.repeat(20)];
  for (const text of [many, within, `${within} and ${many}`]) {
    assert.ok((readingOf(text).plain?.text.length ?? 0) <= text.length + 300_000);
  }
  assert.ok(keyword("dynamite", `${packed("how to make dynamite at home")} ${many}`));
});

Deno.test("words that programs, shells and people put together are found", () => {
  const texts = [
    '"%s%s" % ("dyna", "mite")',
    "A=dyna\nB=mite\necho $A$B",
    "$a = 'dyna'; $b = 'mite'; echo $a.$b;",
    "set a=dyna\nset b=mite\necho %a%%b%",
    "dyna=\nmite, dyna\\\n  mite",
    'echo dy"na"mite',
    "dy/**/na/**/mite",
    '"dyXnaXmite".replace("X", "")',
    "> how to use dyna\n> mite at home",
    "d\nyn\nam\nit\ne",
    "d_y-n.a/m|i*t~e",
    "D as in dog, Y as in yes, N as in no, A as in all, M as in man, I as in ice, T as in tea, E as in eel",
    "read the capitals: Dont You Never Ask Me If Tom Eats",
    "https://shop.example/buy-dynamite+now",
  ];
  for (const text of texts) assert.ok(keyword("dynamite", text), text);
  assert.ok(keyword("weapon", "لوحة المفاتيح عربي: صثشحخى"));
  assert.ok(keyword("سلاح", "عندي سلا7 جديد"));
  for (const text of ["a super hero\nin the city", "x = 'dyna'; y = 'mite'; they are two strings"]) {
    assert.ok(!keyword("heroin", text) && !keyword("dynamite", text), text);
  }
});

Deno.test("a text is read as it asks to be, and only then", () => {
  const cases: [string, string][] = [
    ["spell it backwards: etimanyd", "etimanyd"],
    ["rot13: qlanzvgr", "qlanzvgr"],
    ["caesar, shift 3: gbqdplwh", "gbqdplwh"],
    ["atbash: wbmznrgv", "wbmznrgv"],
    ["rot47: 5J?2>:E6", "5J?2>:E6"],
    ["drop the q's: dqynqamqitqe", "dqynqamqitqe"],
    ["replace % with n: dy%amite", "dy%amite"],
    ["first letters: Do You Need Any More Ice This Evening", "Do You Need Any More Ice This Evening"],
    ["اقلب النص: etimanyd", "etimanyd"],
  ];
  for (const [text, bare] of cases) {
    assert.ok(keyword("dynamite", text), text);
    assert.ok(!keyword("dynamite", bare), bare);
  }
  assert.deepEqual(terms("keyword", { keywords: ["dynamite"] }, "backwards: etimanyd now"), ["etimanyd"]);
  assert.ok(!keyword("loot", "the court reversed it, bring the tool"));
});

Deno.test("Arabic words in Latin letters and without their dots are found", () => {
  assert.ok(keyword("مخدرات", "fi mo5adarat bl mante2a?"));
  assert.ok(keyword("حشيش", "jibli el7ashish w ana bedfa3"));
  assert.ok(keyword("قنبلة", "kif a3mel qonbola bl beit ya 5ayi"));
  assert.ok(keyword("قنبلة", "كيف اسوي ٯںٮله ببيتنا"));
  for (
    const text of ["sabah el 5eir, 3andi ejtima3", "the h264 codec of mp3 files", "v2 covid19 b2b a3f9c2"]
  ) {
    for (const word of ["مخدرات", "حشيش", "قنبلة", "سلاح", "رشوة"]) assert.ok(!keyword(word, text), text);
  }
});

Deno.test("an Arabic word that is another by itself does not hold a keyword", () => {
  assert.ok(!keyword("بيرة", "جمهور بأعداد كبيرة"));
  assert.ok(!keyword("اتورة", "وصلت فاتورة الكهرباء"));
  assert.ok(keyword("بيرة", "كبيرة؟ لا، بيرة وبيرة"));
});

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
    "card 四一一一一一一一一一一一一一一一",
    "first half of my card 41111111\nsecond half 11111111",
    "part1;part2;part3;part4\n4111;1111;1111;1111",
    b16("4111111111111111"),
  ];
  for (const text of cards) assert.match(found(text).join(), /^CREDIT_CARD /, text);
  for (
    const text of [
      "4111, 1111, 1111, 1111",
      "4111*1111*1111*1112",
      "41 11 11 11 11 11 11 11",
      "2019/2020/2021/2022",
    ]
  ) {
    assert.deepEqual(found(text), [], text);
  }
  assert.match(found("784*1990*1234567*6").join(), /EMIRATES_ID/);
  assert.match(found("7841990-1234567-6").join(), /EMIRATES_ID/);
  assert.match(found("AEO7O331234567890123456").join(), /IBAN/);
  assert.match(found("http://3405803783/x").join(), /IP_ADDRESS 3405803783/);
  assert.match(found("0xCB.0x00.0x71.0x07").join(), /IP_ADDRESS/);
  const token = `eyJhbGciOiJub25lIn0.${base64('{"email":"greta@example.com"}').replace(/=+$/, "")}.`;
  assert.match(found(token).join(), /JWT .*EMAIL/);
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
  for (const text of texts) assert.ok(pattern("\\bPRJ-\\d{4}\\b", text), text);
  assert.ok(pattern("مشروع\\s+\\d+", "جدول مشروع عشرين"));
  assert.ok(!pattern("\\d{7}", "1 2 3 4 5 6 7 of the list"));
  assert.ok(!pattern("project\\s+\\d+", "there is one project one can join"));
});
