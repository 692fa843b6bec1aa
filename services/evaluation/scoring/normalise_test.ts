import assert from "node:assert/strict";
import fc from "fast-check";
import { foldArabic } from "./arabic.ts";
import { normalise, normalisedWords } from "./normalise.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(..."أإآاٱةهىيـًٌَُِّْٰ١٢٣۴the an a ،؛؟.,-İßﬁﷺ½".split("")) }),
);

Deno.test("normalise() is idempotent", () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, loose) => {
      const once = normalise(text, { loose });
      assert.equal(normalise(once, { loose }), once);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("foldArabic() is idempotent", () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, loose) => {
      const once = foldArabic(text, { loose });
      assert.equal(foldArabic(once, { loose }), once);
    }),
    { numRuns: 2000 },
  );
});

// The first five are what the SQuAD 1.1 script's normalize_answer gives.
for (
  const [text, expected] of [
    ["The Cat,  sat.", "cat sat"],
    ["a an the", ""],
    ["U.S.A.", "usa"],
    ["Theatre of an age", "theatre of age"],
    ["well-known", "wellknown"],
    ["كِتَابٌ", "كتاب"],
    ["مـــدرســـة", "مدرسة"],
    ["إلى أحمد وآدم", "الى احمد وادم"],
    ["ما اسمك؟ «عليّ»، نعم؛", "ما اسمك علي نعم"],
    ["الكتاب", "الكتاب"],
    ["٢٠٢٤ و ۱۲", "2024 و 12"],
    ["\u200Fدبي\u200E", "دبي"],
  ] as const
) {
  Deno.test(`normalise() makes ${JSON.stringify(text)} ${JSON.stringify(expected)}`, () => {
    assert.equal(normalise(text), expected);
  });
}

Deno.test("foldArabic() keeps ة and ى apart from ه and ي unless told", () => {
  assert.notEqual(foldArabic("على"), foldArabic("علي"));
  assert.equal(foldArabic("على", { loose: true }), foldArabic("علي", { loose: true }));
  assert.equal(foldArabic("مدرسة", { loose: true }), "مدرسه");
});

Deno.test("normalisedWords() counts an empty text as no words", () =>
  assert.deepEqual(normalisedWords(" . "), []));
