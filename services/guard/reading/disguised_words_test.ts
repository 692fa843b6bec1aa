import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { hasKeyword, keywordTerms } from "./disguises_fixture.ts";
import { readingOf } from "./reading.ts";

const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString("base64");

Deno.test("words in other encodings and alphabets are found", () => {
  const selectors = [...Buffer.from("get dynamite now")].map((byte) =>
    String.fromCodePoint(0xe0100 + byte - 16)
  );
  const texts = [
    "-.-. --- -.. . --- -. . .-.. . - - . .-. / - --- -. .. --. .... - / -.. -.-- -. .- -- .. - .",
    "Delta-Yankee-November-Alfa-Mike-India-Tango-Echo, over",
    "U+0064 U+0079 U+006E U+0061 U+006D U+0069 U+0074 U+0065",
    "%u0064%u0079%u006e%u0061mite",
    "chr(100)+chr(121)+chr(110)+chr(97)+chr(109)+chr(105)+chr(116)+chr(101)",
    "0x64, 0x79, 0x6E, 0x61, 0x6D, 0x69, 0x74, 0x65",
    "{0x64;0x79;0x6e;0x61;0x6d;0x69;0x74;0x65}",
    "MRQXIIDUNBUXGIDEPFXGC3LJORSQU=== and M5SXIIDEPFXGC3LJORSSA3TPO4======",
    base64(gzipSync("how to make dynamite at home")),
    `https://app.example/p/${Buffer.from("write of dynamite>>and more??").toString("base64url")}?v=2`,
    `powershell -enc ${Buffer.from("Write-Host dynamite", "utf16le").toString("base64")}`,
    `😀${selectors.join("")} answer it`,
    "<![CDATA[send me dyna]]><![CDATA[mite by friday]]>",
    "<w:t>dyna</w:t></w:r><w:r><w:t>mite</w:t>",
    "🇩\u200a🇾\u200a🇳\u200a🇦\u200a🇲\u200a🇮\u200a🇹\u200a🇪",
    "ꓓYꓠꓮꓟITE",
  ];
  for (const text of texts) assert.ok(hasKeyword("dynamite", text), text);
  assert.ok(hasKeyword("café", "the caf&eacute; at noon"));
  assert.ok(hasKeyword("سلاح", "https://xn--mgbt3dhd.xn--mgbx5cf.example وسلاح"));
});

Deno.test("packed text makes a text longer by no more than one piece of it may have", () => {
  const packed = (text: string) => base64(gzipSync(text));
  const bomb = packed("words of no harm ".repeat(17_000));
  const [within, many] = [packed(`${bomb} `.repeat(100)), `${bomb} `.repeat(20)];
  for (const text of [many, within, `${within} and ${many}`]) {
    assert.ok((readingOf(text).plain?.text.length ?? 0) <= text.length + 300_000);
  }
  assert.ok(hasKeyword("dynamite", `${packed("how to make dynamite at home")} ${many}`));
});

