import assert from "node:assert/strict";
import { numeric } from "./numeric.ts";
import { askedUnit } from "./units.ts";

for (
  const [question, text, target, expected] of [
    ["How long is the fence in metres?", "It is 250 cm long.", "2.5", 1],
    ["How long is the fence in metres?", "It is 2.5 cm long.", "2.5", 0],
    ["How many hours does the film last?", "90 minutes", "1.5", 1],
    ["How many hours does the film last?", "1.5", "1.5", 1],
    ["What does the flour weigh, in kg?", "750 g", "0.75", 1],
    ["كم يبلغ طول الحبل بالأمتار؟", "٣٠٠ سم", "3", 1],
    ["كم ساعة استغرقت الرحلة؟", "١٢٠ دقيقة", "2", 1],
    ["كم ساعة استغرقت الرحلة؟", "ساعتان أي 2 دقيقة", "2", 0],
    ["What is the change?", "40 cents", "$0.40", 1],
    ["What is the change?", "40", "$0.40", 0],
    ["Give hours and minutes.", "3 hours", "3", 1],
    ["Which is longer in km or miles?", "7 apples", "7", 1],
  ] as const
) {
  Deno.test(`"${text}" to "${question}" with reference ${target} scores ${expected}`, () => {
    assert.equal(numeric({ text }, [target], { question }).score, expected);
  });
}

Deno.test("a question that asks in two units asks in none", () => {
  assert.equal(askedUnit("How many hours and how many minutes?"), undefined);
  assert.equal(askedUnit("How far is it in km, in kilometres?")?.factor, 1000);
  assert.equal(askedUnit("How many apples?"), undefined);
});
