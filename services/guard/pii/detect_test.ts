import assert from "node:assert/strict";
import fc from "fast-check";
import { detect } from "./detect.ts";
import { OPTIONAL } from "./entity.ts";
import labelled from "./labelled.json" with { type: "json" };

Deno.test("detect() gives offsets in UTF-16 code units of the text as sent", () => {
  const text = "😀 بريد\u200f ａｌｉ@example.com و 784\u200b-1987-1234567-0 😀 +٩٧١ ٥٠ ١٢٣ ٤٥٦٧";
  for (const { value, start, end } of detect(text)) assert.equal(text.slice(start, end), value);
  assert.deepEqual(detect(text).map(({ type }) => type), ["EMAIL", "PHONE"]);
});

Deno.test("detect() returns ordered, non-overlapping findings for any text", () => {
  const piece = fc.constantFrom(
    "784-1987-1234567-1",
    "+971501234567",
    "a@b.co",
    "4111 1111 1111 1111",
    "10.0.0.1",
    ":",
    "-",
    " ",
    "::",
    "@",
    "٣",
    "\u200b",
    "password: x9x9x9",
    "born 1/1/1980 ",
    "AE070331234567890123456",
    "eyJ",
    "sk-",
    "السيد محمد",
    "😀",
    "\ud800",
    "0",
  );
  fc.assert(fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), (pieces) => {
    const text = pieces.join("");
    let last = 0;
    for (const { start, end, value } of detect(text, { include: OPTIONAL })) {
      assert.ok(start >= last && end > start);
      assert.equal(text.slice(start, end), value);
      last = end;
    }
  }));
});

Deno.test("detect() finds digits however they are written or split", () => {
  for (
    const value of [
      "784-1990-1234567-6",
      "784199012345676",
      "٧٨٤-١٩٩٠-١٢٣٤٥٦٧-٦",
      "７８４-１９９０-１２３４５６７-６",
      "784\u200b19901234567\u200f6",
    ]
  ) {
    assert.deepEqual(detect(`x ${value} y`).map(({ type }) => type), ["EMIRATES_ID"], value);
  }
});

Deno.test("detect() has names, addresses and dates off unless they are asked for", () => {
  const text =
    "Mr. Khalid Al-Mansoori lives at Villa 12, Al Wasl Street. السيد محمد بن سالم حضر يوم 12/03/2026";
  assert.deepEqual(detect(text), []);
  const detected = detect(text, { include: OPTIONAL }).map(({ type, value }) => `${type} ${value}`);
  assert.deepEqual(detected, [
    "PERSON Khalid Al-Mansoori",
    "ADDRESS Villa 12, Al Wasl Street",
    "PERSON محمد بن سالم",
    "DATE_TIME 12/03/2026",
  ]);
});

Deno.test("detect() looks only for what `only` names and leaves out what `exclude` and `allow` name", () => {
  const text = "ali@example.com, SARA@example.com and +971501234567";
  const types = (options: Parameters<typeof detect>[1]) => detect(text, options).map(({ type }) => type);
  assert.deepEqual(types({ only: ["PHONE"] }), ["PHONE"]);
  assert.deepEqual(types({ exclude: ["EMAIL"] }), ["PHONE"]);
  assert.deepEqual(types({ allow: ["sara@example.com", "+971 50 123 4567"] }), ["EMAIL"]);
});

Deno.test("detect() resolves overlaps to the longest checked match", () => {
  const url = "postgres://ali@example.com:5432/x and https://u:pw123@mail.example.com/a";
  assert.deepEqual(detect(url).map(({ type, value }) => `${type} ${value}`), [
    "EMAIL ali@example.com",
    "URL_CREDENTIALS https://u:pw123@mail.example.com/a",
  ]);
});

Deno.test("detect() gives every entity a confidence between 0.5 and 1", () => {
  for (const { text } of labelled) {
    for (const { confidence } of detect(text)) assert.ok(confidence >= 0.5 && confidence <= 1);
  }
});
