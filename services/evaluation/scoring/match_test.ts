import assert from "node:assert/strict";
import fc from "fast-check";
import { answerLine, withoutThinking } from "./answer_line.ts";
import { containsText, exactMatch, f1, quasiExactMatch } from "./match.ts";

const say = (text: string) => ({ text });
const near = (actual: number | null, expected: number) =>
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-9);

Deno.test("exactMatch() ignores only surrounding white space, like HELM's exact_match", () => {
  assert.equal(exactMatch(say(" Paris \n"), ["Paris"]).score, 1);
  assert.equal(exactMatch(say("paris"), ["Paris"]).score, 0);
  assert.equal(exactMatch(say("Paris."), ["Paris"]).score, 0);
  assert.equal(exactMatch(say(""), [""]).score, 0);
});

Deno.test("exactMatch() withholds a target in the digits of another script", () => {
  assert.equal(exactMatch(say("٢٠٢٥-٠١-٠١"), ["2025-01-01"]).score, null);
  assert.equal(exactMatch(say("24"), ["۲۴"]).score, null);
  assert.equal(exactMatch(say("٢٠٢٥-٠١-٠٢"), ["2025-01-01"]).score, 0);
  assert.equal(exactMatch(say("٢٤"), ["٢٤"]).score, 1);
});

Deno.test("exactMatch() ignores tatweel, and tashkeel that the reference does not ask for", () => {
  assert.equal(exactMatch(say("عِلْمٌ"), ["علم"]).score, 1);
  assert.equal(exactMatch(say("ســـلام"), ["سلام"]).score, 1);
  assert.equal(exactMatch(say("عِلْمٌ"), ["عَلَم"]).score, 0);
  assert.equal(exactMatch(say("علم"), ["عِلْم"]).score, 0);
});

Deno.test("quasiExactMatch() forgives case, punctuation and articles, as HELM's quasi_exact_match", () => {
  assert.equal(quasiExactMatch(say("The Nile."), ["Nile"]).score, 1);
  assert.equal(quasiExactMatch(say("the river Nile"), ["Nile"]).score, 0);
  assert.equal(quasiExactMatch(say("أَبُو ظَبْي"), ["ابو ظبي"]).score, 1);
  assert.equal(quasiExactMatch(say("الكتاب"), ["كتاب"]).score, 0);
  assert.equal(quasiExactMatch(say("٪٥٠"), ["50%"]).score, 1);
  assert.equal(quasiExactMatch(say("10 % 3"), ["103%"]).score, 0);
  assert.equal(quasiExactMatch(say("Let me see.\nANSWER: **Nile**"), ["Nile"]).rule, "answer_line");
});

// The cases of lighteval's tests of HELM's two matches.
const FOX = "The quick brown fox jumps over the lazy dog";
for (
  const [reference, given, exact, quasi] of [
    [FOX, FOX, 1, 1],
    [` ${FOX}\n`, `\n ${FOX} `, 1, 1],
    [FOX, `${FOX}.`, 0, 1],
    ["the quick brown fox, jumps over lazy dog", "quick brown fox jumps over lazy dog.", 0, 1],
    [FOX, "", 0, 0],
    ["", "", 0, 0],
  ] as const
) {
  Deno.test(`${JSON.stringify(given)} for ${JSON.stringify(reference)} is ${exact} exactly, ${quasi} nearly`, () => {
    assert.equal(exactMatch(say(given), [reference]).score, exact);
    assert.equal(quasiExactMatch(say(given), [reference]).score, quasi);
  });
}

// From the SQuAD script: precision and recall over the bags of words.
for (
  const [given, reference, expected] of [
    ["cat sat", "the cat sat", 1],
    ["cat", "cat sat", 2 * 1 * 0.5 / 1.5],
    ["cat cat", "cat", 2 * 0.5 * 1 / 1.5],
    ["dog", "cat", 0],
    ["", "cat", 0],
    ["the", "a", 1],
    ["مجلس التعاون الخليجي", "مجلس التعاون", 2 * 2 / 5],
  ] as const
) {
  Deno.test(`f1() of "${given}" against "${reference}" is ${expected.toFixed(3)}`, () => {
    near(f1(say(given), [reference]).score, expected);
  });
}

Deno.test("f1() takes the best of several references, whatever their order", () => {
  fc.assert(fc.property(fc.lorem(), fc.array(fc.lorem(), { minLength: 1 }), (text, references) => {
    const score = f1(say(text), references).score;
    assert.equal(f1(say(text), [...references].reverse()).score, score);
    assert.ok(score !== null && score >= 0 && score <= 1);
  }));
});

Deno.test("f1() is independent of word order", () => {
  fc.assert(fc.property(fc.array(fc.constantFrom("x", "y", "z", "w")), fc.lorem(), (list, reference) => {
    const forward = f1(say(list.join(" ")), [reference, "x y z"]).score;
    assert.equal(f1(say([...list].reverse().join(" ")), [reference, "x y z"]).score, forward);
  }));
});

Deno.test("containsText() finds any or all of the references", () => {
  const any = { mode: "any" as const };
  assert.equal(containsText(say("Riyadh, Saudi Arabia"), ["riyadh", "jeddah"], any).score, 1);
  assert.equal(containsText(say("Riyadh"), ["riyadh", "jeddah"], { mode: "all" }).score, 0);
  assert.equal(containsText(say("riyadh"), ["Riyadh"], { mode: "any", caseSensitive: true }).score, 0);
  assert.equal(containsText(say("unbearable"), ["bear"], { mode: "any", wholeWords: true }).score, 0);
  assert.equal(containsText(say("a bear."), ["bear"], { mode: "any", wholeWords: true }).score, 1);
  assert.equal(containsText(say("في المَدينةِ"), ["المدينة"], any).score, 1);
  assert.equal(containsText(say("x"), [""], any).score, 0);
});

Deno.test("withoutThinking() drops what the model thought, also where the thought has no end or no start", () => {
  assert.equal(withoutThinking("<think>B?</think> A"), "A");
  assert.equal(withoutThinking("so B </think>\nA"), "A");
  assert.equal(withoutThinking("<think>it never ends"), "");
  assert.equal(withoutThinking("I think A"), "I think A");
});

for (
  const [text, expected] of [
    ["ANSWER: 4\nwait\nANSWER: 5", "5"],
    ["**Answer:** Doha", "Doha"],
    ["Final answer: $\\boxed{42}$", "42"],
    ["الإجابة: المنامة", "المنامة"],
    ["الإجابة النهائية: ٤٢", "٤٢"],
    ["الجواب هو: مسقط", "مسقط"],
    ["Doha", undefined],
  ] as const
) {
  Deno.test(`answerLine() of ${JSON.stringify(text)} is ${expected}`, () =>
    assert.equal(answerLine(text), expected));
}
