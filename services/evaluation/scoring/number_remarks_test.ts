import assert from "node:assert/strict";
import fc from "fast-check";
import { afterRetraction, saysNothing, withoutFootnotes } from "./number_remarks.ts";
import { numeric } from "./numeric.ts";

for (
  const [text, target, expected] of [
    ["The answer is 15. Oh no, I made a mistake: the discount comes first. It is 18.", "18", 1],
    ["The answer is 15. Oh no, I made a mistake: the discount comes first. It is 18.", "15", 0],
    ["Answer: 15\nLet me recalculate. 6 × 4 = 24", "24", 1],
    ["The result is 15. That was wrong, sorry.", "15", null],
    ["النتيجة هي ٤٠. عفوا، نسيت الخصم، فالمبلغ ٣٦.", "36", 1],
    ["النتيجة هي ٤٠. عفوا، نسيت الخصم، فالمبلغ ٣٦.", "40", 0],
    ["No, it is 12.", "12", 1],
    ["لا، العدد ١٢.", "12", 1],
    ["The sum is 31 [2].\n\n[2] Rounded from 30.6.", "31", 1],
    ["Eleven trees [1]\n[1] Counted in 2019.", "11", 1],
    ["So the price = 84 dirhams\n\nFor comparison, the shop next door asks 99.", "84", 1],
    ["فالعدد = ٨٤ كتابا\nوبالمناسبة فإن المكتبة الأخرى فيها ٩٩.", "84", 1],
    ["The chance is 3/4, or 75%.", "0.75", 1],
    ["The chance is 3/4, or 75%.", "0.5", 0],
    ["The chance is 3/4 or 80%.", "0.75", 0],
    ["الاحتمال ١/٤، أي ٢٥٪.", "0.25", 1],
    ["Total: 7 × 9 = 63 tiles, of 4 colours.", "63", 1],
    ["Total: 7 × 9 = 63 tiles.", "63", 1],
    ["Nine people came; 4 left early.", "9", null],
    ["Nine people came; 4 left early.", "4", 1],
    ["Nine people came; 4 left early.", "3", 0],
    ["الثلث.", "0.3333", null],
    ["Nothing is left.", "0", 1],
    ["There are no apples left.", "0", 1],
    ["There are no apples left.", "4", 0],
    ["لا يبقى منها شيء.", "0", 1],
    ["لم يبق إلا تفاحة.", "0", 0],
    ["No idea.", "0", 0],
  ] as const
) {
  Deno.test(`numeric() of ${JSON.stringify(text)} against ${target} is ${expected}`, () => {
    assert.equal(numeric({ text }, [target]).score, expected);
  });
}

Deno.test("a text that takes nothing back, refers to no note and says nothing of an end stays as it is", () => {
  fc.assert(fc.property(fc.stringMatching(/^[0-9 a-f+=\n]{0,80}$/u), (text) => {
    assert.equal(afterRetraction(text, () => true), text);
    assert.equal(withoutFootnotes(text), text);
    assert.equal(saysNothing(text), false);
  }));
  assert.equal(withoutFootnotes("[7, 9]"), "[7, 9]");
});
