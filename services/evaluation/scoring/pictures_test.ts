import assert from "node:assert/strict";
import { exactMatch, f1, quasiExactMatch } from "./match.ts";

for (
  const [text, target, score] of [
    ["Brazil 🇧🇷", "Brazil", 1],
    ["🇧🇷 Brazil", "Brazil", 1],
    ["Argentina 🇧🇷", "Brazil", 0],
    ["yes ✅", "yes", 1],
    ["✔️ Yes.", "yes", 1],
    ["Mount Everest 🏔️.", "Mount Everest", 1],
    ["**Mercury** ☿️🪐", "Mercury", 1],
    ["ANSWER: Scotland 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "Scotland", 1],
    ["🎉 The answer is Brazil! 🎉", "Brazil", 1],
    ["🎉 The answer is Chile! 🎉", "Brazil", 0],
    ["yes ❌", "yes", 0],
    ["Brazil 👎", "Brazil", 0],
    ["🚫 Brazil", "Brazil", 0],
    ["❌ no ✅ yes", "yes", 0],
    ["✅", "yes", 0],
    ["🍎", "🍎", 1],
    ["🍏", "🍎", 0],
    ["apple 🍎", "🍎", 0],
    ["I ❤️ NY", "I NY", 0],
    ["نعم ✅", "نعم", 1],
    ["☑️ لا", "لا", 1],
    ["لا ✅", "نعم", 0],
    ["نعم ❌", "نعم", 0],
    ["الأردن 🇯🇴", "الأردن", 1],
    ["القاهرة 🌆🎉", "القاهرة", 1],
    ["الإجابة: الرياض 🇸🇦", "الرياض", 1],
    ["جدة 🇸🇦", "الرياض", 0],
    ["٤٢ 🎯", "42", 1],
  ] as const
) {
  Deno.test(`quasiExactMatch() of "${text}" against "${target}" is ${score}`, () => {
    assert.equal(quasiExactMatch({ text }, [target]).score, score);
  });
}

Deno.test("pictures around an answer cost no F1, and are not forgiven by exact_match", () => {
  assert.equal(f1({ text: "Lake Victoria 🌊" }, ["Lake Victoria"]).score, 1);
  assert.equal(f1({ text: "🌊" }, ["Lake Victoria"]).score, 0);
  assert.equal(exactMatch({ text: "Brazil 🇧🇷" }, ["Brazil"]).score, 0);
});

Deno.test("pictures are taken off in bounded time", () => {
  for (const unit of ["🇧🇷", "✅ ", "\u200D", "\uFE0F", "a 🎯 ", " 🎯"]) {
    const text = `x${unit.repeat(20_000 / unit.length)}`;
    assert.ok(quasiExactMatch({ text }, ["y"]).score === 0);
  }
});
