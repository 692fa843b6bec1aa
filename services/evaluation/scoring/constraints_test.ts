import assert from "node:assert/strict";
import { type Check, constraints, countSentences, countWords, meetsConstraint } from "./constraints.ts";

Deno.test("countWords() and countSentences() count both scripts", () => {
  assert.equal(countWords("It's a test, isn't it?"), 5);
  assert.equal(countWords("ذَهَبَ الولدُ إلى المدرسةِ."), 4);
  assert.equal(countSentences("One. Two! Three? Four"), 4);
  assert.equal(countSentences("جملة أولى. هل الثانية سؤال؟ نعم"), 3);
});

for (
  const [text, check, expected] of [
    ["one two three", { check: "words", min: 3, max: 3 }, true],
    ["one two", { check: "words", min: 3 }, false],
    ["a\n\nb", { check: "paragraphs", min: 2, max: 2 }, true],
    ["- a\n- b\n* c", { check: "bullets", min: 3, max: 3 }, true],
    ["1. a\n٢. ب", { check: "numbered", min: 2, max: 2 }, true],
    ["sea and Sea, seaside", { check: "keyword", keyword: "sea", min: 2, max: 2 }, true],
    ["banana", { check: "letter", letter: "a", min: 3, max: 3 }, true],
    ["البحر الأزرق", { check: "includes", keywords: ["البحر", "ازرق"] }, true],
    ["the palm tree", { check: "avoids", keywords: ["palm"] }, false],
    ["the palmist", { check: "avoids", keywords: ["palm"] }, true],
    ["Dear team, hello", { check: "starts_with", text: "dear team" }, true],
    ["that is all.", { check: "ends_with", text: "That is all." }, true],
    ["HELLO 2", { check: "letter_case", is: "upper" }, true],
    ["Hello", { check: "letter_case", is: "lower" }, false],
    ["one، two", { check: "no_commas" }, false],
    ["room ٥", { check: "no_digits" }, false],
    ["مرحبا بكم", { check: "language", is: "ar" }, true],
    ["hello", { check: "language", is: "ar" }, false],
    ["123", { check: "language", is: "en" }, false],
    ['{"a":1}', { check: "json" }, true],
    ['"quoted"', { check: "quoted" }, true],
    ["<<The Sea>>\ntext", { check: "title" }, true],
    ["Dear [name], at [address]", { check: "placeholders", min: 2 }, true],
    ["one\ntwo", { check: "lines", min: 2, max: 2 }, true],
    ["One. Two.", { check: "sentences", max: 1 }, false],
  ] as [string, Check, boolean][]
) {
  Deno.test(`keeps(${JSON.stringify(text)}, ${check.check}) is ${expected}`, () => {
    assert.equal(meetsConstraint(text, check), expected);
  });
}

Deno.test("constraints() needs all, or gives the share, and names the broken ones", () => {
  const checks: Check[] = [{ check: "no_commas" }, { check: "words", min: 3 }];
  assert.deepEqual(constraints({ text: "one, two" }, checks, { all: false }).rule, "broken:no_commas,words");
  assert.equal(constraints({ text: "one two" }, checks, { all: false }).score, 0.5);
  assert.equal(constraints({ text: "one two" }, checks, { all: true }).score, 0);
  assert.equal(constraints({ text: "" }, [{ check: "no_commas" }], { all: true }).score, 0);
});

// From IFEval's own tests of its checkers.
for (
  const [text, check, expected] of [
    ["xx,x. xx,x! xx/x. x{x}x?", { check: "sentences", max: 3 }, false],
    ["xxxx. xx,x! xxxx. x(x)x?", { check: "sentences", max: 4 }, true],
    ["xxxx. xx,x! xx|x. x&x x?", { check: "sentences", min: 4 }, true],
    ["xx-x. xx,x! xx}x. x,xx?", { check: "sentences", min: 5 }, false],
    ["[Name]\n[Email]\n[Phone]\n[Address]\n[Website]", { check: "placeholders", min: 5 }, true],
    [
      "My [adjective] [noun] is [adjective] [noun]. I [verb] and [verb].",
      { check: "placeholders", min: 7 },
      false,
    ],
    [
      "For example:\n  * One.\n  *(no space)Two.\n  * Three.\n  end",
      { check: "bullets", min: 3, max: 3 },
      true,
    ],
    ["inline (*), *, not.\n    * One\n    * Two\n    . dot", { check: "bullets", min: 2, max: 2 }, true],
    ["Three:\n  - One\n  - Two\n  -Three", { check: "bullets", min: 3, max: 3 }, true],
    ["One\n  ***\n  Two\n  ***\n  * only one", { check: "bullets", min: 1, max: 1 }, true],
  ] as [string, Check, boolean][]
) {
  Deno.test(`keeps(${JSON.stringify(text)}, ${check.check}) is ${expected}, as in IFEval`, () => {
    assert.equal(meetsConstraint(text, check), expected);
  });
}
