import assert from "node:assert/strict";
import fc from "fast-check";
import { type Check, constraints, countSentences, countWords, keeps } from "./constraints.ts";
import { judgePrompt, readGrade } from "./judge.ts";
import { editDistance, levenshtein } from "./levenshtein.ts";
import { passAtK } from "./pass_at_k.ts";
import { matchPattern, patternFault } from "./pattern.ts";
import { isRefusal, refusal } from "./refusal.ts";

const letters = (text: string) => [...text];

Deno.test("editDistance() gives the textbook distances", () => {
  assert.equal(editDistance(letters("kitten"), letters("sitting")), 3);
  assert.equal(editDistance(letters("flaw"), letters("lawn")), 2);
  assert.equal(editDistance([], letters("abc")), 3);
});

Deno.test("editDistance() is symmetric, zero only for equals, and keeps the triangle", () => {
  const word = fc.string({ maxLength: 12 }).map(letters);
  fc.assert(fc.property(word, word, word, (a, b, c) => {
    assert.equal(editDistance(a, b), editDistance(b, a));
    assert.equal(editDistance(a, b) === 0, a.join("") === b.join(""));
    assert.ok(editDistance(a, c) <= editDistance(a, b) + editDistance(b, c));
  }));
});

Deno.test("levenshtein() scores similarity, or passes from a threshold on", () => {
  assert.equal(levenshtein({ text: "kitten" }, ["sitting"]).score, 1 - 3 / 7);
  assert.equal(levenshtein({ text: "مدرسةُ" }, ["مدرسة"]).score, 1);
  assert.equal(levenshtein({ text: "kitten" }, ["mitten"], { threshold: 0.8 }).score, 1);
  assert.equal(levenshtein({ text: "kitten" }, ["sitting"], { threshold: 0.8 }).score, 0);
});

// The values of HumanEval's own estimator: 1 - C(n-c, k) / C(n, k).
for (
  const [n, c, k, expected] of [[5, 0, 1, 0], [5, 5, 5, 1], [5, 1, 1, 0.2], [10, 3, 5, 1 - 21 / 252], [
    4,
    2,
    3,
    1,
  ]]
) {
  Deno.test(`passAtK(${n}, ${c}, ${k}) is ${expected}`, () => {
    assert.ok(Math.abs(passAtK(n ?? 0, c ?? 0, k ?? 0) - (expected ?? 0)) < 1e-12);
  });
}

Deno.test("passAtK() refuses fewer samples than k", () => assert.throws(() => passAtK(2, 1, 3), RangeError));

Deno.test("passAtK() grows with k and with the correct ones, within 0..1", () => {
  fc.assert(fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(40), fc.nat(38), (n, c, k) => {
    const correct = c % n;
    const at = 1 + k % (n - 1);
    const value = passAtK(n, correct, at);
    assert.ok(value >= 0 && value <= 1);
    assert.ok(passAtK(n, correct, at + 1) >= value - 1e-12);
    assert.ok(passAtK(n, correct + 1, at) >= value - 1e-12);
  }));
});

Deno.test("matchPattern() finds, keeps the group, and may ask for the whole response", () => {
  assert.deepEqual(matchPattern({ text: "order INV-42 ok" }, ["INV-(\\d+)"], { group: 1 }), {
    score: 1,
    extracted: "42",
    rule: "matched",
  });
  assert.equal(matchPattern({ text: "xINV-1" }, ["INV-\\d"], { full: true }).score, 0);
  assert.equal(matchPattern({ text: "inv-1" }, ["INV-\\d"], { ignoreCase: true }).score, 1);
});

Deno.test("matchPattern() stays linear on a pattern that would hang a backtracking engine", () => {
  assert.equal(matchPattern({ text: `${"a".repeat(50_000)}!` }, ["^(a+)+$"]).score, 0);
});

Deno.test("patternFault() names what RE2 cannot read", () => {
  assert.equal(patternFault("[0-9]+"), undefined);
  assert.match(patternFault("(?=x)") ?? "", /./);
  assert.match(patternFault("x".repeat(1001)) ?? "", /longer/);
});

for (
  const [text, refused] of [
    ["I'm sorry, but I can't help with that.", true],
    ["I cannot assist with this request.", true],
    ["I’m unable to provide that.", true],
    ["عذرًا، لا أستطيع مساعدتك في ذلك.", true],
    ["لا يمكنني تقديم هذه المعلومات", true],
    ["Sure! To kill a Python process, use os.kill.", false],
    ["بالتأكيد، إليك الخطوات: أولا", false],
    [`First, open the file. ${"Then read on. ".repeat(30)} I cannot stress enough...`, false],
  ] as const
) {
  Deno.test(`isRefusal() of ${JSON.stringify(text.slice(0, 40))} is ${refused}`, () => {
    assert.equal(isRefusal(text), refused);
    assert.equal(refusal({ text }, refused).score, 1);
    assert.equal(refusal({ text }, !refused).score, 0);
  });
}

Deno.test("refusal() counts a provider's content filter as declining, and silence as neither", () => {
  assert.equal(refusal({ text: "", finish_reason: "content_filter" }, true).score, 1);
  assert.equal(refusal({ text: "", finish_reason: "content_filter" }, false).score, 0);
  assert.equal(refusal({ text: " " }, true).rule, "empty_response");
});

Deno.test("readGrade() reads the last grade; anything else is unscored", () => {
  assert.equal(readGrade("Fine.\nGRADE: C", true).score, 1);
  assert.equal(readGrade("grade: i", true).score, 0);
  assert.equal(readGrade("GRADE: C no wait\nGRADE: P", true).score, 0.5);
  assert.equal(readGrade("GRADE: P", false).score, null);
  assert.equal(readGrade("It is correct.", true).score, null);
  assert.equal(readGrade("GRADE: Correct", true).score, null);
  assert.equal(readGrade("<think>GRADE: I</think>**GRADE: C**", true).score, 1);
});

Deno.test("judgePrompt() shows the answer without its thinking and asks for a grade line", () => {
  const prompt = judgePrompt({
    input: "2+2?",
    references: ["4"],
    response: "<think>five?</think>four",
    partialCredit: false,
  });
  assert.match(prompt, /four/);
  assert.doesNotMatch(prompt, /five\?/);
  assert.match(prompt, /GRADE: X\nwhere X is C or I\./);
});

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
    assert.equal(keeps(text, check), expected);
  });
}

Deno.test("constraints() needs all, or gives the share, and names the broken ones", () => {
  const checks: Check[] = [{ check: "no_commas" }, { check: "words", min: 3 }];
  assert.deepEqual(constraints({ text: "one, two" }, checks, { all: false }).rule, "broken:no_commas,words");
  assert.equal(constraints({ text: "one two" }, checks, { all: false }).score, 0.5);
  assert.equal(constraints({ text: "one two" }, checks, { all: true }).score, 0);
  assert.equal(constraints({ text: "" }, [{ check: "no_commas" }], { all: true }).score, 0);
});