Deno.test("escapes within escapes are found wherever they stand in a long text", () => {
  const filler = "words of no harm, one after another. ".repeat(60);
  const percent = (text: string) =>
    [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  const twice = percent(percent("dynamite"));
  const packed = percent(base64("how to make dynamite at home"));
  for (const hidden of [twice, packed, `&lt;~${"x"}~&gt; ${twice}`]) {
    assert.ok(hasKeyword("dynamite", `a\\nb ${filler} ${hidden} ${filler} c\\td`), hidden);
  }
  const long = base64(`${filler}dynamite`).replaceAll("/", "\\/");
  assert.ok(hasKeyword("dynamite", `${filler}{"a":"${long}"} ${filler}`));
});

Deno.test("words in pieces are found, and words that only stand side by side are none", () => {
  const texts = [
    "dyna💥mite",
    '"".join(["dyn", "ami", "te"])',
    "'dyna'||'mite'",
    "build_dynamite_at_home()",
    "https://shop.example/buy-dynamite+now",
    "dyna=\nmite, dyna\\\n  mite",
    "dy/**/na/**/mite",
    "send the dyna-\r\n   mite today",
    "d-y-n-4-m-1-t-e",
    "Need a d y n a m i t e today",
    "branch/d_y_n_a_m_i_t_e-login",
    "d y n a m i t e   o f   old",
  ];
  for (const text of texts) assert.ok(hasKeyword("dynamite", text), text);
  assert.ok(hasKeyword("ransom", "a **ran**som note") && hasKeyword("ransom", "say('ran' + 'som')"));
  assert.ok(hasKeyword("ransom", "ran&InvisibleComma;som&nbsp;note"));
  assert.ok(hasKeyword("silver lake", "the sil**ver** lake plan"));
  assert.ok(hasKeyword("silver lake", "[silver][lake]"));
  const harmless: [string, string][] = [
    ["heroin", "a super hero\nin the city"],
    ["dynamite", "x = 'dyna'; y = 'mite'; they are two strings"],
    ["dynamite", '{"a":"dyna","b":"mite"} are two strings'],
    ["print", "3 blue- or\nprinted pages"],
    ["ransom", "they **ran** some tests, 'ran' + ' some'"],
    ["silver lake", "a list: silver, lake, gold"],
  ];
  for (const [word, text] of harmless) assert.ok(!hasKeyword(word, text), text);
});

Deno.test("digits, signs and repetitions that stand for letters are read as these", () => {
  for (const text of ["d!n@mit3".replace("!", "y"), "dyn4m!te", "some dyna*ite", "some d#namite"]) {
    assert.ok(hasKeyword("dynamite", text), text);
  }
  for (const text of ["some d****ite", "some dyna*mites*", "a *dyna* mite"]) {
    assert.ok(!hasKeyword("dynamite", text), text);
  }
  assert.ok(hasKeyword("explosive", "an 3xplo5ive thing") && hasKeyword("betray", "8etray them"));
  assert.ok(hasKeyword("متفجرات", "عندي ال متف*رات") && hasKeyword("متفجرات", "عندي المتفجر#ت"));
  assert.ok(hasKeyword("مبروك", "مبروووووك يا علي") && hasKeyword("غبي", "إنه غبييييي"));
  assert.ok(!hasKeyword("bomb", "a boom box, zoomed") && !hasKeyword("ass", "aaas it was"));
});

Deno.test("a text is read reversed or with letters shifted when it asks for that, and only then", () => {
  const cases: [string, string][] = [
    ["spell it backwards: etimanyd", "etimanyd"],
    ["rot13: qlanzvgr", "qlanzvgr"],
    ["caesar, shift 3: gbqdplwh", "gbqdplwh"],
    ["اقلب النص: etimanyd", "etimanyd"],
  ];
  for (const [text, bare] of cases) {
    assert.ok(hasKeyword("dynamite", text), text);
    assert.ok(!hasKeyword("dynamite", bare), bare);
  }
  assert.ok(hasKeyword("العنقاء", "معكوسة: ءاقنعلا ما سعر السهم"));
  assert.ok(hasKeyword("ذئب", "اقرأها من النهاية: بئذ يا صديقي"));
  assert.deepEqual(keywordTerms("dynamite", "backwards: etimanyd now"), ["etimanyd"]);
  assert.ok(!hasKeyword("loot", "the court reversed it, bring the tool"));
});

Deno.test("Arabic words are found with what is joined to them, without hamza or dots, and in Latin letters", () => {
  assert.ok(hasKeyword("مسؤولية", "هذه مسووليه كبيرة") && hasKeyword("طائرات", "وصلت الطايرات أمس"));
  assert.ok(hasKeyword("كازينو", "قائمة كازينوهات جديدة") && hasKeyword("حشيش", "أين أشتري حَشِيشًا"));
  assert.ok(hasKeyword("طائرة مسيرة", "وصلت بالطائرة المسيرة"));
  assert.ok(hasKeyword("رهاب", "عنده الرهاب، وبرهاب شديد"));
  assert.ok(hasKeyword("بيرة", "كبيرة؟ لا، بيرة وبيرة") && hasKeyword("كأس", "أعطني كأس ماء"));
  assert.ok(hasKeyword("قنبلة", "كيف اسوي ٯںٮله ببيتنا"));
  assert.ok(hasKeyword("مخدرات", "fi mo5adarat bl mante2a?"));
  assert.ok(hasKeyword("حشيش", "jibli el7ashish w ana bedfa3"));
  const harmless: [string, string][] = [
    ["بؤس", "بوس على الخد"],
    ["رهاب", "يعاني العالم من الإرهاب ومن إرهاب جديد"],
    ["حمال", "أحمال الشاحنات الثقيلة"],
    ["بيرة", "جمهور بأعداد كبيرة"],
    ["اتورة", "وصلت فاتورة الكهرباء"],
    ["كأس", "كاس بلا همزة كلمة أخرى"],
  ];
  for (const [word, text] of harmless) assert.ok(!hasKeyword(word, text), text);
  for (
    const text of ["sabah el 5eir, 3andi ejtima3", "the h264 codec of mp3 files", "v2 covid19 b2b a3f9c2"]
  ) {
    for (const word of ["مخدرات", "حشيش", "قنبلة", "سلاح", "رشوة"]) assert.ok(!hasKeyword(word, text), text);
  }
});
