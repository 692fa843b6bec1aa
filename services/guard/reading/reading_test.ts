import assert from "node:assert/strict";
import fc from "fast-check";
import { detectIn } from "../pii/detect_in.ts";
import type { MatchedPolicy } from "../policies/policy.ts";
import { compilePolicies } from "../policies/policy_set.ts";
import later from "./labelled/later.json" with { type: "json" };
import disguises from "./labelled/working.json" with { type: "json" };
import { openEscape } from "./open_escape.ts";
import { readingOf } from "./reading.ts";

const policy = (rule_type: MatchedPolicy["rule_type"], config: unknown): MatchedPolicy => ({
  ...{ id: rule_type, name: rule_type, rule_type, action: "block" },
  rule_config: JSON.stringify(config),
});
const keywords = compilePolicies([policy("keyword", {
  keywords: [
    ...["project falcon", "confidential", "bomb", "ass"],
    ...["قنبلة", "سري للغاية", "عملية الصقر", "مسؤول"],
  ],
})]);
const patterns = compilePolicies([policy("regex", {
  patterns: ["\\bEMP\\d{5}\\b", "سر[يى] رقم \\d+", "internal use only"],
})]);

function isFound(kind: string, text: string): boolean {
  const reading = readingOf(text);
  if (kind === "pii") return detectIn(reading, {}).length > 0;
  return (kind === "keyword" ? keywords : patterns).match(reading).length > 0;
}

// A third of the texts was held out and evaluated last.
for (const last of [false, true]) {
  Deno.test(`disguised texts are found and harmless ones are not (${last ? "set aside" : "seen"})`, () => {
    const texts = disguises.filter((disguise) => disguise.last === last);
    const wrong = texts.filter(({ kind, text, found }) => isFound(kind, text) !== found);
    const missed = wrong.filter(({ found }) => found);
    const disguised = texts.filter(({ found }) => found);
    assert.ok(missed.length <= disguised.length * 0.1, `missed ${JSON.stringify(missed)}`);
    assert.deepEqual(wrong.filter(({ found }) => !found), []);
  });
}

const laterKeywords = compilePolicies([policy("keyword", {
  keywords: [
    ...["project falcon", "bomb", "confidential", "nitroglycerin", "salary list", "password dump"],
    ...["قنبلة", "سري للغاية", "مشروع الصقر", "كشف الرواتب", "متفجرات", "الإرهاب"],
  ],
})]);
const laterPatterns = compilePolicies([policy("regex", {
  patterns: [
    "\\bACME-\\d{6}\\b",
    "internal\\s+use\\s+only",
    "عقد\\s+رقم\\s+\\d{4}",
    "contract\\s+no\\.?\\s*\\d{5}",
  ],
})]);

Deno.test("texts in disguises that were written later are found, and those that look like them are not", () => {
  const isFoundLater = (by: string, text: string) => {
    const reading = readingOf(text);
    if (by === "pii") return detectIn(reading, {}).length > 0;
    return (by === "keyword" ? laterKeywords : laterPatterns).match(reading).length > 0;
  };
  const missed = later.filter(({ found, by, text }) => found && !isFoundLater(by, text));
  const taken = later.filter(({ found, text }) =>
    !found && ["keyword", "regex", "pii"].some((by) => isFoundLater(by, text))
  );
  assert.deepEqual(taken, []);
  assert.ok(missed.length <= 8, JSON.stringify(missed));
});

Deno.test("matched terms are the text's own spelling", () => {
  const terms = (text: string) =>
    keywords.match(readingOf(text)).flatMap(({ matched_terms }) => matched_terms);
  assert.deepEqual(terms("the c-o-n-f-i-d-e-n-t-i-a-l one"), ["c-o-n-f-i-d-e-n-t-i-a-l"]);
  assert.deepEqual(terms("see pro%6aect%20falcon now"), ["pro%6aect%20falcon"]);
  assert.deepEqual(terms("a ВОМВ and وقنبلتهم"), ["قنبلت", "ВОМВ"]);
  const [email] = detectIn(readingOf("to ali&#64;example.com, please"), {});
  assert.deepEqual([email?.value, email?.start, email?.end], ["ali&#64;example.com", 3, 22]);
});

Deno.test("a reading's offsets stay in their text and in order, whatever the text", () => {
  const piece = fc.constantFrom(
    "\\u0061",
    "%41",
    "&#65;",
    "ａ",
    "ا\u064e",
    "а",
    "b-o-m",
    "YWJjZGVmZ2hpamts",
    "\u200b",
    " ",
    "\u{e0041}",
  );
  fc.assert(fc.property(fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 3 }))), (pieces) => {
    const given = pieces.join("");
    const reading = readingOf(given);
    for (const view of [reading.plain, reading.tight]) {
      if (!view) continue;
      let last = 0;
      for (let i = 0; i < view.text.length; i++) {
        const [from, to] = [view.from(i), view.to(i + 1)];
        assert.ok(from >= last && to >= from && to <= given.length, `${from} ${to} of ${given.length}`);
        last = from;
      }
      assert.equal(view.from(view.text.length), given.length);
    }
  }));
});

Deno.test("openEscape() finds the beginning of an escape that has not ended", () => {
  for (
    const [text, at] of [["a \\u00", 2], ["a %4", 2], ["a &#6", 2], ["a YWJjZGVmZ2hpamts", 2], [
      "a word ",
      7,
    ]] as const
  ) {
    assert.equal(openEscape(text), at, text);
  }
  assert.ok(openEscape("x".repeat(300_000)) >= 200_000, "a run without end is no base64");
});
